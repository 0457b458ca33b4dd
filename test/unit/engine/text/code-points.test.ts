import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codePointMap } from '#engine/text/code-points.ts';
import fc from '#test/support/property.ts';

test('counts surrogate pairs once', () => {
  const map = codePointMap('a😀b');
  assert.deepEqual(
    [0, 1, 3, 4].map((offset) => map.toCodePoints(offset)),
    [0, 1, 2, 3],
  );
  assert.equal(map.length, 3);
});

test('agrees with iteration by code point', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
      const text = before + after;
      assert.equal(codePointMap(text).toCodePoints(before.length), Array.from(before).length);
      assert.equal(codePointMap(text).length, Array.from(text).length);
    }),
  );
});
