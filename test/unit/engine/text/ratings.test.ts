/** What fact checks say of claims. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRatingAlone, rates } from '#engine/text/ratings.ts';

const VALUES =
  'true|correct|entirely true|completely accurate|factually correct|simply true|really true|false|not true|completely false|utterly baseless|just wrong|totally fabricated|unfounded|mostly true|mostly false|partly true|partially false|largely true|technically correct|probably false|allegedly true|barely true|hardly true|nearly true|almost true|half true|half-true|only partly true|just barely true|not entirely true|not quite accurate|far from true|misleading|unproven';
for (const value of VALUES.split('|')) {
  test(`"${value}" is a rating, after a label, alone and said of a claim`, () => {
    const labelled = ['Rating: X.', 'Our verdict – X', 'The ruling is X.', 'Rating: X, but it needs context.'];
    const said = ['This claim is X.', 'The story was X.', 'But that statement is X!'];
    for (const form of [...labelled, ...said]) assert.ok(rates(form.replace('X', value)), form);
    assert.ok(isRatingAlone(`${value}.`));
  });
}

test('what speaks of a deed, or denies that something is false, rates nothing', () => {
  for (const sentence of [
    'It was wrong.',
    'It is not a hoax.',
    'The claim was rejected.',
    'This is the true height.',
  ]) {
    assert.ok(!rates(sentence), sentence);
  }
});
