/**
 * Streams behind deciders: load, decide, append, and once more when somebody else was faster. Used wherever a command
 * is carried out: in the command API and in the pipeline.
 */
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
import { nextTurn } from '#contracts/turns.ts';
import type { Decider, Decision } from '#domain/decider.ts';

export interface LoadedStream<State> {
  state: State;
  revision: ExpectedRevision;
  /** Position of the last event read; START for a stream that does not exist. */
  position: Position;
}

/** Folding this many events takes a millisecond; then others get a turn of the event loop. */
const EVENTS_PER_TURN = 50;

/** Folds a stream. Events of types this version does not know are passed over. */
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
  /** With the stream as this command left it: pass it on as `loaded` to the next command. */
  | (LoadedStream<State> & {
      accepted: true;
      /** False when the command had been carried out before. */
      changed: boolean;
    })
  | Extract<Decision<never, Code>, { accepted: false }>;

export interface CarryOutOptions<Event> {
  metadata: EventMetadata;
  /** Event ids, in order of the events; must answer the same ids when a command is repeated, where that matters. */
  eventId(event: Event, index: number): string;
}

/** More writers on one stream than this, all at once, means something is wrong. */
const MAX_CONFLICTS = 10;
/** Appends whose outcome is unknown are repeated with the same ids and revision, which is safe. */
const MAX_UNAVAILABLE = 3;

/**
 * Carries out a command. A conflict loads the stream again and decides anew. Many or large events are appended in
 * several parts, so a reader may see a part of them first: events that complete something come last.
 * Throws EventStoreError `unavailable` when the store stays away, `append_too_large` for a single event over the limit.
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

/** One after the other, as they are asked for: a long text has thousands. */
function* toStored<Event extends DomainEvent>(
  events: readonly Event[],
  { eventId, metadata }: CarryOutOptions<Event>,
): Generator<NewEvent> {
  for (const [index, event] of events.entries()) {
    yield { id: eventId(event, index), ...encodeEvent(event), metadata };
  }
}

/** Where the stream ends now, or null on a conflict. */
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
    // Making this part was some milliseconds' work, and so is writing it down.
    if (!isFirst) await nextTurn();
    isFirst = false;
    const result = await appendSurely(store, stream, revision, part);
    if (result.outcome === 'wrong_expected_revision') return null;
    revision = result.revision;
    position = result.position;
  }
  return { revision, position };
}

async function appendSurely(
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
 * Bytes of events appended at a time, well within the limit on an append: writing them down takes some milliseconds, in
 * which nobody else gets a turn.
 */
const PART_BYTES = 250_000;
/** Making this many takes a millisecond or two, their ids above all. */
const MADE_PER_TURN = 50;

/** UTF-8 bytes a part of an event takes of the limit on an append. */
export function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

async function* parts(events: Iterable<NewEvent>): AsyncGenerator<NewEvent[]> {
  let part: NewEvent[] = [];
  let bytes = 0;
  let made = 0;
  // The same for all events of a command.
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
