/** Periodic tasks, each run by one instance at a time. */
import { type LeaseDependencies, whileHolding } from '#common/leases.ts';
import { pause } from '#common/time.ts';
import { errorClass, errorCode } from '../deliveries/failures.ts';
import type { PipelineLogger } from '../stages/stage.ts';

export interface PeriodicTask {
  /** Name of the lease; also shown in log lines. */
  name: string;
  interval_ms: number;
  /** Runs one round. What it leaves undone is left to the next round. */
  run(signal: AbortSignal): Promise<void>;
}

export interface PeriodicDependencies extends LeaseDependencies {
  logger: PipelineLogger;
}

/** A lease lasts this many intervals, so that a slow renewal does not lose it to another instance. */
const LEASE_INTERVALS = 5;
/** Short enough that erasures are still in time after the holder has died. */
const SHORTEST_LEASE_MS = 5_000;

/**
 * Runs the task repeatedly while this instance holds its lease: at once, and then with the interval between the end of
 * one round and the start of the next. A round that fails is logged and retried. Returns a function that stops the
 * task, releases the lease and resolves when the last round has ended.
 */
export function startPeriodic(task: PeriodicTask, dependencies: PeriodicDependencies): () => Promise<void> {
  const { timers, logger } = dependencies;
  const { name, interval_ms } = task;
  const rounds = async (signal: AbortSignal) => {
    while (!signal.aborted) {
      try {
        await task.run(signal);
      } catch (error) {
        if (!signal.aborted) {
          logger.warn(
            { task: name, error_class: errorClass(error), error_code: errorCode(error) },
            'periodic task failed, tried again next round',
          );
        }
      }
      await pause(timers, interval_ms, signal);
    }
  };
  const lease_ms = Math.max(SHORTEST_LEASE_MS, interval_ms * LEASE_INTERVALS);
  return whileHolding(name, rounds, dependencies, { lease_ms, renew_ms: interval_ms, look_ms: interval_ms });
}
