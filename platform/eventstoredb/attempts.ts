/** Retries with back-off and a time limit. */
import { setTimeout as delay } from 'node:timers/promises';
import { backoffDelay } from '#common/backoff.ts';
import { EventStoreError } from '#contracts/ports/event-store.ts';
import { type Access, lastingFailure, unavailable } from './failures.ts';

/** Retries end after this many time-outs of one attempt. */
const ATTEMPTS_IN_VAIN = 3;
const BACKOFF = { base_ms: 50, max_ms: 1_000, jitter: 0.5 };

/**
 * Retries until an attempt succeeds or fails permanently. Throws EventStoreError `unavailable` after three times
 * `timeoutMs`, or when `signal` aborts. An attempt must end by itself within `timeoutMs`.
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

/** Waits before attempt `failures + 1`, with growing delays. Returns at once when `signal` aborts. */
export async function rest(failures: number, signal: AbortSignal): Promise<void> {
  await delay(backoffDelay(BACKOFF, failures), undefined, { signal }).catch(() => {});
}

function closed(): EventStoreError {
  return new EventStoreError('unavailable', 'the event store was closed');
}
