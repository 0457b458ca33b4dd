/**
 * Converts events from the server. The database may hold events of other programs, so every field is checked first.
 * Unknown event types are accepted.
 */
import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { JsonObject } from '#contracts/json.ts';
import type { EventMetadata, NewEvent, Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import { toPosition } from './position.ts';
import type { StreamNames } from './stream-names.ts';

export type Resolved = ResolvedEvent | AllStreamResolvedEvent;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const METADATA_TEXTS = ['request_id', 'correlation_id', 'causation_id', 'traceparent'] as const;

/** The position in the global order. */
export function positionOf(resolved: Resolved): Position {
  const position = resolved.event?.position;
  if (position === undefined) throw new Error('the server sent an event without position');
  return toPosition(position);
}

/** Whether the server wrote the event for itself. */
export function isSystemEvent(resolved: Resolved): boolean {
  return resolved.event?.type.startsWith('$') ?? false;
}

/** Whether the event is to be ignored: a system event, or one of another deployment on the server. */
export function isForeign(resolved: Resolved, names: StreamNames): boolean {
  const { event } = resolved;
  return isSystemEvent(resolved) || (event !== undefined && names.fromServer(event.streamId) === null);
}

/** What is sent of an event. The server sets the time itself, so that of a moved one stands in its metadata. */
export function toProposed({ id, type, data, metadata, recorded_at }: NewEvent) {
  return { id, type, data, metadata: recorded_at === undefined ? metadata : { ...metadata, recorded_at } };
}

/** Converts to the port's event; null for an event that this service did not write. */
export function toRecorded(resolved: Resolved, names: StreamNames): RecordedEvent | null {
  const { event } = resolved;
  if (event === undefined || event.type.startsWith('$') || event.streamId.startsWith('$') || !event.isJson) return null;
  const stream = names.fromServer(event.streamId);
  if (stream === null) return null;
  const id = event.id.toLowerCase();
  const revision = Number(event.revision);
  const { data, metadata } = event as { data: unknown; metadata?: unknown };
  if (!UUID.test(id) || !Number.isSafeInteger(revision) || !isObject(data) || !isMetadata(metadata)) return null;
  const { recorded_at = event.created.toISOString(), ...rest } = metadata;
  return {
    id,
    type: event.type,
    data: data as JsonObject,
    metadata: rest,
    stream,
    revision,
    position: positionOf(resolved),
    recorded_at,
  };
}

type StoredMetadata = EventMetadata & { recorded_at?: string };

function isMetadata(value: unknown): value is StoredMetadata {
  if (!isObject(value) || !isObject(value.actor)) return false;
  const { actor, ip, organization_id, recorded_at } = value;
  return (
    (actor.type === 'api_key' || actor.type === 'user' || actor.type === 'system') &&
    typeof actor.id === 'string' &&
    (ip === null || typeof ip === 'string') &&
    (organization_id === null || typeof organization_id === 'string') &&
    (recorded_at === undefined || typeof recorded_at === 'string') &&
    METADATA_TEXTS.every((field) => typeof value[field] === 'string')
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}
