/** Who did it and what led to it, for events that a stage makes. */
import { newTraceparent } from '#common/traceparent.ts';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';

/** Metadata of events that follow from `message`, whose traceparent is that of its handling by now. */
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

/** Metadata of events that no message led to: the passing of time did. `cause` names the work. */
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
