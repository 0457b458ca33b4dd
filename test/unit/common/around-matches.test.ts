import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesAround } from '#common/around-matches.ts';
import fc from '#test/support/property.ts';

const ordinals = (matches: number[], passages: number, count: number) =>
  placesAround(
    matches.map((ordinal) => ({ document: 'a', ordinal, passages })),
    count,
  ).map(({ ordinal }) => ordinal);

test('neighbours and the start of the document come first, then farther passages', () => {
  assert.deepEqual(ordinals([5], 20, 7), [4, 6, 0, 3, 7, 2, 8]);
  assert.deepEqual(ordinals([5, 10], 20, 7), [4, 6, 0, 9, 11, 3, 7]);
});

test('a short document is included whole, and nothing beyond it', () => {
  assert.deepEqual(ordinals([1], 4, 100), [0, 2, 3]);
  assert.deepEqual(ordinals([], 4, 100), []);
  assert.deepEqual(ordinals([1], 4, 0), []);
  assert.deepEqual(ordinals([1], 4, -3), []);
});

test('property: passages around matches are distinct, bounded and no matches', () => {
  const match = fc.record({ document: fc.constantFrom('a', 'b', 'c'), ordinal: fc.nat(29) });
  fc.assert(
    fc.property(fc.array(match, { maxLength: 8 }), fc.nat(100), (places, count) => {
      const matches = places.map((place) => ({ ...place, passages: 30 }));
      const found = placesAround(matches, count);
      const names = found.map(({ document, ordinal }) => `${document}/${ordinal}`);
      const matched = new Set(matches.map(({ document, ordinal }) => `${document}/${ordinal}`));
      const documents = new Set(matches.map(({ document }) => document));
      assert.equal(new Set(names).size, names.length);
      assert.ok(names.every((name) => !matched.has(name)));
      assert.ok(found.every(({ document, ordinal }) => documents.has(document) && ordinal >= 0 && ordinal < 30));
      assert.equal(found.length, Math.min(count, 30 * documents.size - matched.size));
    }),
  );
});
