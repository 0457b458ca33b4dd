/** Converts an event to a stage message, for every queue. */
import { backoffDelay } from '#common/backoff.ts';
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import type { RetryPolicy, StageMessage } from '#contracts/ports/stage-queue.ts';

export function toStageMessage(stage: string, event: RecordedEvent): StageMessage {
  return {
    stage,
    event_id: event.id,
    event_type: event.type,
    stream: event.stream,
    revision: event.revision,
    position: event.position,
    key: event.stream,
    organization_id: event.metadata.organization_id,
    correlation_id: event.metadata.correlation_id,
    request_id: event.metadata.request_id,
    traceparent: event.metadata.traceparent,
  };
}

/** Random share of a delay. */
const JITTER = 0.2;

/** Milliseconds between attempt `attempt` (from 1) and the next; `random` in [0, 1). */
export function retryDelay(policy: RetryPolicy, attempt: number, random: number): number {
  const backoff = { base_ms: policy.base_delay_ms, max_ms: policy.max_delay_ms, jitter: JITTER };
  return backoffDelay(backoff, attempt, random);
}
