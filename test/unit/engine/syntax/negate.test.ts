import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { negate } from '#engine/syntax/negate.ts';

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
    // "Planned" has no subject, and "cost" is taken for a noun.
    ['The instrument cost 618 dollars, more than planned.', null],
    ['A lighthouse on the northern cape.', null],
    ['Most of the seeds never sprout.', 'Most of the seeds sprout.'],
    ['The firm makes no promise of availability.', null],
    ['A visitor who needs a wheelchair can borrow one.', 'A visitor who needs a wheelchair can not borrow one.'],
    ['The film, released in 1999, was praised.', 'The film, released in 1999, was not praised.'],
    ['The bridge fell while a train was on it.', 'The bridge did not fall while a train was on it.'],
    ['Walking on the reserve is free.', 'Walking on the reserve is not free.'],
    ['The play did not open until March.', null],
  ];
  for (const [claim, negation] of cases) test(claim, () => assert.equal(negate(claim), negation));
});
