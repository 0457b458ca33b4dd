import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compare } from '#engine/judging/comparison.ts';
import { isDoubtful, lacksOnlyReading } from '#engine/judging/scoring/doubtful-reading.ts';
import { decide } from '#engine/judging/scoring/gate.ts';

type Case = [why: string, claim: string, passage: string];

function read(claim: string, passage: string) {
  const comparison = compare(claim, passage, null);
  const gate = decide(comparison);
  return { isDoubtful: isDoubtful(comparison, gate), lacksOnlyReading: lacksOnlyReading(comparison, gate) };
}

const FILM = 'Anna Reed directed the film about the war.';
const FERRY = 'A ferry links the island with Harsk.';

describe('a reading is in doubt where one sentence has every part', () => {
  const cases: Case[] = [
    [
      'an insertion',
      'The pump has a service life of ten years.',
      'The pump is maintained every spring and has, owing to its steel, a service life of ten years.',
    ],
    [
      'a clause before it',
      'The machine stops when the door is opened.',
      'When the door is opened, a switch cuts the power and the machine stops.',
    ],
  ];
  for (const [why, claim, passage] of cases) {
    test(`${why}: ${claim}`, () =>
      assert.deepEqual(read(claim, passage), { isDoubtful: true, lacksOnlyReading: true }));
  }
});

describe('the rules know that the reading is another one', () => {
  const cases: Case[] = [
    ['another subject', 'Anna Berg died in 1990.', 'Anna Berg was a painter. Her father died in 1990.'],
    ['a possessor', 'Saturn is a moon.', "Titan, Saturn's largest moon, has an atmosphere."],
    ['another verb', 'Tim Cook is the CEO of Microsoft.', 'Tim Cook met the CEO of Microsoft.'],
    ['a name of another clause', 'Acme acquired Zeta.', 'Acme acquired a company that competes with Zeta.'],
    ['a pronoun that may mean another', 'Acme was founded in 1990.', 'Acme bought Zeta. It was founded in 1990.'],
    [
      'a part that somebody only believed',
      'The plant takes water from fog.',
      'It was long believed that the plant lived on fog. The plant takes water from the soil.',
    ],
    ['parts in two sentences', FERRY, 'The island has a school. A ferry links it with Harsk.'],
    ['a denied part of another sentence', FILM, 'Anna Reed directed the film. It is not about the war.'],
    ['a part of another quantity', FILM, 'Anna Reed directed the film. Few of its scenes are about the war.'],
    ['a part that is asked', FILM, 'Anna Reed directed the film. Is it about the war?'],
    [
      'a subject with another head',
      'The lawyer of Anna Reed was arrested.',
      'Anna Reed was arrested. Her lawyer was not.',
    ],
    ['a pronoun in the claim', 'It was founded in 1998.', 'Acme was founded in 1998.'],
  ];
  for (const [why, claim, passage] of cases) {
    test(`${why}: ${claim}`, () =>
      assert.deepEqual(read(claim, passage), { isDoubtful: false, lacksOnlyReading: true }));
  }
});

describe('more than the reading is in doubt', () => {
  const cases: Case[] = [
    ['a date of another clause', 'Acme was founded in 1994.', 'Acme was founded in 1998 and sold a unit in 1994.'],
    [
      'a negation before an insertion',
      'The pump has a service life of ten years.',
      'The pump is old and has not, owing to its steel, a service life of ten years.',
    ],
    ['a word is missing', FERRY, 'The island has a school. A bus links it with Harsk.'],
    ['a name is missing', FERRY, 'The island has a school. A ferry links it with Torv.'],
    ['a negation', FERRY, 'The island has a school. No ferry links it with Harsk.'],
    ['a hedge', FERRY, 'The island has a school. A ferry may link it with Harsk.'],
    ['a quantifier', 'All ferries link the island with Harsk.', 'The island has a school. Ferries link it with Harsk.'],
    ['a clash', 'The island has 40 houses.', 'The island has 30 houses.'],
    ['nothing: the passage supports it', FERRY, FERRY],
  ];
  for (const [why, claim, passage] of cases) {
    test(`${why}: ${claim}`, () => {
      assert.deepEqual(read(claim, passage), { isDoubtful: false, lacksOnlyReading: false });
    });
  }
});
