/**
 * Work that runs in one process at a time: the process that holds the lease does it, and another takes over if that one
 * is killed.
 */
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import { pause } from './time.ts';

export interface LeaseLogger {
  debug(context: object, message: string): void;
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

export interface LeaseTiming {
  /** How long the lease of a dead process blocks the others. */
  lease_ms: number;
  /** Several renewals fit into a lease, so that a single failure does not lose it. */
  renew_ms: number;
  /** How often a waiting process tries to acquire the lease. */
  look_ms: number;
}

export const LEASE_TIMING: LeaseTiming = { lease_ms: 10_000, renew_ms: 2_500, look_ms: 1_000 };

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
  { lease_ms, renew_ms, look_ms }: LeaseTiming = LEASE_TIMING,
): () => Promise<void> {
  const { leases, clock, timers, logger, holder } = dependencies;
  const stopping = new AbortController();

  const acquire = () => leases.acquire(name, holder, lease_ms, clock.now());

  /**
   * Resolves when the lease is lost or `ended` aborts. A lease is lost at the latest when it is over by our own clock, as
   * another may hold it from then on, however long the store takes to answer. Also renews while stopping, as the work
   * has not ended yet.
   */
  async function renewUntil(ended: AbortSignal, since: number): Promise<'lost' | 'ended'> {
    let over = since + lease_ms;
    let asked = since;
    for (;;) {
      // The time left is negative if the process was suspended meanwhile.
      await pause(timers, Math.max(0, Math.min(asked + renew_ms, over) - clock.now()), ended);
      if (ended.aborted) return 'ended';
      asked = clock.now();
      if (asked >= over) return 'lost';
      try {
        if (!(await beforeLeaseEnds(acquire(), over - asked))) return 'lost';
        over = asked + lease_ms;
      } catch (error) {
        logger.warn({ err: error, lease: name }, 'a lease could not be renewed');
      }
    }
  }

  /** Resolves to false if there is no answer in this time. */
  async function beforeLeaseEnds(renewal: Promise<boolean>, milliseconds: number): Promise<boolean> {
    const answered = new AbortController();
    const late = pause(timers, milliseconds, answered.signal).then(() => false);
    try {
      return await Promise.race([renewal, late]);
    } finally {
      answered.abort();
    }
  }

  /** Holds the lease while `work` runs. Returns whether `work` is done for good. */
  async function hold(since: number): Promise<boolean> {
    const lost = new AbortController();
    const ended = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const renewing = renewUntil(ended.signal, since).then((outcome) => {
      if (outcome !== 'lost') return;
      logger.warn({ lease: name }, 'a lease was lost');
      lost.abort();
    });
    try {
      await work(signal);
      return !signal.aborted;
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error, lease: name }, 'leased work failed, will be restarted');
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
        logger.warn({ err: error, lease: name }, 'a lease could not be acquired');
        return false;
      });
      if (held && clock.now() - asked < lease_ms) {
        logger.debug({ lease: name }, 'a lease is held');
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
