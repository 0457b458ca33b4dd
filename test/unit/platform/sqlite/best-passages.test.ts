import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bestPassages } from '#platform/sqlite/best-passages.ts';

test('the best passages are those that sorting all of them would put first', () => {
  const phrase = fc.uniqueArray(fc.tuple(fc.nat(30), fc.integer({ min: -5, max: 0 })), { selector: ([n]) => n });
  fc.assert(
    fc.property(fc.array(phrase, { maxLength: 5 }), fc.integer({ min: 1, max: 12 }), (phrases, limit) => {
      const sums = new Map<number, number>();
      for (const [passage, score] of phrases.flat()) sums.set(passage, (sums.get(passage) ?? 0) + score);
      const sorted = [...sums].toSorted(([a, x], [b, y]) => x - y || a - b).map(([passage]) => passage);
      const scores = phrases.map((rows) => Float64Array.from(rows.flat()));
      assert.deepEqual(bestPassages(scores, limit), sorted.slice(0, limit));
    }),
  );
});
