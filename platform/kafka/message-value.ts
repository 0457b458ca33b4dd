/** A stage message as the bytes of a Kafka message. Ids and positions only: customer text never gets here. */
import type { Position } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';

export function encodeMessage(message: StageMessage): Buffer {
  return Buffer.from(JSON.stringify(message));
}

/** Null for bytes that are no message of this stage: anybody who may write to the topic can have written them. */
export function decodeMessage(stage: string, value: Buffer | null): StageMessage | null {
  const fields = parseObject(value);
  if (fields === null || fields.stage !== stage) return null;
  const { event_id, event_type, stream, revision, position, key } = fields;
  const { organization_id, correlation_id, request_id, traceparent } = fields;
  if (!isText(event_id) || !isText(event_type) || !isText(stream) || !isText(position) || !isText(key)) return null;
  if (!isText(correlation_id) || !isText(request_id) || !isText(traceparent)) return null;
  if (organization_id !== null && !isText(organization_id)) return null;
  if (!Number.isSafeInteger(revision) || (revision as number) < 0 || position === '') return null;
  return {
    stage,
    event_id,
    event_type,
    stream,
    revision: revision as number,
    position: position as Position,
    key,
    organization_id,
    correlation_id,
    request_id,
    traceparent,
  };
}

function parseObject(value: Buffer | null): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(value?.toString() ?? 'null');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
