/** Encodes stage messages for Kafka. They hold ids and positions only, never customer text. */
import type { IHeaders } from 'kafkajs';
import type { Position } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import type { MessageSeal } from './message-seal.ts';

/** The parts of a Kafka message that make up a stage message. */
export interface MessageContent {
  value: Buffer | null;
  headers?: IHeaders | undefined;
}

const MAC = 'mac';

/** Encodes a message for this partition only. */
export function encodeMessage(message: StageMessage, partition: number, seal: MessageSeal) {
  const value = Buffer.from(JSON.stringify(message));
  return { value, headers: { [MAC]: seal.seal(partition, value) } };
}

/** Null for a message that the relay did not write for this stage and partition. */
export function decodeMessage(
  stage: string,
  { value, headers }: MessageContent,
  partition: number,
  seal: MessageSeal,
): StageMessage | null {
  const mac = headers?.[MAC];
  if (value === null || !Buffer.isBuffer(mac) || !seal.holds(partition, value, mac)) return null;
  return parseMessage(stage, value);
}

/** Fields are checked, as another version of the relay may have written others. */
function parseMessage(stage: string, value: Buffer): StageMessage | null {
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

function parseObject(value: Buffer): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(value.toString());
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
