/**
 * A decider is three pure functions. Time, ids and anything read from elsewhere arrive in the command; a command that
 * was already carried out yields no events.
 */
export interface Decider<State, Command, Event, Code extends string = string> {
  initialState(): State;
  decide(command: Command, state: State): Decision<Event, Code>;
  evolve(state: State, event: Event): State;
}

export type Decision<Event, Code extends string = string> =
  | { accepted: true; events: Event[] }
  /** An expected business failure: a code of the error table, and the field it is about where there is one. */
  | { accepted: false; code: Code; reason: string; field?: string };

export function accept<Event>(...events: Event[]): { accepted: true; events: Event[] } {
  return { accepted: true, events };
}

/** Nothing to do: the command was carried out before, or is about a past that is over. */
export const NOTHING_TO_DO: { accepted: true; events: never[] } = { accepted: true, events: [] };

export function reject<const Code extends string>(
  code: Code,
  reason: string,
  field?: string,
): { accepted: false; code: Code; reason: string; field?: string } {
  return field === undefined ? { accepted: false, code, reason } : { accepted: false, code, reason, field };
}

/** The state after a history. */
export function fold<State, Event>(
  decider: Pick<Decider<State, never, Event>, 'initialState' | 'evolve'>,
  events: Iterable<Event>,
): State {
  let state = decider.initialState();
  for (const event of events) state = decider.evolve(state, event);
  return state;
}
