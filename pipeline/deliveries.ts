/** What happens around a stage's handler: giving up in time, and telling what went on. */
import { inSpan, NO_TRACING } from '#common/tracing.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { isUnknownKey } from '#contracts/ports/key-vault.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { DeliveryContext, StageMessage } from '#contracts/ports/stage-queue.ts';
import type { Span, Tracing } from '#contracts/ports/tracing.ts';
import { deadLetter, leaveUnopened } from './dead-letters.ts';
import { errorClass, errorCode, isPermanent } from './failures.ts';
import type {
  PipelineLogger,
  PipelineMetrics,
  StageDependencies,
  StageHandler,
  StageName,
  StageRetryPolicy,
} from './stage.ts';

export interface DeliveryDependencies extends Pick<StageDependencies, 'verifications' | 'clock'> {
  store: EventStore;
  values: ServerValues;
  logger: PipelineLogger;
  metrics: PipelineMetrics;
  /** Left out: stages are not traced. */
  tracing?: Tracing;
}

interface Failure {
  attempts: number;
  error: unknown;
}

type TracedWork = (message: StageMessage, span: Span) => Promise<void>;

export interface Deliveries {
  handle: StageHandler;
  onDeadLetter(message: StageMessage, failure: Failure): Promise<void>;
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
  const { clock, logger, metrics, tracing = NO_TRACING } = dependencies;

  /** What follows from the message follows from its handling: the events then name this span. */
  function traced(name: string, message: StageMessage, attempt: number, work: TracedWork): Promise<void> {
    const attributes = { ...attributesOf(message), 'evidence.attempt': attempt };
    return inSpan(tracing, name, { parent: message.traceparent, kind: 'consumer', attributes }, (span) =>
      work({ ...message, traceparent: span.traceparent }, span),
    );
  }

  function onDeadLetter(given: StageMessage, failure: Failure): Promise<void> {
    return traced(`${stage} given up on`, given, failure.attempts, (message) => giveUp(message, failure));
  }

  async function giveUp(message: StageMessage, failure: Failure): Promise<void> {
    if (isUnknownKey(failure.error)) return leave(message, failure);
    await deadLetter(dependencies, stage, message, failure);
    metrics.stageDeadLettered(stage, errorClass(failure.error));
    logger.error({ ...idsOf(message), attempt: failure.attempts, ...faultOf(failure.error) }, 'stage given up on');
  }

  async function leave(message: StageMessage, failure: Failure): Promise<void> {
    await leaveUnopened(dependencies, stage, message, failure);
    metrics.stageDeadLettered(stage, errorClass(failure.error));
    const fields = { ...idsOf(message), attempt: failure.attempts, ...faultOf(failure.error) };
    logger.error(fields, 'stage left undone: the vault never had the key of its verification');
  }

  function handle(given: StageMessage, context: DeliveryContext): Promise<void> {
    return traced(stage, given, context.attempt, (message, span) => attemptAt(message, context, span));
  }

  async function attemptAt(message: StageMessage, context: DeliveryContext, span: Span): Promise<void> {
    const { attempt } = context;
    const started = clock.now();
    try {
      await handler(message, context);
    } catch (error) {
      // Being told to stop is no failure of the stage's.
      if (context.signal.aborted) throw error;
      if (isPermanent(error) && attempt >= policy.max_permanent_attempts) {
        span.fail(errorClass(error));
        return giveUp(message, { attempts: attempt, error });
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

function attributesOf(message: StageMessage) {
  return {
    'evidence.stage': message.stage,
    'evidence.verification_id': message.correlation_id,
    'evidence.request_id': message.request_id,
    'evidence.event_id': message.event_id,
    'evidence.event_type': message.event_type,
    ...(message.organization_id !== null && { 'evidence.organization_id': message.organization_id }),
  };
}

function faultOf(error: unknown) {
  return { error_class: errorClass(error), error_code: errorCode(error) };
}
