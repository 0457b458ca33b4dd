/**
 * Events as the server gives them. A database may hold what other programs wrote, so nothing is taken for an event of
 * ours until its parts have been looked at. A type that this version does not know is no reason to refuse it.
 */
import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { JsonObject } from '#contracts/json.ts';
import type { EventMetadata, Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import { toPosition } from './position.ts';
import type { StreamNames } from './stream-names.ts';

export type Resolved = ResolvedEvent | AllStreamResolvedEvent;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const METADATA_TEXTS = ['request_id', 'correlation_id', 'causation_id', 'traceparent'] as const;

/** Where it stands in the global order. */
export function positionOf(resolved: Resolved): Position {
  const position = resolved.event?.position;
  if (position === undefined) throw new Error('the server sent an event without position');
  return toPosition(position);
}

/** Written by the server for itself. */
export function isSystemEvent(resolved: Resolved): boolean {
  return resolved.event?.type.startsWith('$') ?? false;
}

/** Nobody's business here: written by the server for itself, or by another deployment that shares it. */
export function isOfOthers(resolved: Resolved, names: StreamNames): boolean {
  const { event } = resolved;
  return isSystemEvent(resolved) || (event !== undefined && names.fromServer(event.streamId) === null);
}

/** The port's event, or null for one that this service did not write. */
export function toRecorded(resolved: Resolved, names: StreamNames): RecordedEvent | null {
  const { event } = resolved;
  if (event === undefined || event.type.startsWith('$') || event.streamId.startsWith('$') || !event.isJson) return null;
  const stream = names.fromServer(event.streamId);
  if (stream === null) return null;
  const id = event.id.toLowerCase();
  const revision = Number(event.revision);
  const { data, metadata } = event as { data: unknown; metadata?: unknown };
  if (!UUID.test(id) || !Number.isSafeInteger(revision) || !isObject(data) || !isMetadata(metadata)) return null;
  return {
    id,
    type: event.type,
    data: data as JsonObject,
    metadata,
    stream,
    revision,
    position: positionOf(resolved),
    recorded_at: event.created.toISOString(),
  };
}

function isMetadata(value: unknown): value is EventMetadata {
  if (!isObject(value) || !isObject(value.actor)) return false;
  const { actor, ip, organization_id } = value;
  return (
    (actor.type === 'api_key' || actor.type === 'user' || actor.type === 'system') &&
    typeof actor.id === 'string' &&
    (ip === null || typeof ip === 'string') &&
    (organization_id === null || typeof organization_id === 'string') &&
    METADATA_TEXTS.every((field) => typeof value[field] === 'string')
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}
