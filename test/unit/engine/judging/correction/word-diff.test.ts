import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DiffStep, wordDiff } from '#engine/judging/correction/word-diff.ts';
import fc from '#test/support/property.ts';

const joined = (steps: DiffStep[], ...ops: DiffStep['op'][]) =>
  steps
    .filter(({ op }) => ops.includes(op))
    .map(({ text }) => text)
    .join('');

test('a changed word is a deletion and an insertion between equal parts', () => {
  assert.deepEqual(wordDiff('The station has 24 turbines.', 'The station has 18 turbines.'), [
    { op: 'equal', text: 'The station has' },
    { op: 'delete', text: ' 24' },
    { op: 'insert', text: ' 18' },
    { op: 'equal', text: ' turbines.' },
  ]);
});

test('equal texts are one step, texts with nothing in common are two', () => {
  assert.deepEqual(wordDiff('a b', 'a b'), [{ op: 'equal', text: 'a b' }]);
  assert.deepEqual(wordDiff('a b', 'c'), [
    { op: 'delete', text: 'a b' },
    { op: 'insert', text: 'c' },
  ]);
  assert.deepEqual(wordDiff('', ''), []);
});

test('both texts can be rebuilt from the steps', () => {
  const text = fc.array(fc.constantFrom('the', 'station', 'has', '24', '18')).map((words) => words.join(' '));
  fc.assert(
    fc.property(text, text, (original, suggested) => {
      const steps = wordDiff(original, suggested);
      assert.equal(joined(steps, 'equal', 'delete').trim(), original);
      // Except for white space around changed words.
      assert.equal(joined(steps, 'equal', 'insert').replaceAll(' ', ''), suggested.replaceAll(' ', ''));
    }),
  );
});
