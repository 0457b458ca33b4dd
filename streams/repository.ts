/**
 * Executes commands on event streams: load, decide, append, with a retry after a conflict. The command API and the
 * pipeline both use it.
 */
import { nextTurn, Turn } from '#common/turns.ts';
import {
  type EventMetadata,
  type EventStore,
  EventStoreError,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type RecordedEvent,
  START,
} from '#contracts/ports/event-store.ts';
import type { Aggregate, AggregateReader } from '#domain/aggregate.ts';
import { type Decision, foldRecorded } from '#domain/decider.ts';
import { type DomainEvent, encodeEvent } from '#domain/events/registry.ts';
import { newEventId } from '#domain/ids.ts';
import { readInPages } from './read-in-pages.ts';

export interface LoadedStream<State> {
  state: State;
  revision: ExpectedRevision;
  /** Position of the stream's last event; START for a stream that does not exist. */
  position: Position;
}

/** Events folded together: this takes about a millisecond. */
const EVENTS_AT_A_TIME = 50;

/** The present state of the aggregate with this id, or the initial state if there is none. */
export async function load<State, Event>(
  events: Pick<EventStore, 'readStream'>,
  aggregate: AggregateReader<State, Event>,
  id: string,
): Promise<LoadedStream<State>> {
  let loaded = newStream(aggregate);
  for await (const page of readInPages(events, aggregate.stream(id))) loaded = await foldPage(aggregate, page, loaded);
  return loaded;
}

/** Folds all events of a stream, as `foldInTurns`. */
export async function foldStream<State, Event>(
  aggregate: AggregateReader<State, Event>,
  recorded: readonly RecordedEvent[],
): Promise<LoadedStream<State>> {
  return foldPage(aggregate, recorded, newStream(aggregate));
}

async function foldPage<State, Event>(
  aggregate: AggregateReader<State, Event>,
  recorded: readonly RecordedEvent[],
  before: LoadedStream<State>,
): Promise<LoadedStream<State>> {
  const last = recorded.at(-1);
  if (last === undefined) return before;
  const state = await foldInTurns(aggregate, recorded, before.state);
  return { state, revision: last.revision, position: last.position };
}

/**
 * Folds recorded events, which come after those of `before`, with turns of the event loop in between. Skips events of
 * types that this version does not know. Throws UnreadableEventError.
 */
export async function foldInTurns<State, Event>(
  aggregate: AggregateReader<State, Event>,
  recorded: readonly RecordedEvent[],
  before: State,
): Promise<State> {
  let state = before;
  const turn = new Turn();
  for (let at = 0; at < recorded.length; at += EVENTS_AT_A_TIME) {
    if (turn.isOver) await turn.next();
    const some = recorded.slice(at, at + EVENTS_AT_A_TIME).flatMap((stored) => {
      const event = aggregate.decode(stored);
      return event === null ? [] : [{ event, revision: stored.revision }];
    });
    state = foldRecorded(aggregate, some, state);
  }
  return state;
}

/** A stream that has no events yet. */
function newStream<State>(aggregate: Pick<AggregateReader<State, never>, 'initialState'>): LoadedStream<State> {
  return { state: aggregate.initialState(), revision: 'no_stream', position: START };
}

export type Executed<State, Code extends string> =
  /** The stream after the command; pass it as `loaded` to the next command. */
  | (LoadedStream<State> & {
      accepted: true;
      /** False if the command had been executed before, so nothing was appended. */
      changed: boolean;
    })
  | Extract<Decision<never, Code>, { accepted: false }>;

export interface ExecuteOptions<State, Event> {
  metadata: EventMetadata;
  /** The id of each event, for a repeated command to create the same event. Default: new ids. */
  eventId?(event: Event, index: number): string;
  /** The stream as far as the caller knows it, so that it need not be loaded. If it is stale, the append conflicts. */
  loaded?: LoadedStream<State>;
  /** The stream probably does not exist, so it is not loaded first. If it does exist, the append conflicts. */
  expectNew?: boolean;
}

/** More conflicts in a row than this mean that something is wrong. */
const MAX_CONFLICTS = 10;
/** Attempts at an append with unknown outcome. Repeating it with the same ids and revision is safe. */
const MAX_UNAVAILABLE = 3;

/**
 * Executes a command. After a conflict it loads the stream and decides again. Many or large events are appended in
 * several parts, so readers may see only the first parts for a while: events that complete something must come last.
 * Throws EventStoreError `unavailable` after repeated failures or conflicts, `append_too_large` if a single event is
 * over the limit.
 */
export async function execute<State, Command, Event extends DomainEvent, Code extends string>(
  events: EventStore,
  aggregate: Aggregate<State, Command, Event, Code>,
  id: string,
  command: Command,
  options: ExecuteOptions<State, Event>,
): Promise<Executed<State, Code>> {
  const { loaded, expectNew = false } = options;
  const stream = aggregate.stream(id);
  let current = loaded ?? (expectNew ? newStream(aggregate) : await load(events, aggregate, id));
  for (let conflicts = 0; ; conflicts++) {
    const decision = aggregate.decide(command, current.state);
    if (!decision.accepted) return decision;
    if (decision.events.length === 0) {
      return { accepted: true, ...current, changed: false };
    }
    const appended = await appendInParts(events, stream, current.revision, toStored(decision.events, options));
    if (appended !== null) {
      const first = current.revision === 'no_stream' ? 0 : current.revision + 1;
      const placed = decision.events.map((event, i) => ({ event, revision: first + i }));
      const state = foldRecorded(aggregate, placed, current.state);
      return { accepted: true, state, ...appended, changed: true };
    }
    if (conflicts === MAX_CONFLICTS) throw new EventStoreError('unavailable', `too many conflicts on one stream`);
    current = await load(events, aggregate, id);
  }
}

/** Encodes events lazily: a long text has thousands. */
function* toStored<Event extends DomainEvent>(
  events: readonly Event[],
  { metadata, eventId = newEventId }: Pick<ExecuteOptions<never, Event>, 'metadata' | 'eventId'>,
): Generator<NewEvent> {
  for (const [index, event] of events.entries()) {
    yield { id: eventId(event, index), ...encodeEvent(event), metadata };
  }
}

/** Appends the events; returns the stream's new end, or null on a conflict. */
async function appendInParts(
  events: EventStore,
  stream: string,
  expected: ExpectedRevision,
  newEvents: Iterable<NewEvent>,
): Promise<Omit<LoadedStream<never>, 'state'> | null> {
  let revision = expected;
  let position: Position = START;
  let isFirst = true;
  for await (const part of parts(newEvents)) {
    // Building a part takes some milliseconds and appending it too; let other work run in between.
    if (!isFirst) await nextTurn();
    isFirst = false;
    const result = await appendWithRetry(events, stream, revision, part);
    if (result.outcome === 'wrong_expected_revision') return null;
    revision = result.revision;
    position = result.position;
  }
  return { revision, position };
}

async function appendWithRetry(
  events: EventStore,
  stream: string,
  revision: ExpectedRevision,
  newEvents: readonly NewEvent[],
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await events.append(stream, revision, newEvents);
    } catch (error) {
      const unknownOutcome = error instanceof EventStoreError && error.code === 'unavailable';
      if (!unknownOutcome || attempt === MAX_UNAVAILABLE) throw error;
    }
  }
}

/**
 * Bytes of events per append, well within the store's limit: serializing them blocks the event loop for some
 * milliseconds.
 */
const PART_BYTES = 250_000;

/** Length of the value as JSON in UTF-8 bytes, which is how the limit on an append counts. */
export function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

async function* parts(events: Iterable<NewEvent>): AsyncGenerator<NewEvent[]> {
  let part: NewEvent[] = [];
  let bytes = 0;
  const turn = new Turn();
  // All events of a command share one metadata object, so it is measured once.
  let metadata: NewEvent['metadata'] | null = null;
  let metadataBytes = 0;
  for (const event of events) {
    if (event.metadata !== metadata) {
      metadata = event.metadata;
      metadataBytes = jsonBytes(metadata);
    }
    const size = jsonBytes(event.data) + metadataBytes;
    if (turn.isOver) await turn.next();
    if (part.length > 0 && bytes + size > PART_BYTES) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(event);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
