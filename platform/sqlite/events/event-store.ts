/** The event store port over the SQLite log that a store thread hosts. */
import {
  type AppendResult,
  type EventFilter,
  type EventStore,
  EventStoreError,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type ReadAllPage,
  type ReadStreamOptions,
  type RecordedEvent,
  type SubscriptionMessage,
} from '#contracts/ports/event-store.ts';
import { type EncodedEvent, encodeAppend } from '../../events/encode.ts';
import { type HostedThread, type Remote, ThreadLostError } from '../../threads/rpc.ts';
import { COMMITTED, EVENT_LOG_PORT } from '../log-thread-names.ts';
import { EventFeed } from './event-feed.ts';
import type { EventLog } from './event-log.ts';
import type { StoredRow } from './event-reader.ts';
import type { FeedRow } from './feed-buffer.ts';
import { fromPosition, toPosition } from './position.ts';
import { toEvent } from './stored-row.ts';

/** A store over a thread that hosts an EventLog. Closing it ends the subscriptions; the caller closes the thread. */
export function createSqliteEventStore(thread: HostedThread): EventStore {
  return new SqliteEventStore(thread);
}

class SqliteEventStore implements EventStore {
  readonly #log: Remote<EventLog>;
  readonly #feed: EventFeed;

  constructor(thread: HostedThread) {
    this.#log = thread.port<EventLog>(EVENT_LOG_PORT);
    this.#feed = new EventFeed(async (after, limit, types) => {
      const page = await translateLoss(this.#log.readAll(after, limit, types));
      return { ...page, rows: page.rows.map(toFeedRow) };
    });
    // Deferred, so that the results of this store's own appends, sent in the same message, are handled first.
    thread.on<number>(COMMITTED, (head) => void setImmediate(() => this.#feed.committed(head)));
    void thread.ended.then((lost) => this.#feed.close(lost && unavailable(lost)));
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    if (expected !== 'no_stream' && !(Number.isSafeInteger(expected) && expected >= 0)) {
      throw new EventStoreError('append_invalid', 'the expected revision is malformed');
    }
    const encoded = encodeAppend(stream, events);
    const result = await translateLoss(this.#log.append(stream, expected, encoded));
    if (result.outcome !== 'appended') return result;
    const { revision, position, recorded_at } = result;
    if (recorded_at !== null) {
      this.#feed.appended(appendedRows(stream, events, encoded, { ...result, recorded_at }));
    }
    return { outcome: 'appended', revision, position: toPosition(position) };
  }

  async readStream(stream: string, options: ReadStreamOptions = {}): Promise<RecordedEvent[]> {
    const { limit = Number.POSITIVE_INFINITY, direction = 'forwards' } = options;
    const events: RecordedEvent[] = [];
    let from = options.from ?? null;
    while (events.length < limit) {
      const page = await translateLoss(this.#log.readStream(stream, from, limit - events.length, direction));
      for (const row of page.rows) events.push(toEvent(row));
      const last = page.rows.at(-1);
      if (!page.more || last === undefined) break;
      from = last[2] + (direction === 'forwards' ? 1 : -1);
    }
    return events;
  }

  async readAll(options: { after: Position; limit: number; filter?: EventFilter }): Promise<ReadAllPage> {
    const types = options.filter?.types ?? null;
    const page = await translateLoss(this.#log.readAll(fromPosition(options.after), options.limit, types));
    return { events: page.rows.map(toEvent), position: toPosition(page.position), at_end: page.at_end };
  }

  subscribe(options: {
    after: Position | 'end';
    filter?: EventFilter;
    signal: AbortSignal;
  }): AsyncIterable<SubscriptionMessage> {
    // `end` means the end at the time of this call, not when the caller starts to iterate.
    const after = options.after === 'end' ? translateLoss(this.#log.head()) : fromPosition(options.after);
    if (after instanceof Promise) after.catch(() => {});
    return this.#feed.subscribe({ after, types: options.filter?.types ?? null, signal: options.signal });
  }

  async head(): Promise<Position> {
    return toPosition(await translateLoss(this.#log.head()));
  }

  async close(): Promise<void> {
    this.#feed.close(null);
  }
}

/** Translates the loss of the thread into the port's `unavailable` error. */
async function translateLoss<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw error instanceof ThreadLostError ? unavailable(error) : error;
  }
}

function unavailable(cause: Error): EventStoreError {
  return new EventStoreError('unavailable', cause.message, { cause });
}

/** The events as a subscriber would read them from the log. */
function appendedRows(
  stream: string,
  events: readonly NewEvent[],
  encoded: readonly EncodedEvent[],
  last: { revision: number; position: number; recorded_at: number },
): FeedRow[] {
  const recorded_at = new Date(last.recorded_at).toISOString();
  return events.map((event, i) => {
    const { id, type, data, metadata } = event;
    const behind = events.length - 1 - i;
    const position = last.position - behind;
    const [, , dataText, metadataText] = encoded[i]!;
    const row = { id, type, data, metadata, stream, revision: last.revision - behind };
    const time = { recorded_at: event.recorded_at ?? recorded_at };
    const recorded: RecordedEvent = { ...row, position: toPosition(position), ...time };
    return { position, type, characters: dataText.length + metadataText.length, event: () => recorded };
  });
}

function toFeedRow(row: StoredRow): FeedRow {
  const [position, , , type, , , metadata, data] = row;
  let event: RecordedEvent | undefined;
  return {
    position,
    type,
    characters: metadata.length + data.length,
    event: () => {
      event ??= toEvent(row);
      return event;
    },
  };
}
