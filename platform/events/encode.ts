/**
 * Validation common to all event store adapters: rejects values that a backend cannot handle (bigint, undefined and
 * malformed ids make the EventStoreDB client crash or hang), serializes once, and checks the total size.
 */
import { EventStoreError, MAX_APPEND_BYTES, type NewEvent } from '#contracts/ports/event-store.ts';

/**
 * An event as stored: data and metadata are JSON text, the time Unix milliseconds if another store recorded it. A tuple,
 * because these cross threads by the thousand.
 */
export type EncodedEvent = readonly [
  id: string,
  type: string,
  data: string,
  metadata: string,
  recordedAt: number | null,
];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TYPE = /^[A-Za-z][A-Za-z0-9._-]{0,127}$/;
/** A leading `$` is reserved for streams of EventStoreDB itself. */
const STREAM = /^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,249}$/;
const MAX_DEPTH = 100;

/**
 * Validates and serializes an append. Throws EventStoreError `append_invalid` (names the field, never its content) or
 * `append_too_large`.
 */
export function encodeAppend(stream: string, events: readonly NewEvent[]): EncodedEvent[] {
  if (!STREAM.test(stream)) throw invalid('the stream name is malformed');
  const ids = new Set<string>();
  let bytes = 0;
  let before: { metadata: unknown; text: string } | null = null;
  const encoded = events.map((event): EncodedEvent => {
    // All events usually share one metadata object.
    const text = before !== null && before.metadata === event.metadata ? before.text : encodeObject(event, 'metadata');
    before = { metadata: event.metadata, text };
    const one = encodeEvent(event, text);
    bytes += Buffer.byteLength(one[2]) + Buffer.byteLength(text);
    ids.add(one[0]);
    return one;
  });
  if (ids.size < events.length) throw invalid('two events of one append have the same id');
  if (bytes > MAX_APPEND_BYTES) {
    throw new EventStoreError('append_too_large', `${bytes} bytes in one append, at most ${MAX_APPEND_BYTES} fit`);
  }
  return encoded;
}

function encodeEvent(event: NewEvent, metadata: string): EncodedEvent {
  if (typeof event.type !== 'string' || !TYPE.test(event.type)) throw invalid('an event type is malformed');
  if (typeof event.id !== 'string' || !UUID.test(event.id)) throw invalid(`the id of a ${event.type} is no UUID`);
  return [event.id, event.type, encodeObject(event, 'data'), metadata, recordedAtOf(event)];
}

/** Only in the form that events are read with, so that a moved event is read as it was. */
function recordedAtOf({ type, recorded_at }: NewEvent): number | null {
  if (recorded_at === undefined) return null;
  const milliseconds = typeof recorded_at === 'string' ? Date.parse(recorded_at) : Number.NaN;
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString() !== recorded_at) {
    throw invalid(`the recorded time of a ${type} is malformed`);
  }
  return milliseconds;
}

function encodeObject(event: NewEvent, field: 'data' | 'metadata'): string {
  const value: unknown = event[field];
  const where = `${field} of ${event.type}`;
  if (!isPlainObject(value)) throw invalid(`${where} is no object`);
  requireJson(value, where, 0);
  return JSON.stringify(value);
}

/** Rejects values that JSON.stringify would drop or change, or that make it throw in the middle of a batch. */
function requireJson(value: unknown, where: string, depth: number): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw invalid(`${where} holds a number that JSON has not`);
    return;
  }
  if (depth > MAX_DEPTH) throw invalid(`${where} is nested too deeply`);
  if (Array.isArray(value)) {
    // By index: iteration helpers skip holes, which JSON would turn into null.
    for (let i = 0; i < value.length; i++) requireJson(value[i], where, depth + 1);
    return;
  }
  if (!isPlainObject(value)) throw invalid(`${where} holds a ${typeof value} that is no JSON value`);
  for (const key of Object.keys(value)) requireJson(value[key], where, depth + 1);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  );
}

function invalid(message: string): EventStoreError {
  return new EventStoreError('append_invalid', message);
}
