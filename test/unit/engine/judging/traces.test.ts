/** What judging takes from the words of a sentence before it analyses it: a trace may be wrong, a missing one never. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mayHave, readClaim } from '#engine/judging/read/claim.ts';
import { readPassage } from '#engine/judging/read/passage.ts';
import { hasWord } from '#engine/judging/read/sentence.ts';
import { NO_SUBJECT } from '#engine/judging/read/subject.ts';
import { areRelated, countOf, hasTrace } from '#engine/judging/read/traces.ts';
import { CONTENT } from '#engine/judging/read/units.ts';
import { type Item, itemsOf } from '#engine/syntax/items.ts';
import { located } from '#engine/text/nlp.ts';

const articles = new URL('../../../../eval/articles/', import.meta.url).pathname;

const claims = globSync(`${articles}*/gold.jsonl`)
  .sort()
  .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  .map((line) => (JSON.parse(line) as { claim: string }).claim)
  .filter((_, at) => at % 5 === 0);
const passages = globSync(`${articles}*/documents/*.{md,txt}`)
  .sort()
  .flatMap((file) => readFileSync(file, 'utf8').split(/\n{2,}/))
  .filter((_, at) => at % 4 === 0);

/** Nothing stands above or before the sentence. */
const ALONE = { document: NO_SUBJECT, before: [], earlier: [], later: [], names: [], without: new Set<string>() };

test('a sentence that has all words of a claim has a trace of each', () => {
  for (const text of [...passages, ...claims]) {
    const passage = readPassage(text);
    for (const claim of [...claims, text].map(readClaim)) {
      claim.tracesIn(passage).forEach((traces, at) => {
        if (mayHave(passage.sentences[at]!.analysis, claim.items, ALONE))
          assert.equal(traces.words, claim.tracer.all.words, `${claim.text} / ${passage.sentences[at]!.text}`);
      });
    }
  }
});

test('a part that a sentence has, in its own or a related word, has a trace', () => {
  for (const text of passages) {
    const passage = readPassage(text);
    for (const claim of claims.slice(0, 12).map(readClaim)) {
      const traces = claim.tracesIn(passage);
      for (const [at, { analysis }] of passage.sentences.entries()) {
        claim.units.forEach(({ kind, items: [own] }, unit) => {
          if (kind !== 'word') return;
          const isRelated = analysis.items.some(
            ({ kind, pos, key, lower }) => kind === 'word' && CONTENT.test(pos) && areRelated(own!, key, lower),
          );
          if (isRelated || hasWord(analysis, own!.lower))
            assert(hasTrace(traces[at]!.near, unit), `${own!.text} / ${passage.sentences[at]!.text}`);
        });
      }
    }
  }
});

test('a sentence with a figure or a date is known to have one', () => {
  const made = [
    'It took half an hour.',
    'A third of them left.',
    'A quarter of an hour passed.',
    'They met at noon and left at midnight.',
    'It fell to minus 5 degrees, then to −18 °C.',
    'Sales rose twofold in spring 2020.',
    'The first two came in May.',
    'They waited a year and a half.',
    'A dozen came, then a hundred.',
    'It was built in the 1990s.',
    'It opens at four o’clock.',
    'He paid €5m in Q3 2021.',
  ];
  for (const text of [...made, ...passages]) {
    for (const sentence of readPassage(text).sentences) {
      const { words, mayHaveValue } = sentence;
      // The items of the sentence itself were read with what is tested here.
      const items = itemsOf(located(sentence.text, words));
      if (items.some(isValue)) assert(mayHaveValue, sentence.text);
    }
  }
  assert(made.flatMap((text) => readPassage(text).sentences).every(({ items }) => items.some(isValue)));
});

function isValue({ kind }: Item): boolean {
  return kind === 'date' || kind === 'quantity';
}

test('other words leave no trace', () => {
  const claim = readClaim('Ada Noll founded the observatory of Orr in 1987.');
  const passage = readPassage('The market opens on Mondays. Ada Noll founded a choir.');
  const [first, second] = claim.tracesIn(passage);
  assert.deepEqual([first!.words, first!.names, first!.near], [0, 0, 0]);
  assert.deepEqual([countOf(second!.words), countOf(second!.names)], [1, 1]);
});
