/** Marks of a claim's words in a passage. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matching, missing } from '#workbench/views/matching.ts';

const CLAIM = 'The station has 24 turbines of <b>steel</b>.';
const PASSAGE = 'A Station of 18 turbine halls & <b>steel</b>.';

test('words of the claim are marked in the passage, which stays literal', () => {
  const { text } = matching(PASSAGE, CLAIM);
  assert.equal(
    text,
    'A <mark>Station</mark> of 18 <mark>turbine</mark> halls &amp; &lt;<mark>b</mark>&gt;<mark>steel</mark>&lt;/<mark>b</mark>&gt;.',
  );
});

test('what the passage lacks is named, unless it has none of the words', () => {
  assert.deepEqual(missing(PASSAGE, CLAIM), ['24']);
  assert.deepEqual(missing('Nothing of the kind.', CLAIM), []);
});
