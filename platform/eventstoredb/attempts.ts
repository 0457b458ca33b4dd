/** Attempts that end, and pauses between them. */
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreError } from '#contracts/ports/event-store.ts';
import { type Access, lastingFailure, unavailable } from './failures.ts';

/** So many time-outs of one attempt fit into the time after which the caller is told. */
const ATTEMPTS_IN_VAIN = 3;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** The random part of a pause: those who failed together don't come back together. */
const JITTER = 0.5;

/**
 * Repeats until an attempt succeeds or fails for a lasting reason; gives up with EventStoreError `unavailable` after
 * three times `timeoutMs`, or when `signal` aborts. An attempt must end by itself within `timeoutMs`.
 */
export async function repeat<T>(
  access: Access,
  attempt: () => Promise<T>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<T> {
  const started = performance.now();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => {});
  const abort = () => aborted.reject(closed());
  signal.addEventListener('abort', abort);
  try {
    for (let failures = 1; ; failures++) {
      if (signal.aborted) throw closed();
      try {
        return await Promise.race([aborted.promise, attempt()]);
      } catch (error) {
        const lasting = lastingFailure(error, access);
        if (lasting !== null) throw lasting;
        if (performance.now() - started >= ATTEMPTS_IN_VAIN * timeoutMs) throw unavailable(error);
        await rest(failures, signal);
      }
    }
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Waits before attempt `failures + 1`, ever longer; returns at once when `signal` aborts. */
export async function rest(failures: number, signal: AbortSignal): Promise<void> {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
  await pause(full * (1 - JITTER * Math.random()), undefined, { signal }).catch(() => {});
}

/** Rejects after `timeoutMs` where the answer takes longer: the client's own deadlines do not cover everything. */
export async function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
    // Nobody listens any more to what comes later.
    answer.catch(() => {});
  }
}

function closed(): EventStoreError {
  return new EventStoreError('unavailable', 'the event store was closed');
}
