/** Work that one process at a time does, of several that could: it holds a lease, and another takes over when it dies. */
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import { pause } from './time.ts';

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

export interface LeaseTiming {
  /** How long a process that died is waited for. */
  lease_ms: number;
  /** Several renewals fit into a lease, so that one that fails does not lose it. */
  renew_ms: number;
  /** How often one that waits looks whether the lease is free. */
  look_ms: number;
}

export const LEASE_TIMING: LeaseTiming = { lease_ms: 10_000, renew_ms: 2_500, look_ms: 1_000 };

/**
 * Runs `work` whenever this process holds the lease, until it resolves or the function returned is called. The signal
 * aborts when the lease is lost: `work` must end soon then, and what it does late must do no harm. Work that rejects is
 * logged and begun again. The function returned resolves when `work` has ended and the lease is free.
 */
export function whileHolding(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  dependencies: LeaseDependencies,
  { lease_ms, renew_ms, look_ms }: LeaseTiming = LEASE_TIMING,
): () => Promise<void> {
  const { leases, clock, timers, logger, holder } = dependencies;
  const stopping = new AbortController();

  const acquire = () => leases.acquire(name, holder, lease_ms, clock.now());

  /** Resolves when the lease is lost or `over` aborts. */
  async function renewUntil(over: AbortSignal, since: number): Promise<'lost' | 'over'> {
    let renewed = since;
    for (;;) {
      await pause(timers, renew_ms, over);
      if (over.aborted) return 'over';
      const asked = clock.now();
      try {
        if (!(await acquire())) return 'lost';
        renewed = asked;
      } catch (error) {
        logger.warn({ err: error, lease: name }, 'a lease could not be renewed');
        if (clock.now() - renewed >= lease_ms) return 'lost';
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
      await pause(timers, look_ms, stopping.signal);
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
