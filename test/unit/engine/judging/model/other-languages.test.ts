import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelledSentences, type Withdrawal, withdrawalOf } from '#engine/judging/model/withdrawal.ts';

/** Why the label can't rest on the passage, all of which is quoted. */
function withdrawn(
  claim: [text: string, language: string],
  passage: [text: string, language: string],
  label = 'supports',
) {
  const [text, language] = passage;
  const words = { ...labelledSentences(text, [{ start: 0, end: text.length }], language), title: '' };
  return withdrawalOf(claim[0], words, label as 'supports' | 'contradicts', claim[1]);
}

const CASES: [name: string, language: string, claim: string, passage: string, why: Withdrawal | null][] = [
  ['the same', 'de', 'Das Werk kostete 1.250,50 Euro.', 'Das Werk kostete 1 250,50 €.', null],
  ['a figure', 'de', 'Das Werk kostete 1.250,50 Euro.', 'Das Werk kostete 1.520,50 Euro.', 'number'],
  [
    'a count as a year has',
    'de',
    'Das Werk beschäftigt 1250 Menschen.',
    'Das Werk beschäftigt 1850 Menschen.',
    'unstated_figure',
  ],
  ['the same count', 'de', 'Das Werk beschäftigt 1250 Menschen.', 'Das Werk beschäftigt 1.250 Menschen.', null],
  ['a date', 'fr', 'Le phare fut construit en 1874.', 'Le phare fut construit en 1878.', 'date'],
  ['a month', 'es', 'La oficina abrió el 14 de junio de 2019.', 'La oficina abrió el 14 de julio de 2019.', 'date'],
  ['a denial', 'de', 'Die Brücke wurde gesperrt.', 'Die Brücke wurde nicht gesperrt.', 'negation'],
  ['"not only"', 'de', 'Die Brücke wurde gesperrt.', 'Die Brücke wurde nicht nur gesperrt.', null],
  ['a denial', 'fr', 'Le poêle fonctionne la nuit.', 'Le poêle ne fonctionne pas la nuit.', 'negation'],
  ['a denial', 'pl', 'Muzeum otwarto wiosną.', 'Muzeum nie otwarto wiosną.', 'negation'],
  ['a denial', 'ja', '会社は工場を売却した。', '会社は工場を売却しなかった。', 'negation'],
  ['a denial', 'zh', '公司有员工宿舍。', '公司没有员工宿舍。', 'negation'],
  ['a date in characters', 'zh', '公司于二〇二四年三月成立。', '公司于2024年3月成立。', null],
  ['another date in characters', 'zh', '公司于二〇二四年三月成立。', '公司于2023年3月成立。', 'date'],
  ['digits of Arabic', 'ar', 'يبلغ طول الجسر ٢٤ كيلومترًا', 'يبلغ طول الجسر 24 كيلومترا', null],
  ['other digits of Arabic', 'ar', 'يبلغ طول الجسر ٢٤ كيلومترًا', 'يبلغ طول الجسر 42 كيلومترا', 'number'],
];
for (const [name, language, claim, passage, why] of CASES) {
  test(`${language}: support and ${name}: ${why ?? 'kept'}`, () => {
    assert.equal(withdrawn([claim, language], [passage, language]), why);
  });
}

test('a count of four digits is found in a passage in another language', () => {
  const claim: [string, string] = ['The works employ 1,250 people.', 'en'];
  assert.equal(withdrawn(claim, ['Das Werk beschäftigt 1250 Menschen.', 'de']), null);
  assert.equal(withdrawn(claim, ['Das Werk beschäftigt 1850 Menschen.', 'de']), 'unstated_figure');
});

test('a label across languages is held against figures and dates', () => {
  const claim: [string, string] = ['Das Kraftwerk hat 18 Turbinen und ging im März 1998 ans Netz.', 'de'];
  assert.equal(withdrawn(claim, ['The station has 18 turbines and opened in March 1998.', 'en']), null);
  assert.equal(withdrawn(claim, ['The station has 18 turbines and opened in March 1989.', 'en']), 'date');
  assert.equal(withdrawn(claim, ['The station has 24 turbines and opened in March 1998.', 'en']), 'unstated_figure');
  const english: [string, string] = ['A meal costs €2.60.', 'en'];
  assert.equal(withdrawn(english, ['Le repas coûte 2,60 €.', 'fr']), null);
  assert.equal(withdrawn(english, ['Le repas coûte 2,90 €.', 'fr']), 'number');
});

test('what is said to contradict is no copy of the claim in any language', () => {
  const claim: [string, string] = ['Die Brücke wurde 1937 gesperrt.', 'de'];
  assert.equal(withdrawn(claim, ['Die Brücke wurde 1937 gesperrt.', 'de'], 'contradicts'), 'agrees');
  assert.equal(withdrawn(claim, ['The bridge stayed open in 1937.', 'en'], 'contradicts'), null);
});
