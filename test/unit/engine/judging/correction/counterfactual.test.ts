import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { denyNothing, negate } from '#engine/judging/correction/counterfactual.ts';

describe('the negation of a claim', () => {
  const cases: [claim: string, negation: string | null][] = [
    ['The song is repeated at dawn.', 'The song is not repeated at dawn.'],
    ['The town hall burned down in 1885.', 'The town hall did not burn down in 1885.'],
    ['The shop is not open on Sundays.', 'The shop is open on Sundays.'],
    ['They have never met.', 'They have met.'],
    ["The lift can't carry six people.", 'The lift can carry six people.'],
    // A verb after "than" is not that of the sentence.
    [
      'The instrument cost 618 dollars, more than planned.',
      'The instrument did not cost 618 dollars, more than planned.',
    ],
    ['A lighthouse on the northern cape.', null],
    ['The play did not open until March.', null],
  ];
  for (const [claim, negation] of cases) test(claim, () => assert.equal(negate(claim), negation));
});

test('a negative word in the claim or in the passage is a denial', () => {
  assert.equal(denyNothing('The song is repeated.', 'Its song is repeated at dawn.'), true);
  assert.equal(denyNothing('The song is not repeated.', 'Its song is repeated at dawn.'), false);
  assert.equal(denyNothing('The song is repeated.', 'Its song is repeated at dawn, never at dusk.'), false);
});
