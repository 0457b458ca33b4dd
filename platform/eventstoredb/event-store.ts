/**
 * The event store port on EventStoreDB (KurrentDB), over one connection.
 *
 * See position.ts for positions, and log-reader.ts for reads of the whole log. Subscriptions filter event types here, and
 * have the server do it only for subscribers that need nothing but events: this way the position moves with every event,
 * which that of a filtered subscription does not while no event matches. Events of the server, other programs and other
 * deployments are skipped. Every read requires the leader, as a follower may not know yet that a key was revoked.
 */
import {
  type Direction,
  END,
  type EventStoreDBClient,
  jsonEvent,
  type ReadRevision,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { within } from '#common/within.ts';
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
  START,
  type SubscriptionMessage,
} from '#contracts/ports/event-store.ts';
import { encodeAppend } from '../events/encode.ts';
import { repeat } from './attempts.ts';
import { type Connection, connect, disconnect } from './client.ts';
import { type Access, ForeignEventError, isMissingStream } from './failures.ts';
import { type FirstEvent, LogReader } from './log-reader.ts';
import { fromPosition, toPosition } from './position.ts';
import { readEach } from './read-each.ts';
import { type Resolved, toProposed, toRecorded } from './recorded.ts';
import { StreamNames } from './stream-names.ts';
import { subscription } from './subscription.ts';

export interface EventStoreDbOptions {
  /** Connection string: `esdb://user:password@host:2113?tls=true`, or `esdb+discover://` for a cluster. */
  url: string;
  /** Prefix of all stream names on the server, so that deployments can share it. Default: none. */
  streamPrefix?: string;
  /** The event that the log of this deployment begins with. Default: it is read from the start of the server's log. */
  first?: FirstEvent;
  /** PEM: authorities trusted in addition to Node's. */
  authority?: string;
  /** Receives errors that the store recovers from: broken subscriptions, skipped events of other programs. */
  onError: (error: Error) => void;
  /** Time limit of one attempt of an append or a read; the call fails after three times as long. */
  appendTimeoutMs?: number;
  /** A subscription that receives nothing for this long is replaced, as it may have died silently. */
  silenceMs?: number;
}

const DEFAULT_TIMEOUT_MS = 5_000;
const DEFAULT_SILENCE_MS = 60_000;
/** Events requested at once. */
const PAGE = 500;
/** Most foreign event types that are reported. */
const MAX_FOREIGN_TYPES = 100;

/** Connects on the first call, which then fails if the server is down. Throws for a malformed connection string. */
export function createEventStoreDbStore(options: EventStoreDbOptions): EventStore {
  return new EventStoreDbStore(options);
}

class EventStoreDbStore implements EventStore {
  readonly #client: EventStoreDBClient;
  readonly #explained: Connection['explained'];
  readonly #names: StreamNames;
  readonly #onError: (error: Error) => void;
  readonly #timeoutMs: number;
  readonly #silenceMs: number;
  readonly #closed = new AbortController();
  /** Foreign event types already reported. */
  readonly #foreign = new Set<string>();
  readonly #log: LogReader;

  constructor(options: EventStoreDbOptions) {
    const { client, explained } = connect(options.url, options.authority);
    this.#client = client;
    this.#explained = explained;
    this.#names = new StreamNames(options.streamPrefix ?? '');
    this.#onError = options.onError;
    this.#timeoutMs = options.appendTimeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#silenceMs = options.silenceMs ?? DEFAULT_SILENCE_MS;
    this.#log = new LogReader({
      client,
      names: this.#names,
      first: options.first,
      timeoutMs: this.#timeoutMs,
      repeat: (access, attempt) => this.#repeat(access, attempt),
      onForeign: (resolved) => this.#reportForeign(resolved),
    });
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    if (expected !== 'no_stream' && !(Number.isSafeInteger(expected) && expected >= 0)) {
      throw new EventStoreError('append_invalid', 'the expected revision is malformed');
    }
    encodeAppend(stream, events);
    if (events.length === 0) return this.#standing(stream);
    const proposed = events.map((event) => jsonEvent(toProposed(event)));
    const expectedRevision = expected === 'no_stream' ? expected : BigInt(expected);
    const outcome = await this.#repeat('appending to a stream', () => {
      const options = { expectedRevision, deadline: this.#timeoutMs, requiresLeader: true };
      const call = this.#client.appendToStream(this.#names.toServer(stream), proposed, options);
      return within(this.#timeoutMs, call).catch(conflictAsOutcome);
    });
    if (outcome instanceof WrongExpectedVersionError) {
      return { outcome: 'wrong_expected_revision', expected, actual: toRevision(outcome.actualVersion) };
    }
    const revision = Number(outcome.nextExpectedRevision);
    if (outcome.position !== undefined) {
      return { outcome: 'appended', revision, position: toPosition(outcome.position) };
    }
    // A server may omit the position when it recognizes a repeated append.
    const [last] = await this.readStream(stream, { from: revision, limit: 1 });
    if (last === undefined) throw new Error('the server acknowledged an event that it does not have');
    return { outcome: 'appended', revision, position: last.position };
  }

  async readStream(stream: string, options: ReadStreamOptions = {}): Promise<RecordedEvent[]> {
    const { limit = Number.POSITIVE_INFINITY, direction = 'forwards' } = options;
    const events: RecordedEvent[] = [];
    let from = startRevision(options.from, direction);
    while (events.length < limit) {
      const wanted = Math.min(PAGE, limit - events.length);
      const page = await this.#readRevisions(stream, from, wanted, direction);
      for (const event of page) events.push(event);
      const last = page.at(-1)?.revision;
      if (page.length < wanted || last === undefined || (direction === 'backwards' && last === 0)) break;
      from = BigInt(direction === 'forwards' ? last + 1 : last - 1);
    }
    return events;
  }

  readAll(options: { after: Position; limit: number; filter?: EventFilter }): Promise<ReadAllPage> {
    return this.#log.readAll(options);
  }

  subscribe(options: {
    after: Position | 'end';
    filter?: EventFilter;
    eventsOnly?: boolean;
    signal: AbortSignal;
  }): AsyncIterable<SubscriptionMessage> {
    const { filter, eventsOnly = false } = options;
    // `end` means the end at the time of this call, not when the caller starts to iterate.
    const after = options.after === 'end' ? this.head() : options.after;
    if (after instanceof Promise) after.catch(() => {});
    else fromPosition(after);
    return subscription({
      client: this.#client,
      names: this.#names,
      after,
      first: () => this.#log.first(),
      filter,
      eventsOnly,
      signal: AbortSignal.any([options.signal, this.#closed.signal]),
      silenceMs: this.#silenceMs,
      onError: this.#onError,
      onForeign: (resolved) => this.#reportForeign(resolved),
    });
  }

  head(): Promise<Position> {
    return this.#log.head();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await disconnect(this.#client);
  }

  /** The result of an empty append: the current revision and position of a stream. */
  async #standing(stream: string): Promise<AppendResult> {
    const [last] = await this.readStream(stream, { direction: 'backwards', limit: 1 });
    return { outcome: 'appended', revision: last?.revision ?? -1, position: last?.position ?? START };
  }

  #readRevisions(stream: string, fromRevision: ReadRevision, maxCount: number, direction: Direction) {
    return this.#repeat('reading a stream', async () => {
      const events: RecordedEvent[] = [];
      const options = { fromRevision, maxCount, direction, requiresLeader: true };
      const reading = this.#client.readStream(this.#names.toServer(stream), options);
      try {
        await readEach(reading, this.#timeoutMs, (resolved) => {
          const event = toRecorded(resolved, this.#names);
          // Skipping it would fold the stream into a state that never existed.
          if (event === null) throw new ForeignEventError();
          events.push(event);
          return true;
        });
      } catch (error) {
        if (!isMissingStream(error)) throw error;
      }
      return events;
    });
  }

  /** Reports each foreign type once, by its truncated name only: the content may be confidential. */
  #reportForeign(resolved: Resolved): void {
    const type = String(resolved.event?.type).slice(0, 128);
    if (this.#foreign.has(type) || this.#foreign.size >= MAX_FOREIGN_TYPES) return;
    this.#foreign.add(type);
    this.#onError(new Error(`skipped an event that this service did not write, of type ${JSON.stringify(type)}`));
  }

  #repeat<T>(access: Access, attempt: () => Promise<T>): Promise<T> {
    const explaining = async () => {
      try {
        return await attempt();
      } catch (error) {
        throw await this.#explained(error);
      }
    };
    return repeat(access, explaining, this.#timeoutMs, this.#closed.signal);
  }
}

/** A conflict is an outcome, not a failure to retry. */
function conflictAsOutcome(error: unknown): WrongExpectedVersionError {
  if (error instanceof WrongExpectedVersionError) return error;
  throw error;
}

/** Converts a revision. The client's types say bigint, but numbers have been observed. */
function toRevision(actual: unknown): ExpectedRevision {
  return typeof actual === 'bigint' || typeof actual === 'number' ? Number(actual) : 'no_stream';
}

function startRevision(from: number | undefined, direction: Direction): ReadRevision {
  if (from !== undefined) return BigInt(from);
  return direction === 'forwards' ? 'start' : END;
}
