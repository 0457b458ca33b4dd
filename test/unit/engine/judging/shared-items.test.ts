/** Items of cached sentences: equal ones are one object, and nothing about them changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReadPassage } from '#engine/judging/read/passage.ts';
import { sharedItems } from '#engine/judging/read/shared-items.ts';
import { itemsOf } from '#engine/syntax/items.ts';
import { analyse, wordsOf } from '#engine/text/nlp.ts';

const TEXTS = [
  'The old mill did not open in May 1992, and the mill cost 4.5 million pounds.',
  'A mill that uses 40 kilowatts is a mill for the town.',
  '(2) The Mill (built 1780 – 1784) does not have the sails it had.',
  "The mill's sails can't turn; a few stars Ray Mill and the Mills.",
];

test('shared items equal those that were made for the sentence', () => {
  for (const text of TEXTS) {
    const items = itemsOf(analyse(text));
    assert.deepEqual(sharedItems(items, wordsOf(text)), items);
    assert.deepEqual(sharedItems(items, []), items, 'words that are missing');
  }
});

test('equal items of two sentences are one object; different ones are two', () => {
  const [first, second] = ['The mill was sold.', 'A mill was sold, and the mill was saved.'].map(
    (text) => new ReadPassage(text).sentences[0]!.items,
  );
  const millsOf = (items: typeof first) => items!.filter(({ key }) => key === 'mill');
  const [the] = millsOf(first);
  const [a, again] = millsOf(second);
  assert.equal(the, again);
  assert.notEqual(the, a);
  assert.equal(a!.article, 'a');
});
