/** Metadata of the events that stages and periodic tasks append. */
import { newTraceparent } from '#common/traceparent.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';

/** Metadata of events that result from `message`. Its traceparent is that of the handling span. */
export function stageMetadata(stage: string, verificationId: string, message: StageMessage): EventMetadata {
  return {
    actor: { type: 'system', id: `pipeline/${stage}` },
    ip: null,
    request_id: message.request_id,
    correlation_id: verificationId,
    causation_id: message.event_id,
    traceparent: message.traceparent,
    organization_id: message.organization_id,
  };
}

/** Metadata of events that a periodic task appends, without a message. `task` names the task. */
export function timedMetadata(task: string, verificationId: string, organizationId: string): EventMetadata {
  return {
    actor: { type: 'system', id: `pipeline/${task}` },
    ip: null,
    request_id: `${task}/${verificationId}`,
    correlation_id: verificationId,
    causation_id: task,
    traceparent: newTraceparent(),
    organization_id: organizationId,
  };
}
