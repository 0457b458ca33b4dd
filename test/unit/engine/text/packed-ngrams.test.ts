import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { eld } from 'eld/extrasmall';
import { detectWords } from '#engine/text/language-detector.ts';
import { readNgrams } from '#engine/text/packed-ngrams.ts';

const tables = new URL('../ngrams/extrasmall.js', import.meta.resolve('eld/extrasmall'));

test('the packed tables are those of the library', async () => {
  const { ngramsData } = (await import(tables.href)) as { ngramsData: ReturnType<typeof readNgrams> };
  const { type, languages, ngrams } = readNgrams(await readFile(tables, 'utf8'));
  assert.equal(type, ngramsData.type);
  assert.deepEqual(languages, ngramsData.languages);
  for (const [ngram, scores] of Object.entries(ngramsData.ngrams)) assert.deepEqual(ngrams[ngram], scores, ngram);
  assert(Object.keys(ngramsData.ngrams).length > 40_000);
  for (const none of ['', '????', '__proto__', 'constructor']) assert.equal(ngrams[none], undefined);
});

test('a language is told as the library tells it with its own tables', () => {
  for (const text of [
    'Die Brücke wurde 1937 gebaut und ist noch in Gebrauch',
    "L'homme qui vit ici n'a jamais vu la mer",
    'Il museo aprirà di nuovo in primavera',
    'Мост был построен в 1937 году',
    '这座桥建于1937年',
    'The bridge has been in use since the war',
    '12 45',
  ]) {
    const own = detectWords(text.split(' '));
    const { language, isReliable } = eld.detect(text);
    assert.equal(own.language, language === '' ? 'und' : language);
    assert.equal(own.isReliable, isReliable());
  }
});

test('tables that are written in another way are refused', () => {
  for (const source of [
    '',
    "export const ngramsData = {type:'XS60',languages:{0:'am'},isSubset:false,ngrams:{",
    "{type:'XS60',languages:{0:'am'},ngrams:{'ab':{0:5",
    "{type:'XS60',languages:{0:'am'},ngrams:{'ab':{0:500}}}",
    "{type:'XS60',languages:{0:'am'},ngrams:{'ab':{zero:5}}}",
    "{languages:{0:'am'},ngrams:{'ab':{0:5}}}",
  ]) {
    assert.throws(() => readNgrams(source), SyntaxError, source);
  }
});
