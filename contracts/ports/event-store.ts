/**
 * The event store port. Shaped after EventStoreDB: streams with revisions, one global order, optimistic concurrency.
 *
 * Positions are opaque strings of fixed width per adapter whose byte order is log order, so every store can guard
 * `position < new` with a plain string comparison. `START` sorts before all of them.
 */
import type { JsonObject } from '../json.ts';

declare const positionBrand: unique symbol;
/** Place of an event in the global order. Made by adapters only; compared as a string, never taken apart. */
export type Position = string & { readonly [positionBrand]: true };

/** Before the first event. */
export const START = '' as Position;

/** Limit on one append: the sum of UTF-8 bytes of data and metadata of all its events (EventStoreDB's is 1 MiB on the whole request). */
export const MAX_APPEND_BYTES = 1_000_000;

/** Who did it, from where, and what led to it. Every event carries all of it; ids only, never customer text. */
export interface EventMetadata {
  actor: { type: 'api_key' | 'user' | 'system'; id: string };
  /** Address of the caller; null for work the system does by itself. */
  ip: string | null;
  request_id: string;
  /** The verification or command this belongs to, over all stages. */
  correlation_id: string;
  /** Id of the event or request that led to this one. */
  causation_id: string;
  /** W3C trace context. */
  traceparent: string;
  /** Organization the event belongs to; null for the system's own. */
  organization_id: string | null;
}

export interface NewEvent {
  /** UUID. Deterministic where a re-run must make the same one. */
  id: string;
  /** Stored type name with version, e.g. `ClaimExtracted.v1`. */
  type: string;
  data: JsonObject;
  metadata: EventMetadata;
}

export interface RecordedEvent extends NewEvent {
  stream: string;
  /** 0 for the first event of the stream. */
  revision: number;
  position: Position;
  /** RFC 3339, set by the store. */
  recorded_at: string;
}

/** The revision of the last event the writer knows, or that it knows of none. */
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
  /** Up to where the log was searched: resume after it. Moves past ignored events too. */
  position: Position;
  /** True when nothing was left in the log at the time of reading. */
  at_end: boolean;
}

export type SubscriptionMessage =
  | { kind: 'event'; event: RecordedEvent }
  /** Nothing of interest up to here; lets the checkpoint pass events that the filter ignores. */
  | { kind: 'checkpoint'; position: Position }
  /** All that stood in the log has been delivered; repeated after every time it fell behind. */
  | { kind: 'caught_up'; position: Position };

export interface ReadStreamOptions {
  /** First revision to read (inclusive); default 0, or the last when backwards. */
  from?: number;
  /** At most so many events; default all. */
  limit?: number;
  direction?: 'forwards' | 'backwards';
}

export interface EventStore {
  /**
   * Appends all events or none. Resolves only when they are durable. Always with an explicit expected revision:
   * the same ids at the same expected revision answer as the first time and write nothing, a prefix too (no store can
   * tell cheaply which of the two happened); a superset, another order or another revision is
   * `wrong_expected_revision`. An empty append writes nothing and compares nothing.
   * Ids are lower-case UUIDs, no two alike in one append; stream names are 1 to 250 of `A-Z a-z 0-9 . _ : @ / -`,
   * type names at most 128 of `A-Z a-z 0-9 . _ -`. What is appended must not be changed any more: subscribers of this
   * process may be handed the same objects.
   * Throws EventStoreError: `append_too_large`, `append_invalid` (checked before anything is sent),
   * `unavailable` (may or may not have been written: repeat with the same ids and revision).
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;

  /** Events of one stream; empty when there is no such stream. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<RecordedEvent[]>;

  /** One page of the global order strictly after `after`: at most `limit` events, fewer where they are large. */
  readAll(options: { after: Position; limit: number; filter?: EventFilter }): Promise<ReadAllPage>;

  /**
   * Everything strictly after `after`, then live, in order, until `signal` aborts (the iteration then ends normally).
   * Reconnects by itself where the server drops it; every event is delivered at least once and in order.
   * An event is delivered once it is durable, and every read finds it then. That may be before the `append` of it has
   * resolved: nobody may rely on what an appender does after its append having been done.
   * 'end' is the end at the time of this call, not of the first iteration. Subscribers of one process may be handed
   * the same event object: it must not be changed.
   */
  subscribe(options: {
    after: Position | 'end';
    filter?: EventFilter;
    /**
     * The caller wants the events of the filter alone. How far others were passed may be told late, and on an idle store
     * not at all, so a store need not send them. Left out: every event moves the position at once.
     */
    eventsOnly?: boolean;
    signal: AbortSignal;
  }): AsyncIterable<SubscriptionMessage>;

  /** Position of the last event; START for an empty store. */
  head(): Promise<Position>;

  close(): Promise<void>;
}

export type EventStoreErrorCode = 'append_too_large' | 'append_invalid' | 'unavailable';

/** Recognised by `code`. The message names sizes and field names, never contents. */
export class EventStoreError extends Error {
  readonly code: EventStoreErrorCode;
  constructor(code: EventStoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreError';
    this.code = code;
  }
}
