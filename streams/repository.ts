/**
 * Executes commands on event streams: load, decide, append, with a retry after a conflict. The command API and the
 * pipeline both use it.
 */
import { nextTurn } from '#common/turns.ts';
import { type DomainEvent, decodeEvent, encodeEvent } from '#contracts/events/registry.ts';
import {
  type EventMetadata,
  type EventStore,
  EventStoreError,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  START,
} from '#contracts/ports/event-store.ts';
import type { Decider, Decision } from '#domain/decider.ts';

export interface LoadedStream<State> {
  state: State;
  revision: ExpectedRevision;
  /** Position of the stream's last event; START for a stream that does not exist. */
  position: Position;
}

/** Folding this many events takes about a millisecond; then the event loop gets a turn. */
const EVENTS_PER_TURN = 50;

/** Reads and folds a stream. Skips events of types that this version does not know. */
export async function loadStream<State, Event extends DomainEvent>(
  store: Pick<EventStore, 'readStream'>,
  decider: Pick<Decider<State, never, Event>, 'initialState' | 'evolve'>,
  stream: string,
): Promise<LoadedStream<State>> {
  const events = await store.readStream(stream);
  let state = decider.initialState();
  for (const [i, recorded] of events.entries()) {
    const event = decodeEvent(recorded);
    if (event !== null) state = decider.evolve(state, event as Event);
    if (i % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await nextTurn();
  }
  const last = events.at(-1);
  return { state, revision: last?.revision ?? 'no_stream', position: last?.position ?? START };
}

export type CarriedOut<State, Code extends string> =
  /** The stream after the command; pass it as `loaded` to the next command. */
  | (LoadedStream<State> & {
      accepted: true;
      /** False if the command had been executed before, so nothing was appended. */
      changed: boolean;
    })
  | Extract<Decision<never, Code>, { accepted: false }>;

export interface CarryOutOptions<Event> {
  metadata: EventMetadata;
  /** The id of each event. Return the same ids on a repeated command if the store should recognize the repetition. */
  eventId(event: Event, index: number): string;
}

/** More conflicts in a row than this mean that something is wrong. */
const MAX_CONFLICTS = 10;
/** Attempts at an append with unknown outcome. Repeating it with the same ids and revision is safe. */
const MAX_UNAVAILABLE = 3;

/**
 * Executes a command. After a conflict it loads the stream again and decides anew. Many or large events are appended in
 * several parts, and a reader may see the first parts only: events that complete something must come last.
 * Throws EventStoreError `unavailable` after repeated failures or conflicts, `append_too_large` for a single event over
 * the limit.
 */
export async function carryOut<State, Command, Event extends DomainEvent, Code extends string>(
  store: EventStore,
  decider: Decider<State, Command, Event, Code>,
  stream: string,
  command: Command,
  options: CarryOutOptions<Event>,
  loaded?: LoadedStream<State>,
): Promise<CarriedOut<State, Code>> {
  let current = loaded ?? (await loadStream(store, decider, stream));
  for (let conflicts = 0; ; conflicts++) {
    const decision = decider.decide(command, current.state);
    if (!decision.accepted) return decision;
    if (decision.events.length === 0) {
      return { accepted: true, ...current, changed: false };
    }
    const appended = await appendInParts(store, stream, current.revision, toStored(decision.events, options));
    if (appended !== null) {
      const state = decision.events.reduce((folded, event) => decider.evolve(folded, event), current.state);
      return { accepted: true, state, ...appended, changed: true };
    }
    if (conflicts === MAX_CONFLICTS) throw new EventStoreError('unavailable', `too many conflicts on one stream`);
    current = await loadStream(store, decider, stream);
  }
}

/** Encodes events lazily: a long text has thousands. */
function* toStored<Event extends DomainEvent>(
  events: readonly Event[],
  { eventId, metadata }: CarryOutOptions<Event>,
): Generator<NewEvent> {
  for (const [index, event] of events.entries()) {
    yield { id: eventId(event, index), ...encodeEvent(event), metadata };
  }
}

/** Appends the events; returns the stream's new end, or null on a conflict. */
async function appendInParts(
  store: EventStore,
  stream: string,
  expected: ExpectedRevision,
  events: Iterable<NewEvent>,
): Promise<Omit<LoadedStream<never>, 'state'> | null> {
  let revision = expected;
  let position: Position = START;
  let isFirst = true;
  for await (const part of parts(events)) {
    // Building a part takes some milliseconds and appending it too; let other work run in between.
    if (!isFirst) await nextTurn();
    isFirst = false;
    const result = await appendWithRetry(store, stream, revision, part);
    if (result.outcome === 'wrong_expected_revision') return null;
    revision = result.revision;
    position = result.position;
  }
  return { revision, position };
}

async function appendWithRetry(
  store: EventStore,
  stream: string,
  revision: ExpectedRevision,
  events: readonly NewEvent[],
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store.append(stream, revision, events);
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
/** Building this many events takes a millisecond or two, mostly for their ids. */
const MADE_PER_TURN = 50;

/** Length of the value as JSON in UTF-8 bytes, which is how the limit on an append counts. */
export function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

async function* parts(events: Iterable<NewEvent>): AsyncGenerator<NewEvent[]> {
  let part: NewEvent[] = [];
  let bytes = 0;
  let made = 0;
  // All events of a command share one metadata object, so it is measured once.
  let metadata: NewEvent['metadata'] | null = null;
  let metadataBytes = 0;
  for (const event of events) {
    if (event.metadata !== metadata) {
      metadata = event.metadata;
      metadataBytes = jsonBytes(metadata);
    }
    const size = jsonBytes(event.data) + metadataBytes;
    if (++made % MADE_PER_TURN === 0) await nextTurn();
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
