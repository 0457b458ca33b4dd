/**
 * Reads `$all`: pages of it, its end, and where the log of this deployment begins. Others may have written millions of
 * events before, between and after, so the server leaves them out: by the prefix of stream names, or by event types where
 * there is no prefix. A read that the server filters is silent until it finds something, and so looks like a dead server
 * when it takes long; then reading goes on without a filter, page by page.
 */
import { BACKWARDS, END, type EventStoreDBClient, type ReadPosition } from '@eventstore/db-client';
import {
  type EventFilter,
  type Position,
  type ReadAllPage,
  type RecordedEvent,
  START,
} from '#contracts/ports/event-store.ts';
import { type Access, isMissingStream } from './failures.ts';
import { fromPosition } from './position.ts';
import { readAllOf, type ServerFilter } from './read-all.ts';
import { readEach, SilenceError, weight } from './read-each.ts';
import { isForeign, positionOf, type Resolved, toRecorded } from './recorded.ts';
import type { StreamNames } from './stream-names.ts';

/** The event that a log begins with, for which the log of this deployment need not be searched from its start. */
export interface FirstEvent {
  /** Name of its stream, in which it is the first event. */
  stream: string;
  /** Whether nothing of this deployment was written before it. */
  isFirst(event: RecordedEvent): boolean;
}

export interface LogReaderOptions {
  client: EventStoreDBClient;
  names: StreamNames;
  first: FirstEvent | undefined;
  timeoutMs: number;
  repeat<T>(access: Access, attempt: () => Promise<T>): Promise<T>;
  /** Receives events that neither this service, the server nor another deployment wrote. */
  onForeign: (resolved: Resolved) => void;
}

/** Time limit of reads that the server filters: it passes some millions of other events in this time. */
const FILTERED_TIMEOUT_MS = 20_000;
/** Events requested at once. */
const PAGE = 500;
/** A page ends with the event that exceeds this size. */
const MAX_PAGE_BYTES = 1_000_000;
const ACCESS = 'reading $all';

/** A backwards search for the last event: `size` events, filtered by the server or not. */
interface Search {
  from: ReadPosition;
  size: number;
  filter: ServerFilter | null;
}

/** `newest` is the first event read. `head` is the last event of this deployment, `back` where the search continues. */
type Found = { newest: Position } & ({ head: Position } | { back: Position });

export class LogReader {
  readonly #options: LogReaderOptions;
  /** The last event of this deployment. */
  #head = START;
  /** The log was searched for the head up to here and need not be searched again. */
  #searched = START;
  /** The first event of this deployment, once it is known. */
  #first: RecordedEvent | null = null;
  /** False once a filtered read took too long. */
  #mayFilter = true;

  constructor(options: LogReaderOptions) {
    this.#options = options;
  }

  /** See the port's `readAll`. */
  async readAll({
    after,
    limit,
    filter,
  }: {
    after: Position;
    limit: number;
    filter?: EventFilter;
  }): Promise<ReadAllPage> {
    const from = after === START ? ((await this.first())?.position ?? START) : after;
    fromPosition(from);
    const types = filter === undefined ? null : new Set(filter.types);
    const onServer = this.#mayFilter ? this.#filterOf(types) : null;
    if (onServer !== null) {
      try {
        // What the server leaves out has no position, so the page ends at least where the log did before it was read.
        const end = await this.#newest();
        const page = await this.#page({ from, after, limit, types, onServer });
        return page.at_end && page.position < end ? { ...page, position: end } : page;
      } catch (error) {
        if (!isSilence(error)) throw error;
        this.#mayFilter = false;
      }
    }
    return this.#page({ from, after, limit, types, onServer: null });
  }

  /** See the port's `head`. Events of the server itself and of other deployments don't count. */
  async head(): Promise<Position> {
    const prefix = this.#options.names.prefix;
    let isFiltered = prefix !== '' && this.#searched === START;
    let from: ReadPosition = END;
    let newest: Position | null = null;
    for (let size = 1; ; size = Math.min(PAGE, size * 10)) {
      const filter: ServerFilter | null = isFiltered && newest !== null ? { streamPrefix: prefix } : null;
      let found: Found;
      try {
        found = await this.#options.repeat(ACCESS, () => this.#lookBack({ from, size, filter }));
      } catch (error) {
        if (filter === null || !isSilence(error)) throw error;
        // Too many events of other deployments. Unfiltered reading takes longer, but each page of it arrives in time.
        isFiltered = false;
        continue;
      }
      newest ??= found.newest;
      if ('head' in found) {
        if (found.head > this.#head) this.#head = found.head;
        if (newest > this.#searched) this.#searched = newest;
        return this.#head;
      }
      from = fromPosition(found.back);
    }
  }

  /** The first event of this deployment; null if it is not known, and the log is read from its start. */
  async first(): Promise<RecordedEvent | null> {
    const { first, names, client, timeoutMs, repeat } = this.#options;
    if (first === undefined || this.#first !== null) return this.#first;
    const event = await repeat('reading a stream', async () => {
      let found: RecordedEvent | null = null;
      const reading = client.readStream(names.toServer(first.stream), { maxCount: 1, requiresLeader: true });
      try {
        await readEach(reading, timeoutMs, (resolved) => {
          found = toRecorded(resolved, names);
          return false;
        });
      } catch (error) {
        if (!isMissingStream(error)) throw error;
      }
      return found as RecordedEvent | null;
    });
    if (event !== null && first.isFirst(event)) this.#first = event;
    return this.#first;
  }

  #timeoutOf(filter: ServerFilter | null): number {
    return filter === null ? this.#options.timeoutMs : FILTERED_TIMEOUT_MS;
  }

  /** The filter that leaves most to the server; null where there is none. The server takes one of the two kinds. */
  #filterOf(types: ReadonlySet<string> | null): ServerFilter | null {
    const { prefix } = this.#options.names;
    if (prefix !== '') return { streamPrefix: prefix };
    return types === null || types.size === 0 ? null : { types: [...types] };
  }

  async #page(wanted: {
    /** The server reads from this event on. */
    from: Position;
    after: Position;
    limit: number;
    types: ReadonlySet<string> | null;
    onServer: ServerFilter | null;
  }): Promise<ReadAllPage> {
    const { from, after, limit, types, onServer } = wanted;
    const { client, repeat } = this.#options;
    // Two more than needed: one shows whether more is left, the other is the event at `after`, which the server
    // repeats.
    const maxCount = (types === null ? limit : Math.max(limit, PAGE)) + 2;
    const options = { fromPosition: fromPosition(from), maxCount, requiresLeader: true };
    return repeat(ACCESS, async () => {
      const page: ReadAllPage = { events: [], position: after, at_end: true };
      let [received, bytes] = [0, 0];
      await readEach(readAllOf(client, onServer, options), this.#timeoutOf(onServer), (resolved) => {
        received++;
        const position = positionOf(resolved);
        if (position <= page.position) return true;
        page.at_end = page.events.length < limit && bytes <= MAX_PAGE_BYTES && received < maxCount;
        if (!page.at_end) return false;
        page.position = position;
        const event = this.#ours(resolved);
        if (event === null || types?.has(event.type) === false) return true;
        bytes += weight(resolved);
        page.events.push(event);
        return true;
      });
      return page;
    });
  }

  /** Position of the last event of anybody. */
  async #newest(): Promise<Position> {
    const { client, repeat, timeoutMs } = this.#options;
    return repeat(ACCESS, async () => {
      let newest = START;
      const options = { direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true } as const;
      await readEach(client.readAll(options), timeoutMs, (resolved) => {
        newest = positionOf(resolved);
        return false;
      });
      return newest;
    });
  }

  /** Searches backwards for the last event of this deployment, down to where an earlier search began. */
  async #lookBack({ from, size, filter }: Search): Promise<Found> {
    const { client, names } = this.#options;
    const searched = this.#searched;
    let newest = START;
    let head: Position | null = null;
    let back: Position = START;
    let received = 0;
    const options = { direction: BACKWARDS, fromPosition: from, maxCount: size, requiresLeader: true } as const;
    await readEach(readAllOf(client, filter, options), this.#timeoutOf(filter), (resolved) => {
      received++;
      back = positionOf(resolved);
      if (received === 1) newest = back;
      if (!isForeign(resolved, names)) head = back;
      else if (back <= searched) head = this.#head;
      return head === null;
    });
    if (head !== null) return { newest, head };
    return received < size ? { newest, head: START } : { newest, back };
  }

  /** Converts to the port's event; null for an event of another writer. */
  #ours(resolved: Resolved): RecordedEvent | null {
    const { names, onForeign } = this.#options;
    const event = toRecorded(resolved, names);
    if (event === null && !isForeign(resolved, names)) onForeign(resolved);
    return event;
  }
}

/** The time limit passed without anything from the server. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof SilenceError;
}
