import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Position, START } from '#contracts/ports/event-store.ts';
import { fromPosition, toPosition } from '#platform/eventstoredb/position.ts';
import fc from '#test/support/property.ts';

const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const place = fc.record({ commit: uint64, prepare: uint64 }, { noNullPrototype: true });

describe('positions of EventStoreDB', () => {
  it('survive a round trip', () => {
    fc.assert(fc.property(place, (position) => assert.deepEqual(fromPosition(toPosition(position)), position)));
    assert.equal(fromPosition(START), 'start');
  });

  it('have a byte order that is log order, after START', () => {
    const near = fc.tuple(place, fc.bigInt({ min: -2n, max: 2n })).map(([a, step]) => {
      const commit = a.commit + step < 0n ? 0n : BigInt.asUintN(64, a.commit + step);
      return [a, { commit, prepare: a.prepare }] as const;
    });
    fc.assert(
      fc.property(fc.oneof(fc.tuple(place, place), near), ([a, b]) => {
        const before = a.commit < b.commit || (a.commit === b.commit && a.prepare < b.prepare);
        assert.equal(toPosition(a) < toPosition(b), before);
        assert.ok(START < toPosition(a));
        assert.equal(toPosition(a).length, toPosition(b).length);
      }),
    );
  });

  it("may be numbers, whatever the client's types say", () => {
    const numbers = { commit: 4711, prepare: 4711 } as unknown as Parameters<typeof toPosition>[0];
    assert.equal(toPosition(numbers), '00000000000000004711-00000000000000004711');
  });

  it('are refused if another adapter made them', () => {
    for (const position of ['0000000000000012', '1-1', ' ', `${'1'.repeat(20)}_${'1'.repeat(20)}`]) {
      assert.throws(() => fromPosition(position as Position), RangeError);
    }
  });
});
