import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelledSentences, type Withdrawal, withdrawalOf } from '#engine/judging/model/withdrawal.ts';

/** Why support can't rest on the passage, all of which is quoted. */
function withdrawn(claim: string, passage: string): Withdrawal | null {
  const words = { ...labelledSentences(passage, [{ start: 0, end: passage.length }], 'en'), title: '' };
  return withdrawalOf(claim, words, 'supports');
}

test('a modal of a later clause leaves what is stated before it as it is', () => {
  const cases: [claim: string, text: string][] = [
    [
      'Concrete must be at least 28 days old.',
      'Concrete must be at least 28 days old and may hold no more than 4 % moisture.',
    ],
    ['The mill closed in 1990.', 'The mill closed in 1990, but the dam may reopen.'],
    ['The bridge needs new paint.', 'The bridge needs new paint because the steel might rust.'],
  ];
  for (const [claim, text] of cases) assert.equal(withdrawn(claim, text), null, text);
});

test('a modal reaches over what is coordinated with its verb', () => {
  const cases: [claim: string, text: string][] = [
    ['The mill loses 40 jobs.', 'The mill may close and lose 40 jobs.'],
    ['The mill closed in 1990.', 'The mill may have closed in 1990, and the dam burst.'],
    ['The dam lost water.', 'The mill closed in 1990 and the dam may have lost water.'],
    ['The council sells the site.', 'The council plans to sell the site and may fail.'],
    ['Attempts close the mill.', 'Attempts to close the mill and sell the site may fail.'],
  ];
  for (const [claim, text] of cases) assert.equal(withdrawn(claim, text), 'modality', text);
});

test('what may be open for another reason than the modal stays possible', () => {
  const texts = [
    'If the mill closes the ferry, and the dam may burst, we leave.',
    'The mill closes the ferry or may sell it.',
    'Reports that the mill closes the ferry and may sell it are false.',
    'Perhaps the mill closes the ferry, and it may sell it.',
    'The mill closes the ferry, as is planned, and it may sell it.',
    'We stay until the mill closes the ferry and the dam may burst.',
  ];
  for (const text of texts) assert.notEqual(withdrawn('The mill closes the ferry.', text), null, text);
});

test('a number after the same word is no part of a name at the beginning of a sentence', () => {
  const text = 'The cables belong to Westmoor Grid. Ring 105 at any hour.';
  assert.equal(withdrawn("For the cables, ring Westmoor Grid's 105 at any hour.", text), null);
  assert.equal(withdrawn("For the cables, ring Westmoor Grid's 112 at any hour.", text), 'unstated_figure');
  const flight = 'Flight 105 was full of passengers.';
  assert.equal(withdrawn('The passengers of the flight numbered 105.', flight), 'unstated_figure');
  assert.equal(withdrawn('The passengers of the flight were 105.', flight), 'unstated_figure');
});

test('what stands after "without" is denied, though it looks like a verb', () => {
  const text = 'She worked in Erlangen without a post and without pay.';
  assert.equal(withdrawn('She worked in Erlangen without earning anything.', text), null);
  assert.equal(withdrawn('She worked in Erlangen and was paid.', text), 'negation');
});
