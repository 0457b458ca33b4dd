import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { areAntonyms } from '#engine/language/lexicon.ts';
import { analyse } from '#engine/language/nlp.ts';
import { phrasesIn, samePhrases } from '#engine/language/phrases.ts';

function phrases(text: string): string[] {
  return phrasesIn(analyse(text)).map(({ phrase }) => phrase.words.join(' '));
}

function pairs(claim: string, evidence: string): string[] {
  const tokens = [...analyse(claim), ...analyse(evidence)];
  const has = (word: string) => tokens.some(({ lemma }) => lemma === word);
  return samePhrases(phrasesIn(analyse(claim)), phrasesIn(analyse(evidence)), has).map(
    (pair) => `${pair.claim.phrase.words.join(' ')} < ${pair.evidence.phrase.words.join(' ')}`,
  );
}

/** The lines of the table, each with its phrases and what follows the colon. */
const LINES = readFileSync(new URL('../../../../engine/data/phrases.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [body, beside = ''] = line.split(' : ');
    return { line, phrases: body!.slice(2).split(/ [=>] /), beside: beside.split(' ').toSorted().join(' ') };
  });

/** The same for lines that say the same in another order. */
function meaningOf({ line, beside }: (typeof LINES)[number]): string {
  const sides = line.slice(2).split(' : ')[0]!.split(' > ');
  return [line[0], ...sides.map((side) => side.split(' = ').toSorted().join(' = ')), beside].join(' | ');
}

describe('phrases', () => {
  test('an object may stand before the particle', () => {
    assert.ok(phrases('They put the long meeting off.').includes('put off'));
  });

  test('what diminishes a noun breaks the phrase', () => {
    assert.ok(!phrases('They gave little support.').includes('give support'));
  });

  test('a phrase that is part of a longer one is none', () => {
    assert.deepEqual(phrases('It went out of business.'), ['go out of business']);
  });

  test('what says more entails what says less, not the reverse', () => {
    assert.deepEqual(pairs('Two men died.', 'Two men were killed.'), ['die < be killed']);
    assert.deepEqual(pairs('Two men were killed.', 'Two men died.'), []);
  });

  test('some hold only beside certain words', () => {
    assert.ok(pairs('The contract expired.', 'The contract ran out.').includes('expire < run out'));
    assert.deepEqual(pairs('The dog expired.', 'The dog ran out.'), []);
  });

  test('every line of the table is well formed', () => {
    const entries = LINES.map(({ line }) => line);
    assert.ok(entries.length > 3000);
    const form = /^[vnap] [^\s=>:]+(?: [^\s=>:]+)*(?: [=>] [^\s=>:]+(?: [^\s=>:]+)*)+(?: : \S+(?: \S+)*)?$/u;
    assert.deepEqual(
      entries.filter((line) => !form.test(line)),
      [],
    );
  });

  test('no line says again what another says, and none has a phrase twice', () => {
    const byMeaning = Map.groupBy(LINES, meaningOf);
    assert.deepEqual(
      [...byMeaning.values()].filter((group) => group.length > 1).map((group) => group.map(({ line }) => line)),
      [],
    );
    assert.deepEqual(
      LINES.filter(({ phrases }) => new Set(phrases).size < phrases.length).map(({ line }) => line),
      [],
    );
  });

  test('no word says the same as its antonym', () => {
    const opposed = LINES.flatMap(({ line, phrases }) => {
      const words = phrases.filter((phrase) => !phrase.includes(' '));
      return words.some((word) => words.some((other) => areAntonyms(word, other))) ? [line] : [];
    });
    assert.deepEqual(opposed, []);
  });

  test('phrases are written as they are read: "second - hand", "doctor \'s note"', () => {
    const misread = LINES.flatMap(({ phrases }) =>
      phrases.filter((phrase) => {
        const words = analyse(phrase).map(({ lower }) => lower);
        return words.join(' ') !== phrase;
      }),
    );
    assert.deepEqual([...new Set(misread)], []);
  });

  test('a verb phrase begins with a verb', () => {
    const verbs = LINES.filter(({ line }) => line.startsWith('v '));
    assert.deepEqual(
      verbs.filter(({ phrases }) => phrases.some((phrase) => /^(?:not|no|never|still|first) /.test(phrase))),
      [],
    );
  });
});
