/** No claim has a word that its text doesn't have. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { claimsOf } from '#test/support/claims-of.ts';
import fc from '#test/support/property.ts';

/** A shared article agrees with its word, an antecedent is definite, and a possessor has its ending. */
const AUXILIARY = /^(?:an?|the|s)$/u;

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Checks each claim of the text: its words are its sentence's, or those of what stands before it and replaces a word. */
function hasOwnWords(content: string): void {
  for (const { normalized_claim, sentence, start } of claimsOf(content)) {
    const own = new Set(wordsIn(sentence));
    const before = new Set(wordsIn(Array.from(content).slice(0, start).join('')));
    for (const word of wordsIn(normalized_claim))
      assert.ok(own.has(word) || before.has(word) || AUXILIARY.test(word), `"${word}" in "${normalized_claim}"`);
  }
}

const SUBJECTS = ['Ada Stone', 'The mill', 'Kubo', 'Its owner', 'She', 'They', 'Two of them', 'The company', 'Nobody'];
const VERBS = [
  'sold the lamp',
  'was built in 1990',
  'opened last year',
  'is a poet, critic and editor',
  'has 40 looms',
];
const JOINTS = [
  ' and ',
  ', and ',
  '; ',
  ', but ',
  ', which ',
  ', who ',
  ', although ',
  ', so ',
  ': ',
  ', ',
  '. ',
  '\n- ',
];
const LEADS = ['', 'In May 1994, ', 'If it rains, ', 'According to Merak, ', 'However, ', 'Height: ', '# '];

test('property: generated texts give claims of their own words', () => {
  const clause = fc.tuple(fc.constantFrom(...LEADS), fc.constantFrom(...SUBJECTS), fc.constantFrom(...VERBS));
  const text = fc.array(fc.tuple(clause, fc.constantFrom(...JOINTS)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(text, (parts) => {
      hasOwnWords(parts.map(([[lead, subject, verb], joint]) => `${lead}${subject} ${verb}${joint}`).join(''));
    }),
    { numRuns: 200 },
  );
});

describe('the articles of the evaluation give claims of their own words', () => {
  const articles = new URL('../../../../../eval/articles/', import.meta.url);
  for (const { name } of readdirSync(articles, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    test(name, () => hasOwnWords(readFileSync(new URL(`${name}/text.md`, articles), 'utf8')));
});
