/**
 * A decider is pure functions. Time, ids and anything read from elsewhere arrive in the command. A command that was
 * executed before yields no events.
 */
export interface Decider<State, Command, Event, Code extends string = string> {
  initialState(): State;
  decide(command: Command, state: State): Decision<Event, Code>;
  /** Returns the state after the event. Does not change the given state. */
  evolve(state: State, event: Event): State;
  /** The same for several events, for deciders where folding them together is cheaper than one by one. */
  evolveAll?(state: State, events: Iterable<Event>): State;
  /** The same for events whose places in the stream are known, for deciders that leave large parts of them there. */
  evolveRecorded?(state: State, events: readonly WithRevision<Event>[]): State;
}

/** An event, and its revision in its stream. */
export interface WithRevision<Event> {
  event: Event;
  revision: number;
}

export type Decision<Event, Code extends string = string> =
  | { accepted: true; events: Event[] }
  /** An expected business failure: an error code, and the field that caused it, if any. */
  | { accepted: false; code: Code; reason: string; field?: string };

/** The decision to append these events. */
export function accept<Event>(...events: Event[]): { accepted: true; events: Event[] } {
  return { accepted: true, events };
}

/** Accepted without events: the command was executed before, or the state it applies to is past. */
export const NOTHING_TO_DO: { accepted: true; events: never[] } = { accepted: true, events: [] };

/** The decision to refuse the command. `field` names the request field that caused it. */
export function reject<const Code extends string>(
  code: Code,
  reason: string,
  field?: string,
): { accepted: false; code: Code; reason: string; field?: string } {
  return field === undefined ? { accepted: false, code, reason } : { accepted: false, code, reason, field };
}

/** The part of a decider that folds events. */
export type Fold<State, Event> = Pick<
  Decider<State, never, Event>,
  'initialState' | 'evolve' | 'evolveAll' | 'evolveRecorded'
>;

/** The state after the given events, which come after those of `before`. Default: from the beginning. */
export function fold<State, Event>(
  decider: Fold<State, Event>,
  events: Iterable<Event>,
  before: State = decider.initialState(),
): State {
  if (decider.evolveAll !== undefined) return decider.evolveAll(before, events);
  let state = before;
  for (const event of events) state = decider.evolve(state, event);
  return state;
}

/** The state after the given events of a stream, which come after those of `before`. */
export function foldRecorded<State, Event>(
  decider: Fold<State, Event>,
  events: readonly WithRevision<Event>[],
  before: State,
): State {
  if (decider.evolveRecorded !== undefined) return decider.evolveRecorded(before, events);
  return fold(
    decider,
    events.map(({ event }) => event),
    before,
  );
}
