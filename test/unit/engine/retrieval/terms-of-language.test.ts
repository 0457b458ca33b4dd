import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexedTexts, termsIn } from '#engine/retrieval/terms-of-language.ts';
import fc from '#test/support/property.ts';

const terms = (text: string, language: string) => termsIn(text, language).map(({ term }) => term);

test('inflected words of a language have one term', () => {
  assert.deepEqual(terms('Brücken', 'de'), terms('Brücke', 'de'));
  assert.deepEqual(terms('construites', 'fr'), terms('construit', 'fr'));
  assert.deepEqual(terms('construidas', 'es'), terms('construido', 'es'));
});

test('diacritics and letters with a stroke are folded', () => {
  assert.deepEqual(terms('Łódź', 'pl'), ['lodz']);
  assert.deepEqual(terms('Straße', 'de'), terms('Strasse', 'de'));
});

test('Chinese and Japanese text has pairs of characters', () => {
  assert.deepEqual(terms('水轮机', 'zh'), ['水轮', '轮机']);
  assert.deepEqual(terms('18基', 'ja'), ['18', '基']);
});

test('one number has a term in common however its digits are grouped or written', () => {
  for (const written of ['1.250,50', '1 250,50', '1\u202f250,5', '1,250.50', '1’250.50', '١٬٢٥٠٫٥٠'])
    assert.deepEqual(terms(written, 'de'), ['1250d5'], written);
  assert.deepEqual(terms('1.250', 'de'), ['1250', '1d25']);
  assert.deepEqual(terms('٢٤', 'ar'), ['24']);
});

test('grouping digits by any separator keeps the term of a whole number', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_000_000, max: 999_999_999_999 }),
      fc.constantFrom('.', ',', ' ', '’', '\u00a0'),
      (number, mark) => {
        const grouped = String(number).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, mark);
        assert.deepEqual(terms(grouped, 'it'), [String(number)]);
      },
    ),
  );
});

test('the index of an English document has its words alone', () => {
  const english = ['The bridge was built in 1937 and is still in use.', 'It has two towers.'];
  assert.deepEqual(indexedTexts(english), english);
  const [german] = indexedTexts(['Die Brücken wurden 1937 gebaut und sind noch in Gebrauch.']);
  assert.match(german!, /^Die Brücken .*\n.*\bbruck\b/u);
});
