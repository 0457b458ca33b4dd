/** Who did it and what led to it, for events that a stage makes. */
import { randomBytes } from 'node:crypto';
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';

/** Metadata of events that follow from `message`. */
export function stageMetadata(stage: string, verificationId: string, message: StageMessage): EventMetadata {
  return {
    actor: { type: 'system', id: `pipeline/${stage}` },
    ip: null,
    request_id: message.request_id,
    correlation_id: verificationId,
    causation_id: message.event_id,
    traceparent: childTraceparent(message.traceparent),
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
    traceparent: childTraceparent(''),
    organization_id: organizationId,
  };
}

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/;

/** The same trace with a span of its own (W3C Trace Context); a new unsampled trace where the parent is malformed. */
export function childTraceparent(parent: string): string {
  const [, trace = randomBytes(16).toString('hex'), flags = '00'] = TRACEPARENT.exec(parent) ?? [];
  return `00-${trace}-${randomBytes(8).toString('hex')}-${flags}`;
}
