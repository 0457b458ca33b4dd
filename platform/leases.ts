/** Work that one process at a time does, of several that could: it holds a lease, and another takes over when it dies. */
import { pause } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { Leases } from '#contracts/ports/leases.ts';

export interface LeaseLogger {
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
}

export interface LeaseDependencies {
  leases: Leases;
  clock: Clock;
  timers: Timers;
  logger: LeaseLogger;
  /** Names this process among others. */
  holder: string;
}

/** How long a process that died is waited for. */
export const LEASE_MS = 10_000;
/** Several tries fit into a lease, so that one that fails does not lose it. */
const RENEW_MS = 2_500;
/** How often one that waits looks whether the lease is free. */
const LOOK_MS = 1_000;

/**
 * Runs `work` whenever this process holds the lease, until it resolves or the function returned is called. The signal
 * aborts when the lease is lost: `work` must end soon then, and what it does late must do no harm. Work that rejects is
 * logged and begun again. The function returned resolves when `work` has ended and the lease is free.
 */
export function whileHolding(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  dependencies: LeaseDependencies,
): () => Promise<void> {
  const { leases, clock, timers, logger, holder } = dependencies;
  const stopping = new AbortController();

  const acquire = () => leases.acquire(name, holder, LEASE_MS, clock.now());

  /** Resolves when the lease is lost or `over` aborts. */
  async function renewUntil(over: AbortSignal, since: number): Promise<'lost' | 'over'> {
    let renewed = since;
    for (;;) {
      await pause(timers, RENEW_MS, over);
      if (over.aborted) return 'over';
      const asked = clock.now();
      try {
        if (!(await acquire())) return 'lost';
        renewed = asked;
      } catch (error) {
        logger.warn({ err: error, lease: name }, 'a lease could not be renewed');
        if (clock.now() - renewed >= LEASE_MS) return 'lost';
      }
    }
  }

  /** True when the work is done for good. */
  async function hold(since: number): Promise<boolean> {
    const lost = new AbortController();
    const ended = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const renewing = renewUntil(AbortSignal.any([stopping.signal, ended.signal]), since).then((outcome) => {
      if (outcome !== 'lost') return;
      logger.warn({ lease: name }, 'a lease was lost');
      lost.abort();
    });
    try {
      await work(signal);
      return !signal.aborted;
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error, lease: name }, 'leased work failed, will be begun again');
      return false;
    } finally {
      ended.abort();
      await renewing;
      // It ends by itself where the store can't be reached.
      await leases.release(name, holder).catch(() => {});
    }
  }

  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      const asked = clock.now();
      const held = await acquire().catch((error: unknown) => {
        logger.warn({ err: error, lease: name }, 'a lease could not be asked for');
        return false;
      });
      if (held) {
        logger.info({ lease: name }, 'a lease is held');
        if (await hold(asked)) return;
      }
      await pause(timers, LOOK_MS, stopping.signal);
    }
  })();
  return async () => {
    stopping.abort();
    await rounds;
  };
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
