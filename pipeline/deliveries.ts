/** What happens around a stage's handler: giving up in time, and telling what went on. */
import type { DeliveryContext, StageMessage } from '#contracts/ports/stage-queue.ts';
import { deadLetter } from './dead-letters.ts';
import { errorClass, errorCode, isPermanent } from './failures.ts';
import type { StageName, StageRetryPolicy } from './retry-policy.ts';
import type { PipelineLogger, PipelineMetrics, StageDependencies, StageHandler } from './stage.ts';

export interface DeliveryDependencies extends Pick<StageDependencies, 'store' | 'clock'> {
  logger: PipelineLogger;
  metrics: PipelineMetrics;
}

export interface Deliveries {
  handle: StageHandler;
  onDeadLetter(message: StageMessage, failure: { attempts: number; error: unknown }): Promise<void>;
}

/**
 * Wraps a stage's handler. An error that will come again is given up on after the policy's smaller number of attempts;
 * every other failure goes back to the queue, which waits and tries again.
 */
export function createDeliveries(
  dependencies: DeliveryDependencies,
  stage: StageName,
  policy: StageRetryPolicy,
  handler: StageHandler,
): Deliveries {
  const { clock, logger, metrics } = dependencies;

  async function onDeadLetter(message: StageMessage, failure: { attempts: number; error: unknown }): Promise<void> {
    await deadLetter(dependencies, stage, message, failure);
    metrics.stageDeadLettered(stage, errorClass(failure.error));
    logger.error({ ...idsOf(message), attempt: failure.attempts, ...faultOf(failure.error) }, 'stage given up on');
  }

  async function handle(message: StageMessage, context: DeliveryContext): Promise<void> {
    const { attempt } = context;
    const started = clock.now();
    try {
      await handler(message, context);
    } catch (error) {
      // Being told to stop is no failure of the stage's.
      if (context.signal.aborted) throw error;
      if (isPermanent(error) && attempt >= policy.max_permanent_attempts) {
        return onDeadLetter(message, { attempts: attempt, error });
      }
      metrics.stageRetried(stage, errorClass(error));
      logger.warn({ ...idsOf(message), attempt, ...faultOf(error) }, 'stage failed, will be tried again');
      throw error;
    }
    const duration = clock.now() - started;
    metrics.stageHandled(stage, duration);
    logger.info({ ...idsOf(message), attempt, duration_ms: duration }, 'stage handled');
  }

  return { handle, onDeadLetter };
}

function idsOf(message: StageMessage) {
  return { stage: message.stage, verification_id: message.correlation_id, request_id: message.request_id };
}

function faultOf(error: unknown) {
  return { error_class: errorClass(error), error_code: errorCode(error) };
}
