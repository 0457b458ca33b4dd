/** A word that a sentence sets apart by marks, and which goes for the whole clause. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsWith } from './listing.ts';

const CASES: readonly (readonly [text: string, pieces: string[], claim: string])[] = [
  ['Ada Noll, allegedly, sold the mill.', ['Ada Noll', 'sold the mill'], 'Ada Noll sold the mill.'],
  ['Ada Noll led the club, perhaps.', ['Ada Noll led the club'], 'Ada Noll led the club.'],
  [
    'Ada Noll led the club, most likely, in 1988.',
    ['Ada Noll led the club', 'in 1988'],
    'Ada Noll led the club in 1988.',
  ],
  ['Officially, Ada Noll is the owner.', ['Ada Noll is the owner'], 'Ada Noll is the owner.'],
  [
    'Die Firma hat, vielleicht, die Mühle verkauft.',
    ['Die Firma hat', 'die Mühle verkauft'],
    'Die Firma hat die Mühle verkauft.',
  ],
];
for (const [text, pieces, claim] of CASES) {
  test(`no claim leaves out what marks set apart: ${text.slice(0, 44)}`, async () => {
    const listed = [
      { sentence: 'S1', pieces, claim },
      { sentence: 'S1', pieces: [text], claim: text },
    ];
    assert.ok(!(await claimsWith(text, listed)).includes(claim));
  });
}

test('a likely event that another clause tells of is left out', async () => {
  const text = 'Ada Noll sold the mill in May, and a likely buyer of the bank left Orley.';
  const listed = [
    { sentence: 'S1', pieces: ['Ada Noll sold the mill in May'], claim: 'Ada Noll sold the mill in May.' },
    { sentence: 'S1', pieces: [text], claim: text },
  ];
  assert.ok((await claimsWith(text, listed)).includes('Ada Noll sold the mill in May.'));
});
