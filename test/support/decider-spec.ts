/** given (past events) / when (a command) / then (events, or a rejection). */
import assert from 'node:assert/strict';
import { type Decider, fold } from '#domain/decider.ts';

export interface DeciderSpec<State, Command, Event> {
  /** The state folded from the given events. */
  readonly state: State;
  when(command: Command): Outcome<Event>;
}

export interface Outcome<Event> {
  /** The command yields exactly these events. */
  then(...events: Event[]): void;
  /** The command yields events of these types, in this order. */
  thenTypes(...types: string[]): void;
  /** The command is accepted without events. */
  thenNothing(): void;
  /** The command is rejected with this error code, and with this `field` or none. */
  thenRefused(code: string, field?: string): void;
}

/** `given(decider, event, event).when(command).then(event)`. */
export function given<State, Command, Event extends { type: string }>(
  decider: Decider<State, Command, Event>,
  ...events: readonly Event[]
): DeciderSpec<State, Command, Event> {
  const state = fold(decider, events);
  return {
    state,
    when(command) {
      const decision = decider.decide(command, state);
      const accepted = (): Event[] => {
        assert.ok(decision.accepted, decision.accepted ? '' : `refused: ${decision.code}, ${decision.reason}`);
        return decision.events;
      };
      return {
        // biome-ignore lint/suspicious/noThenProperty: the third word of given/when/then; nobody awaits an outcome
        then: (...expected) => assert.deepEqual(accepted(), expected),
        thenTypes: (...types) =>
          assert.deepEqual(
            accepted().map(({ type }) => type),
            types,
          ),
        thenNothing: () => assert.deepEqual(accepted(), []),
        thenRefused(code, field) {
          assert.ok(!decision.accepted, 'the command was accepted');
          assert.deepEqual({ code: decision.code, field: decision.field }, { code, field });
        },
      };
    },
  };
}

/**
 * The events of commands that are executed one after another. A rejected command throws; with `skipRejected`, for
 * commands that are drawn, it adds no events.
 */
export function historyOf<State, Command extends { type: string }, Event>(
  decider: Decider<State, Command, Event>,
  commands: Iterable<Command>,
  { skipRejected = false } = {},
): Event[] {
  const events: Event[] = [];
  let state = decider.initialState();
  for (const command of commands) {
    const decision = decider.decide(command, state);
    if (!decision.accepted) {
      if (skipRejected) continue;
      throw new Error(`${command.type} was refused: ${decision.code}, ${decision.reason}`);
    }
    for (const event of decision.events) state = decider.evolve(state, event);
    events.push(...decision.events);
  }
  return events;
}
