/**
 * Work that runs in one process at a time: the process that holds the lease does it, and another takes over if it dies.
 */
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
  /** Identifies this process. */
  holder: string;
}

/** How long the lease of a dead process blocks the others. */
export const LEASE_MS = 10_000;
/** Several renewals fit into a lease, so that a single failure does not lose it. */
const RENEW_MS = 2_500;
/** How often a waiting process tries to acquire the lease. */
const LOOK_MS = 1_000;

/**
 * Runs `work` whenever this process holds the lease, until it resolves or the returned function is called. The signal
 * aborts when the lease is lost: `work` must then end soon, and late effects must do no harm. If `work` rejects, the
 * error is logged and `work` runs again. The returned function resolves when `work` has ended and the lease is
 * released.
 */
export function whileHolding(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  dependencies: LeaseDependencies,
): () => Promise<void> {
  const { leases, clock, timers, logger, holder } = dependencies;
  const stopping = new AbortController();

  const acquire = () => leases.acquire(name, holder, LEASE_MS, clock.now());

  /** Resolves when the lease is lost or `ended` aborts. */
  async function renewUntil(ended: AbortSignal, since: number): Promise<'lost' | 'ended'> {
    let renewed = since;
    for (;;) {
      await pause(timers, RENEW_MS, ended);
      if (ended.aborted) return 'ended';
      const requested = clock.now();
      try {
        if (!(await acquire())) return 'lost';
        renewed = requested;
      } catch (error) {
        logger.warn({ err: error, lease: name }, 'a lease could not be renewed');
        if (clock.now() - renewed >= LEASE_MS) return 'lost';
      }
    }
  }

  /** Holds the lease while `work` runs. Returns whether `work` is done for good. */
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
      // If the store is unreachable, the lease expires by itself.
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
