/**
 * What of an event changes when it is moved: its place in the log, and with it the one place that an event names, that of
 * the event which an audit record was made from.
 */
import canonicalize from 'canonicalize';
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import { registry } from '#domain/events/registry.ts';
import { AUDITED_EVENTS } from '#pipeline/audit/follower.ts';

const AUDITED = new Set(AUDITED_EVENTS.types);
const AUDIT_RECORDS = new Set(registry.storedTypes(['AuditRecorded']));

/** Whether the event leaves an audit record, which names its place. */
export function isAudited(type: string): boolean {
  return AUDITED.has(type);
}

export function isAuditRecord(type: string): boolean {
  return AUDIT_RECORDS.has(type);
}

/** Whether they agree in everything but their places in the two logs. */
export function isSameEvent(event: RecordedEvent, moved: RecordedEvent): boolean {
  return event.id === moved.id && contentOf(event) === contentOf(moved);
}

/** Everything of an event but its place in the log, as text. */
export function contentOf({ position: _, ...event }: RecordedEvent): string {
  return canonicalize(event)!;
}

/** The same without the place that an audit record names, which differs between two logs. */
export function lastingContentOf(event: RecordedEvent): string {
  if (!isAuditRecord(event.type)) return contentOf(event);
  const { source_position: _, ...data } = event.data;
  return contentOf({ ...event, data });
}

/** Bytes of an append that the event takes. */
export function sizeOf({ data, metadata }: RecordedEvent): number {
  return Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata)) + 64;
}
