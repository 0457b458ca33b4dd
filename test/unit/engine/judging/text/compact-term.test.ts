import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Term } from '#engine/judging/text/analysed-text.ts';
import { compactTerms } from '#engine/judging/text/compact-term.ts';
import { analyseText } from '#engine/judging/text/terms.ts';
import { analyse } from '#engine/language/nlp.ts';

const plain: Term = {
  kind: 'word',
  key: 'open',
  surface: 'opened',
  pos: 'VERB',
  phrase: 'open_up',
  start: 0,
  end: 1,
  sentence: 0,
  frame: -1,
  role: 'subject',
  negated: false,
  name: -1,
  light: false,
  preposition: '',
  quantity: null,
  date: null,
};

test('a compact term has every field as it was, from the least to the largest', () => {
  const quantity = { text: '5 tons' } as unknown as Term['quantity'];
  const date = { text: '1990' } as unknown as Term['date'];
  const terms: Term[] = [
    plain,
    { ...plain, kind: 'name', start: 499, end: 500, sentence: 499, frame: 499, name: 499, role: 'rest', negated: true },
    { ...plain, kind: 'quantity', quantity, pos: 'NUM', phrase: null, light: true, role: 'predicate', frame: 0 },
    { ...plain, kind: 'date', date, preposition: 'in', name: 0 },
  ];
  for (const [at, compact] of compactTerms(terms).entries()) {
    for (const [name, value] of Object.entries(terms[at]!)) assert.equal(compact[name as keyof Term], value, name);
  }
});

test('terms at the end of the longest analysis still have their places', () => {
  const { terms, tokens } = analyseText('Harwick opened. Langford closed. '.repeat(120), analyse);
  assert.equal(tokens.length, 500);
  for (const { start, end, surface } of terms) {
    assert.equal(end, start + 1);
    assert.equal(tokens[start]!.text, surface);
  }
  assert(terms.at(-1)!.start >= 497);
});
