/** Figures of what can, may or must be: the most or the least that it may be is one. What happened a while later. */
import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('another figure behind the same bound', () => {
  testRelationship('contradicts', [
    ['The oven can melt up to 380 tonnes of glass a day.', 'The oven can melt up to 240 tonnes of glass a day.'],
    [
      'The oven can melt up to 380 tonnes of glass a day.',
      'The oven can melt up to 240 tonnes of glass a day, enough for some 650,000 bottles.',
    ],
    ['The request must be made at least ten days ahead.', 'The request must be made at least 15 days ahead.'],
    ['A bag may weigh at most 12 kg.', 'A bag may weigh at most 8 kg.'],
  ]);
  testRelationship('nothing', [
    ['At least 12 people died.', 'At least 9 people died.'],
    ['Up to 12 people may have died.', 'Up to 9 people may have died.'],
    ['A bag may weigh up to 12 kg.', 'A bag may weigh at least 8 kg.'],
    ['A bag may weigh up to 12 kg.', 'A bag may weigh up to 8 kg on Sundays.'],
    ['A bag may weigh up to 12 kg.', "A child's bag may weigh up to 8 kg."],
    ['A bag may weigh 12 kg.', 'A bag may weigh up to 8 kg.'],
    ['A bag may weigh up to 12 kg.', 'A bag may weigh 8 kg.'],
    ['A bag can weigh up to 12 kg.', 'A bag could weigh up to 8 kg.'],
    ['A bag may weigh up to 12 kg.', 'If it is soft, a bag may weigh up to 8 kg.'],
    ['A bag may weigh up to 12 kg.', 'Some bags may weigh up to 8 kg.'],
    ['A bag may weigh up to 12 kg.', 'A bag may weigh up to 8 kg, or 12 kg with a permit.'],
    ['A bag may weigh up to 12 kg.', 'A bag may weigh up to 8 kg. With a permit a bag may weigh up to 12 kg.'],
    ['The hall has 80 seats.', 'The hall has 60 seats. With the gallery open it has 80 seats.'],
    ['A bag may weigh up to 12 kg.', 'A bag may weigh up to 8 kg except on boats.'],
    ['Oven 4 can melt up to 380 tonnes a day.', 'Oven 3 can melt up to 240 tonnes a day.'],
    ['Members may borrow up to 12 books.', 'Guests may borrow up to 8 books.'],
    ['The shop must pay at least £12.', 'It was said that the shop must pay at least £10.'],
  ]);
});

describe('what it is enough for', () => {
  testRelationship('supports', [
    ['The jug can hold two litres.', 'The jug can hold two litres, enough for eight glasses.'],
  ]);
});

describe('a while later', () => {
  testRelationship('supports', [
    [
      'Noll found the other half two days later.',
      'In 1911 Kern dug up a bowl, and two days later Noll found the other half.',
    ],
    ['Noll found the other half some months later.', 'Some months later Noll found the other half.'],
  ]);
  testRelationship('nothing', [
    ['Noll found the other half two days later.', 'Two days earlier Noll found the other half.'],
    ['Noll found the other half two days later.', 'Two days later Noll found the other half of a rumour.'],
    ['Noll found the other half two days later.', 'Two days later Kern said that Noll found the other half.'],
  ]);
});

describe('a pronoun behind a word that stands alone', () => {
  testRelationship('supports', [['The heron first bred here in 2008.', 'Heron. It first bred here in 2008.']]);
  testRelationship('nothing', [
    ['The heron first bred here in 2008.', 'The heron chased a gull. It first bred here in 2008.'],
    ['The heron first bred here in 2008.', 'Heron. Gull. It first bred here in 2008.'],
    ['The heron first bred here in 2008.', 'Heron. It bred here in 2008.'],
    ['Few herons still breed here.', 'Herons. They still breed here.'],
  ]);
});
