import assert from 'node:assert/strict';
import { test } from 'node:test';
import { occurrences } from '#engine/text/occurrences.ts';
import fc from '#test/support/property.ts';

test('overlapping occurrences are found, and nothing in no text', () => {
  assert.deepEqual([...occurrences('aabaabaab', 'aabaab')], [0, 3]);
  assert.deepEqual([...occurrences('aaaa', 'aa')], [0, 1, 2]);
  assert.deepEqual([...occurrences('', 'a')], []);
  assert.deepEqual([...occurrences('a', '')], []);
});

test('occurrences are those that looking at every place finds', () => {
  const few = fc.array(fc.constantFrom('a', 'b'), { maxLength: 30 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(few, few, (text, wanted) => {
      const every = [...text].flatMap((_, at) => (wanted !== '' && text.startsWith(wanted, at) ? [at] : []));
      assert.deepEqual([...occurrences(text, wanted)], every);
    }),
  );
});
