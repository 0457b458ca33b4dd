/**
 * The event store port, modelled on EventStoreDB: streams with revisions, one global order, optimistic concurrency.
 *
 * Positions are opaque strings of fixed width per adapter that sort in log order, so every store can guard `position <
 * new` with a plain string comparison. `START` sorts before all of them.
 */
import type { JsonObject } from '../json.ts';

declare const positionBrand: unique symbol;
/** An event's place in the global order. Created by adapters only, compared as a string, never parsed by others. */
export type Position = string & { readonly [positionBrand]: true };

/** Before the first event. */
export const START = '' as Position;

/** Limit on one append: the sum of UTF-8 bytes of data and metadata of all its events (EventStoreDB's is 1 MiB on the whole request). */
export const MAX_APPEND_BYTES = 1_000_000;

/** The actor, origin and cause of an event. Every event has all fields; ids only, never customer text. */
export interface EventMetadata {
  actor: { type: 'api_key' | 'user' | 'system'; id: string };
  /** The caller's address; null for the system's own work. */
  ip: string | null;
  request_id: string;
  /** The verification or command that this belongs to, across all stages. */
  correlation_id: string;
  /** Id of the event or request that led to this one. */
  causation_id: string;
  /** W3C trace context. */
  traceparent: string;
  /** Organization the event belongs to; null for the system's own. */
  organization_id: string | null;
}

export interface NewEvent {
  /** UUID. Deterministic where a repeated run must create the same event. */
  id: string;
  /** Stored type name with version, e.g. `ClaimExtracted.v1`. */
  type: string;
  data: JsonObject;
  metadata: EventMetadata;
  /**
   * RFC 3339 in UTC, with milliseconds: when another store recorded the event that is moved from there. Default: the store's
   * clock.
   */
  recorded_at?: string;
}

export interface RecordedEvent extends NewEvent {
  stream: string;
  /** 0 for the first event of the stream. */
  revision: number;
  position: Position;
  /** RFC 3339, set by the store that first recorded it. */
  recorded_at: string;
}

/** The revision of the last event that the writer knows, or `no_stream`. */
export type ExpectedRevision = number | 'no_stream';

export type AppendResult =
  | {
      outcome: 'appended';
      /** Revision of the last event of this append (of the stream, for an empty append; -1 if there is no stream). */
      revision: number;
      /** Position of the last event of this append (of the stream, for an empty append; START if there is no stream). */
      position: Position;
    }
  | { outcome: 'wrong_expected_revision'; expected: ExpectedRevision; actual: ExpectedRevision };

export interface EventFilter {
  /** Stored type names. */
  types: readonly string[];
}

export interface ReadAllPage {
  events: RecordedEvent[];
  /** The log was searched up to here, including events of other types: resume after it. */
  position: Position;
  /** True when the log had nothing more at the time of reading. */
  at_end: boolean;
}

export type SubscriptionMessage =
  | { kind: 'event'; event: RecordedEvent }
  /** No matching events up to here; lets the checkpoint pass other events. */
  | { kind: 'checkpoint'; position: Position }
  /** All events in the log have been delivered; repeated whenever the subscriber has caught up again. */
  | { kind: 'caught_up'; position: Position };

export interface ReadStreamOptions {
  /** First revision to read (inclusive); default 0, or the last when backwards. */
  from?: number;
  /** Most events to read; default all. */
  limit?: number;
  direction?: 'forwards' | 'backwards';
}

export interface EventStore {
  /**
   * Appends all events or none. Resolves only when they are durable. Repeating an append with the same ids at the same
   * expected revision returns the first result and writes nothing, also for a prefix of the events (no store can tell
   * the two apart cheaply). A superset, another order or another revision is `wrong_expected_revision`. An empty append
   * writes nothing and compares nothing.
   * Ids are lower-case UUIDs, unique within an append; stream names are 1 to 250 of `A-Z a-z 0-9 . _ : @ / -`, type
   * names at most 128 of `A-Z a-z 0-9 . _ -`. Appended events must not be changed afterwards: subscribers of this
   * process may get the same objects.
   * Throws EventStoreError: `append_too_large`, `append_invalid` (checked before anything is sent), `unavailable` (the
   * events may have been written: repeat with the same ids and revision).
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;

  /** Events of one stream; empty when there is no such stream. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]>;

  /** One page of the global order strictly after `after`: at most `limit` events, fewer if they are large. */
  readAll(options: { after: Position; limit: number; filter?: EventFilter }): Promise<ReadAllPage>;

  /**
   * All events strictly after `after`, then live ones, in order, until `signal` aborts (the iteration then ends
   * normally). Reconnects by itself when the server drops it; delivers every event at least once and in order.
   * An event is delivered once it is durable and visible to every read. That may be before its `append` has resolved, so
   * subscribers must not rely on what an appender does after its append. 'end' is the end at the time of this call, not
   * of the first iteration. Subscribers of a process may get the same event object, which must not be changed.
   */
  subscribe(options: {
    after: Position | 'end';
    filter?: EventFilter;
    /**
     * The caller only needs matching events. Checkpoints may then be late, or missing while the store is idle, so the
     * server need not send other events. Default: every event moves the position at once.
     */
    eventsOnly?: boolean;
    signal: AbortSignal;
  }): AsyncIterable<SubscriptionMessage>;

  /** Position of the last event; START for an empty store. */
  head(): Promise<Position>;

  close(): Promise<void>;
}

export type EventStoreErrorCode = 'append_too_large' | 'append_invalid' | 'unavailable';

/** Identified by `code`. The message contains sizes and field names, never contents. */
export class EventStoreError extends Error {
  readonly code: EventStoreErrorCode;
  constructor(code: EventStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreError';
    this.code = code;
  }
}
