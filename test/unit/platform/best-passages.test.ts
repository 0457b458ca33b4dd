import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestPassages } from '#platform/best-passages.ts';
import fc from '#test/support/property.ts';

test('the best passages are those that full sorting puts first', () => {
  const term = fc.uniqueArray(fc.tuple(fc.nat(30), fc.integer({ min: -5, max: 0 })), { selector: ([n]) => n });
  fc.assert(
    fc.property(fc.array(term, { maxLength: 5 }), fc.integer({ min: 1, max: 12 }), (terms, limit) => {
      const sums = new Map<number, number>();
      for (const [passage, score] of terms.flat()) sums.set(passage, (sums.get(passage) ?? 0) + score);
      const sorted = [...sums].toSorted(([a, x], [b, y]) => x - y || a - b).map(([passage]) => passage);
      const scores = terms.map((rows) => Float64Array.from(rows.flat()));
      assert.deepEqual(bestPassages(scores, limit), sorted.slice(0, limit));
    }),
  );
});

test('equal sums are ordered as given', () => {
  const scores = Float64Array.from([1, -2, 2, -2, 3, -2, 4, -3]);
  assert.deepEqual(
    bestPassages([scores], 3, (a, b) => b - a),
    [4, 3, 2],
  );
});
