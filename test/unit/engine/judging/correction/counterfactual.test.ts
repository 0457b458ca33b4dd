import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { negate, neitherDenies } from '#engine/judging/correction/counterfactual.ts';

describe('the negation of a claim', () => {
  const cases: [claim: string, negation: string | null][] = [
    ['The song is repeated at dawn.', 'The song is not repeated at dawn.'],
    ['The town hall burned down in 1885.', 'The town hall did not burn down in 1885.'],
    ['The shop is not open on Sundays.', 'The shop is open on Sundays.'],
    ['They have never met.', 'They have met.'],
    ["The lift can't carry six people.", 'The lift can carry six people.'],
    ['The lift won’t carry six people.', 'The lift will carry six people.'],
    ['The shop isn’t open.', 'The shop is open.'],
    ['She won not one but two prizes.', 'She did not win not one but two prizes.'],
    ['Sales more than doubled in 2020.', null],
    // "Planned" has no subject.
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
  assert.equal(neitherDenies('The song is repeated.', 'Its song is repeated at dawn.'), true);
  assert.equal(neitherDenies('The song is not repeated.', 'Its song is repeated at dawn.'), false);
  assert.equal(neitherDenies('The song is repeated.', 'Its song is repeated at dawn, never at dusk.'), false);
});
