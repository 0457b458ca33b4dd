import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
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
    const lines = readFileSync(new URL('../../../../engine/data/phrases.txt', import.meta.url), 'utf8').split('\n');
    const entries = lines.filter((line) => line !== '' && !line.startsWith('#'));
    assert.ok(entries.length > 3000);
    const form = /^[vnap] [^\s=>:]+(?: [^\s=>:]+)*(?: [=>] [^\s=>:]+(?: [^\s=>:]+)*)+(?: : \S+(?: \S+)*)?$/u;
    assert.deepEqual(
      entries.filter((line) => !form.test(line)),
      [],
    );
    assert.equal(new Set(entries).size, entries.length);
  });
});
