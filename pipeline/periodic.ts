/** Work that the passing of time calls for, done by one instance at a time. */
import { pause } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import { errorClass, errorCode } from './failures.ts';
import type { PipelineLogger } from './stage.ts';

export interface PeriodicTask {
  /** Names the lease and the log lines. */
  name: string;
  interval_ms: number;
  /** One round. What it leaves undone, the next round does. */
  run(signal: AbortSignal): Promise<void>;
}

export interface PeriodicDependencies {
  leases: Leases;
  clock: Clock;
  timers: Timers;
  logger: PipelineLogger;
  /** Names this instance among others. */
  holder: string;
}

/** A lease outlives this many rounds, so that a slow round does not lose it to another instance. */
const LEASE_ROUNDS = 5;
/** Short enough that erasures are in time after the holder has died. */
const SHORTEST_LEASE_MS = 5_000;

/** One round if this instance holds, or gets, the task's lease. Answers whether it ran. */
export async function runLeased(
  task: PeriodicTask,
  { leases, clock, holder }: PeriodicDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const ttl = Math.max(SHORTEST_LEASE_MS, task.interval_ms * LEASE_ROUNDS);
  if (!(await leases.acquire(task.name, holder, ttl, clock.now()))) return false;
  await task.run(signal);
  return true;
}

/**
 * Runs the task again and again, the first time at once, with the interval between the end of one round and the start
 * of the next. A round that fails is logged and tried again. Answers a function that stops it, gives the lease back and
 * resolves when the last round has ended.
 */
export function startPeriodic(task: PeriodicTask, dependencies: PeriodicDependencies): () => Promise<void> {
  const { leases, timers, logger, holder } = dependencies;
  const abort = new AbortController();
  const rounds = (async () => {
    while (!abort.signal.aborted) {
      try {
        await runLeased(task, dependencies, abort.signal);
      } catch (error) {
        if (!abort.signal.aborted) {
          logger.warn(
            { task: task.name, error_class: errorClass(error), error_code: errorCode(error) },
            'periodic task failed, tried again next round',
          );
        }
      }
      await pause(timers, task.interval_ms, abort.signal);
    }
  })();
  return async () => {
    abort.abort();
    await rounds;
    // The lease ends by itself where the store is gone already.
    await leases.release(task.name, holder).catch(() => {});
  };
}
