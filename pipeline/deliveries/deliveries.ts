/** Wraps stage handlers: gives up on permanent errors, logs, counts, traces. */
import { pause } from '#common/time.ts';
import { inSpan, NO_TRACING } from '#common/tracing.ts';
import type { Timers } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { isUnknownKey } from '#contracts/ports/key-vault.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { DeliveryContext, StageMessage } from '#contracts/ports/stage-queue.ts';
import { isStorageUnwritable } from '#contracts/ports/storage.ts';
import type { Span, Tracing } from '#contracts/ports/tracing.ts';
import { jobOfMessage } from '../stages/documents.ts';
import type {
  PipelineLogger,
  PipelineMetrics,
  StageDependencies,
  StageHandler,
  StageName,
  StageRetryPolicy,
} from '../stages/stage.ts';
import { deadLetter, type Failure, setAsideUnopened } from './dead-letters.ts';
import { errorClass, errorCode, isFinal, isPermanent } from './failures.ts';

export interface DeliveryDependencies extends Pick<StageDependencies, 'verifications' | 'clock'> {
  events: EventStore;
  values: ServerValues;
  logger: PipelineLogger;
  metrics: PipelineMetrics;
  timers: Timers;
  /** If omitted, stages are not traced. */
  tracing?: Tracing;
}

/** Pause before an attempt that failed for want of room is made again. */
const ROOM_PAUSE_MS = 2_000;

type TracedWork = (message: StageMessage, span: Span) => Promise<void>;

export interface Deliveries {
  handle: StageHandler;
  onDeadLetter(message: StageMessage, failure: Failure): Promise<void>;
}

/**
 * Wraps a stage's handler. Final errors are given up on at once, permanent ones after the policy's smaller number of
 * attempts; every other failure goes back to the queue, which delays and retries it.
 */
export function createDeliveries(
  dependencies: DeliveryDependencies,
  stage: StageName,
  policy: StageRetryPolicy,
  handler: StageHandler,
): Deliveries {
  const { clock, logger, metrics, timers, tracing = NO_TRACING } = dependencies;

  /** Runs `work` in a span and gives it the span's traceparent, so that the events it appends refer to this span. */
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
    const isUnopened = isUnknownKey(failure.error) && jobOfMessage(stage, message) === null;
    const record = isUnopened ? setAsideUnopened : deadLetter;
    await record(dependencies, stage, message, failure);
    metrics.stageDeadLettered(stage, errorClass(failure.error));
    const fields = { ...idsOf(message), attempt: failure.attempts, ...errorFields(failure.error) };
    const line = isUnopened ? 'stage set aside: the vault never had the key of its verification' : 'stage given up on';
    logger.error(fields, line);
  }

  function handle(given: StageMessage, context: DeliveryContext): Promise<void> {
    return traced(stage, given, context.attempt, (message, span) =>
      whileThereIsRoom(context, () => handleAttempt(message, context, span)),
    );
  }

  /**
   * A full disk is not the fault of the message, so its attempts are not used up: the same one is made again until there
   * is room. No other stage could record anything in the meantime either.
   */
  async function whileThereIsRoom(context: DeliveryContext, attempt: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!isStorageUnwritable(error) || context.signal.aborted) throw error;
      }
      await pause(timers, ROOM_PAUSE_MS, context.signal);
      await context.heartbeat();
    }
  }

  async function handleAttempt(message: StageMessage, context: DeliveryContext, span: Span): Promise<void> {
    const { attempt } = context;
    const started = clock.now();
    try {
      await handler(message, context);
    } catch (error) {
      // Neither stopping the consumer nor a full disk is a failure of the stage.
      if (context.signal.aborted || isStorageUnwritable(error)) throw error;
      if (isFinal(error) || (isPermanent(error) && attempt >= policy.max_permanent_attempts)) {
        span.fail(errorClass(error));
        return giveUp(message, { attempts: attempt, error });
      }
      metrics.stageRetried(stage, errorClass(error));
      logger.warn({ ...idsOf(message), attempt, ...errorFields(error) }, 'stage failed, will be tried again');
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

function errorFields(error: unknown) {
  return { error_class: errorClass(error), error_code: errorCode(error) };
}
