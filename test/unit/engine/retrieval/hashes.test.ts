import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf, isAmong, sortedDistinct } from '#engine/retrieval/hashes.ts';
import fc from '#test/support/property.ts';

test('FNV-1a: the published value of a word, as a signed number', () => {
  assert.equal(hashOf(''), 0x811c9dc5 | 0);
  assert.equal(hashOf('foobar'), 0xbf9cf968 | 0);
});

test('a list has the words it was made of, and no others', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (words, others) => {
      const list = sortedDistinct(words.map(hashOf));
      assert.equal(list.length, new Set(words).size);
      for (const word of words) assert.equal(isAmong(hashOf(word), list), true);
      for (const other of others) assert.equal(isAmong(hashOf(other), list), words.includes(other));
    }),
  );
});
