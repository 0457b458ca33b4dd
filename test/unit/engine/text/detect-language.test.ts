import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectLanguage, foreignLanguageOf } from '#engine/text/detect-language.ts';

const cases: [string, string][] = [
  ['The bridge was built in 1937 and it is still in use.', 'en'],
  ['Tesla sold 5 cars', 'en'],
  ['Die Brücke wurde 1937 gebaut und ist noch in Gebrauch.', 'de'],
  ['Le pont a été construit en 1937 et il est encore utilisé.', 'fr'],
  ['El puente fue construido en 1937 y todavía se usa en la ciudad.', 'es'],
  ['Мост был построен в 1937 году.', 'ru'],
  ['橋は1937年に建てられました。', 'ja'],
  ['大桥建于1937年。', 'zh'],
  ['다리는 1937년에 지어졌다.', 'ko'],
  ['بني الجسر عام 1937.', 'ar'],
  ['1937 + 5', 'und'],
  ['', 'und'],
];
for (const [text, expected] of cases) test(`${expected}: ${text}`, () => assert.equal(detectLanguage(text), expected));

test('the pronoun "I" is no foreign word in a short sentence', () => {
  assert.equal(detectLanguage('I love tea.'), 'en');
  assert.equal(detectLanguage('To nie jest prawda i nie jest to dla nas'), 'pl');
});

test('names and headings in plain letters are no evidence of another language', () => {
  for (const text of [
    'Corbelle beat an American bidder for Pell & Vantongeren.',
    'Beckham, David',
    '| Duvet | 2.5 kg | 2 h 30 min |',
  ])
    assert.equal(detectLanguage(text), 'en');
});

test('a short sentence in plain letters is no English for being short', () => {
  const short = {
    de: [
      'Das Kraftwerk Velmar hat 18 Turbinen.',
      'Das Kraftwerk ging 1998 ans Netz.',
      'Die Papiertonne kostet nichts.',
    ],
    fr: ['La centrale de Velmar a 18 turbines.', 'Paris est la capitale.'],
    es: ['La empresa tiene 400 empleados.'],
    it: ['La centrale di Velmar ha 18 turbine.'],
    nl: ['Zij werd geboren in 1952.'],
    pl: ['Elektrownia Velmar ma 18 turbin.'],
    pt: ['A central tem 18 turbinas.'],
  };
  for (const [language, texts] of Object.entries(short)) {
    for (const text of texts) assert.equal(detectLanguage(text), language, text);
  }
});

test('a short sentence in another language is told in an English text as well', () => {
  assert.equal(foreignLanguageOf('Das Kraftwerk Velmar hat 18 Turbinen.'), 'de');
  assert.equal(foreignLanguageOf('Elektrownia Velmar ma 18 turbin.'), 'pl');
  for (const text of [
    'Hallin Water employs 400 people.',
    'Tambora erupted in 1815.',
    'Total revenue 2023',
    'Museo Nacional',
  ])
    assert.equal(foreignLanguageOf(text), null, text);
});

test('one sentence of an English text is foreign only by enough words', () => {
  assert.equal(foreignLanguageOf('Das Kraftwerk hat achtzehn Turbinen und liegt an der Mündung des Flusses.'), 'de');
  assert.equal(foreignLanguageOf('He sang Le temps des cerises.'), null);
});
