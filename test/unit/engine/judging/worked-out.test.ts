import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

const FARE = 'The single fare on the Hull ferry rose from £2 to £2.50 in May.';
const MEMBERS = 'Membership of the Noll Society fell to 3,100 from 3,500 last year.';
const SEAT = 'Ada Kern led the lighthouse board from 1931 to 1953.';
const STAFF = 'The Noll Society increased its staff from 12 to 15 and its budget from £200 to £300 in May.';

describe('a change worked out from two figures', () => {
  testRelationship('nothing', [
    ['The single fare on the Hull ferry fell by 50p in May.', FARE],
    ['The single fare on the Hull ferry rose by £2.50 in May.', FARE],
    ['The single fare on the Hull ferry rose by a fifth in May.', FARE],
    ['The single fare on the Hull ferry rose by 50p in June.', FARE],
    ['The single fare on the Leith ferry rose by 50p in May.', FARE],
    ['The return fare on the Hull ferry rose by 50p in May.', FARE],
    ['Membership of the Noll Society rose by 400 last year.', MEMBERS],
    ['Membership of the Kern Society fell by 400 last year.', MEMBERS],
    ['The Noll Society increased its staff by £100 in May.', STAFF],
  ]);
});

describe('the length of a period in years', () => {
  testRelationship('nothing', [
    ['Ada Kern led the lighthouse board for twenty-five years.', SEAT],
    ['Ada Kern led the lighthouse board for more than 22 years.', SEAT],
    ['Ada Kern led the lighthouse board 22 years later.', SEAT],
    ['Ada Kern led the railway board for twenty-two years.', SEAT],
    ['Olaf Brandt led the lighthouse board for twenty-two years.', SEAT],
  ]);
});
