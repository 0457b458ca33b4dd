/**
 * What of an event changes when it is moved: its place in the log, and with it the one place that an event names, that of
 * the event which an audit record was made from.
 */
import canonicalize from 'canonicalize';
import type { Position, RecordedEvent } from '#contracts/ports/event-store.ts';
import { registry } from '#domain/events/registry.ts';
import { AUDITED_EVENTS } from '#pipeline/audit/follower.ts';
import { MoveError } from './move-error.ts';

const AUDITED = new Set(AUDITED_EVENTS.types);
const AUDIT_RECORDS = new Set(registry.storedTypes(['AuditRecorded']));

/** Where audited events of the source stand in the target, until their record was moved as well. */
export class SourcePositions {
  readonly #positions = new Map<string, Position>();

  put(event: RecordedEvent, position: Position): void {
    if (AUDITED.has(event.type)) this.#positions.set(event.position, position);
  }

  /** The event as the target has it. Throws MoveError for an audit record without its event. */
  translated(event: RecordedEvent): RecordedEvent {
    if (!AUDIT_RECORDS.has(event.type)) return event;
    const source = String(event.data.source_position);
    const position = this.#positions.get(source);
    if (position === undefined) throw new MoveError(`the audit record ${event.id} stands before its event`);
    this.#positions.delete(source);
    return { ...event, data: { ...event.data, source_position: position } };
  }
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
  if (!AUDIT_RECORDS.has(event.type)) return contentOf(event);
  const { source_position: _, ...data } = event.data;
  return contentOf({ ...event, data });
}

/** Bytes of an append that the event takes. */
export function sizeOf({ data, metadata }: RecordedEvent): number {
  return Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata)) + 64;
}
