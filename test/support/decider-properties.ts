/** Properties that every decider must have, and what the tests of single deciders share. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import { type Decider, fold } from '#domain/decider.ts';
import { type DomainEvent, decodeEvent, registry } from '#domain/events/registry.ts';
import { historyOf } from './decider-spec.ts';
import fc from './property.ts';

/** The time of every command. */
export const AT = '2026-01-01T00:00:00.000Z';

/** One of three ids, so that drawn commands often meet. */
export const few = (prefix: string) => fc.integer({ min: 0, max: 2 }).map((n) => `${prefix}_${n}`);

export const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Registers the tests of one decider. `command` draws its commands. */
export function testDeciderProperties<State, Command extends { type: string }, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  command: fc.Arbitrary<Command>,
) {
  test('a repeated command changes nothing', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), command, (sequence, each) => {
        const events = historyOf(decider, [...sequence, each], { skipRejected: true });
        const again = decider.decide(each, fold(decider, events));
        assert.deepEqual(again.accepted ? again.events : [], []);
      }),
    );
  });

  test('any legal history folds, also after encoding and decoding its events', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (sequence) => {
        const events = historyOf(decider, sequence, { skipRejected: true });
        const reread = events.map((event) =>
          decodeEvent({
            type: registry.storedType(event.type),
            data: JSON.parse(JSON.stringify(event.data)) as JsonObject,
          }),
        );
        assert.deepEqual(reread, events);
        assert.deepEqual(fold(decider, reread as Event[]), fold(decider, events));
      }),
    );
  });
}

/** The state after commands that are all accepted. */
export function stateAfter<State, Command, Event>(
  decider: Decider<State, Command, Event>,
  commands: Iterable<Command>,
): State {
  let state = decider.initialState();
  for (const command of commands) {
    const decision = decider.decide(command, state);
    assert.ok(decision.accepted);
    for (const event of decision.events) state = decider.evolve(state, event);
  }
  return state;
}

/** Asserts that a history has reached its bound. */
export function assertBounded(decision: { accepted: boolean; code?: string; field?: string }, field?: string): void {
  assert.equal(decision.accepted, false);
  assert.equal(decision.code, 'validation_error');
  assert.equal(decision.field, field);
}
