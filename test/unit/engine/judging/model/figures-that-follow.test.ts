import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelledSentences, type Withdrawal, withdrawalOf } from '#engine/judging/model/withdrawal.ts';

/** Why support can't rest on the passage, all of which is quoted. */
function withdrawn(claim: string, passage: string, language = 'en', ofPassage = language): Withdrawal | null {
  const words = { ...labelledSentences(passage, [{ start: 0, end: passage.length }], ofPassage), title: '' };
  return withdrawalOf(claim, words, 'supports', language);
}

test('a figure is so many times another as the claim says, where that is given each', () => {
  const day = 'A canoe can be rented on Lake Ostra for 45 francs a day.';
  assert.equal(withdrawn('Renting a canoe on Lake Ostra for four days costs 180 francs.', day), null);
  assert.equal(withdrawn('Renting a canoe on Lake Ostra for four days costs 190 francs.', day), 'number');
  assert.equal(withdrawn('Renting a canoe on Lake Ostra for four weeks costs 180 francs.', day), 'number');
  const list = 'Cable car: adults 32 francs, dogs 8 francs.';
  assert.equal(withdrawn('Three adults pay 96 francs for the cable car.', list), null);
  assert.equal(withdrawn('Three adults pay 92 francs for the cable car.', list), 'number');
});

test('counts that are no prices each multiply nothing', () => {
  const claim = 'The two lanes of the bridge cost 12 million francs.';
  assert.equal(withdrawn(claim, 'The bridge cost 6 million francs and has 3 lanes.'), 'number');
});

test('what is given by the day is multiplied in other languages too', () => {
  const day = '每天补贴80元。';
  assert.equal(withdrawn('四天的补贴一共320元。', day, 'zh'), null);
  assert.equal(withdrawn('四天的补贴一共360元。', day, 'zh'), 'number');
  assert.equal(withdrawn('四个月的补贴一共320元。', day, 'zh'), 'number');
});

test('half of a figure backs a claim where the passage speaks of a half', () => {
  const half = 'Die Sanierung kostet 84.000 Euro, die Hälfte zahlt das Land.';
  assert.equal(withdrawn('Das Land zahlt 42.000 Euro der Sanierung.', half, 'de'), null);
  assert.equal(withdrawn('Das Land zahlt 28.000 Euro der Sanierung.', half, 'de'), 'number');
  const whole = 'Die Sanierung kostet 84.000 Euro, das Land zahlt mit.';
  assert.equal(withdrawn('Das Land zahlt 42.000 Euro der Sanierung.', whole, 'de'), 'number');
});

test('what a share leaves backs a claim where the passage speaks of the rest', () => {
  const rest = 'La région finance 35 % des travaux et la commune paie le reste.';
  assert.equal(withdrawn('La commune paie 65 % des travaux.', rest, 'fr'), null);
  assert.equal(withdrawn('La commune paie 55 % des travaux.', rest, 'fr'), 'number');
  const other = 'La région finance 35 % des travaux et la commune paie aussi.';
  assert.equal(withdrawn('La commune paie 65 % des travaux.', other, 'fr'), 'number');
});

test('a figure in millions whose unit is left out takes part in a difference', () => {
  const text = 'The tunnel cost 2.4 billion francs, though its budget had been 1.9 billion.';
  assert.equal(withdrawn('The tunnel cost 500 million francs more than its budget.', text), null);
  assert.equal(withdrawn('The tunnel cost 700 million francs more than its budget.', text), 'number');
});

test('an amount with a space between its thousands is held against one in English', () => {
  const text = 'La ville verse 1 800 € à la chorale et 700 € au théâtre.';
  assert.equal(withdrawn('The choir got €1,800 from the town.', text, 'en', 'fr'), null);
  assert.equal(withdrawn('The choir got €1,600 from the town.', text, 'en', 'fr'), 'number');
});

test('what a dated text tells of yesterday is of the day before', () => {
  const report = 'Ostra Bote, 9 May 2023: the mayor opened the new cable car yesterday.';
  assert.equal(withdrawn('The new cable car opened on 8 May 2023.', report), null);
  assert.equal(withdrawn('The new cable car opened on 7 May 2023.', report), 'date');
  assert.equal(withdrawn('The new cable car opened on 8 May 2023.', report.replace(' yesterday', '')), 'date');
  const german = 'Ostra Bote, 9. Mai 2023: die neue Seilbahn wurde gestern eröffnet.';
  assert.equal(withdrawn('Die neue Seilbahn wurde am 8. Mai 2023 eröffnet.', german, 'de'), null);
  assert.equal(withdrawn('Die neue Seilbahn wurde am 6. Mai 2023 eröffnet.', german, 'de'), 'date');
});

test('a claim that names the year before clashes with other years alone', () => {
  const claim = 'The cable car carried more skiers in 2019 than the year before.';
  assert.equal(withdrawn(claim, 'Last year the cable car carried more skiers than in 2018.'), null);
  assert.equal(withdrawn(claim, 'Last year the cable car carried more skiers than in 2016.'), 'date');
  const plain = 'The cable car carried more skiers in 2019.';
  assert.equal(withdrawn(plain, 'The cable car carried more skiers in 2018.'), 'date');
});

test('a square metre is no month, in any language', () => {
  assert.equal(withdrawn('El solar mide 80 m².', 'El solar mide 80 metros cuadrados.', 'es'), null);
  assert.notEqual(withdrawn('El solar mide 80 m².', 'El solar mide 90 metros cuadrados.', 'es'), null);
});
