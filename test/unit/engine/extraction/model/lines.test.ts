/** Statements that a model lists in lines. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listedInLines } from '#engine/extraction/model/lines.ts';

test('lines are read whatever stands around them', () => {
  const answer = `I go through the marks.
S1 | The mill opened in 1880 | The mill opened in 1880.
- {S1} | The mill … closed in 1931 | The mill closed in 1931.
S2: It burned down.
S3 | North | 12 | North has 12.
That is all.`;
  const read = listedInLines(answer)!.map(({ sentence, pieces, claim }) => [sentence, pieces, claim]);
  assert.deepEqual(read, [
    ['S1', ['The mill opened in 1880'], 'The mill opened in 1880.'],
    ['S1', ['The mill', 'closed in 1931'], 'The mill closed in 1931.'],
    ['S2', ['It burned down.'], 'It burned down.'],
    ['S3', ['North', '12'], 'North has 12.'],
  ]);
});

test('an answer without such lines is none', () => {
  for (const answer of ['Nothing to list.', '', 'S1 |', { statements: [] }, null])
    assert.equal(listedInLines(answer), null);
});

test('search words count only in languages that were asked for', () => {
  const line = 'S1 | Die Mühle | Die Mühle ist alt. | fr: moulin';
  const [asked, other, none] = [['fr'], ['en'], []].map((searched) => listedInLines(line, searched)![0]!);
  assert.deepEqual([asked!.claim, asked!.search], ['Die Mühle ist alt.', { fr: [' moulin'] }]);
  for (const unasked of [other!, none!]) assert.deepEqual([unasked.claim, unasked.search], ['fr: moulin', undefined]);
});
