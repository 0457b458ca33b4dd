import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Position } from '#contracts/ports/event-store.ts';
import { BEGINNING, nextOffsetOf, positionOf, toConsumerPosition } from '#platform/kafka/consumer-position.ts';
import fc from '#test/support/property.ts';

const position = fc.integer({ min: 0, max: 1e12 }).map((n) => String(n).padStart(20, '0') as Position);
const offset = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

describe('a place in a partition', () => {
  it('survives a round trip', () => {
    fc.assert(
      fc.property(position, offset, (known, next) => {
        const place = toConsumerPosition(known, next);
        assert.deepEqual([positionOf(place), nextOffsetOf(place)], [known, next]);
        assert.ok(BEGINNING < place);
      }),
    );
    assert.deepEqual([positionOf(BEGINNING), nextOffsetOf(BEGINNING)], ['', 0]);
  });

  it('is ordered by position, then by offset', () => {
    fc.assert(
      fc.property(position, offset, position, offset, (p, a, q, b) => {
        assert.equal(toConsumerPosition(p, a) < toConsumerPosition(q, b), p < q || (p === q && a < b));
      }),
    );
  });
});
