/** Support that rests on a row of a table: the row is read under its head, and a figure counts in its own column. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelledSentences, type Withdrawal, withdrawalOf } from '#engine/judging/model/withdrawal.ts';

const FEES =
  'Yearly fee | 80 litres | 120 litres | 240 litres\n\nResidual waste | €118 | €164 | €301\n\nGarden waste | €39 | €52 | –';
const HOMES = 'Place | 2022 | 2023 | 2024\n\nOrley | 412 | 386 | 297\n\nCounty | 810 | 797 | 760';

/** Why support can't rest on these rows of the table, quoted word for word. */
function withdrawn(claim: string, table: string, ...rows: string[]): Withdrawal | null {
  return withdrawnIn('en', claim, table, ...rows);
}

function withdrawnIn(language: string, claim: string, table: string, ...rows: string[]): Withdrawal | null {
  const places = rows.map((row) => ({ start: table.indexOf(row), end: table.indexOf(row) + row.length }));
  const words = { ...labelledSentences(table, places, language), title: 'Fees and homes' };
  return withdrawalOf(claim, words, 'supports', language);
}

test('a row is read under the head of its table', () => {
  const { quoted, unquoted, rows } = labelledSentences(FEES, [{ start: FEES.indexOf('€39'), end: FEES.length }], 'en');
  assert.deepEqual(
    [quoted, unquoted].map((lines) => lines.map((line) => line.split(' | ')[0])),
    [['Yearly fee', 'Garden waste'], ['Residual waste']],
  );
  assert.deepEqual(
    rows.map(({ head }) => head.split(' | ')[0]),
    ['Yearly fee'],
  );
  assert.deepEqual(labelledSentences('It is long. It is old.', [{ start: 0, end: 3 }], 'en').rows, []);
});

test('a claim may name a column of the row that is quoted', () => {
  assert.equal(
    withdrawn('A bin of 120 litres for residual waste costs €164 a year.', FEES, 'Residual waste | €118'),
    null,
  );
  assert.equal(withdrawn('In 2023 the county completed 797 homes.', HOMES, 'County | 810'), null);
  assert.equal(withdrawn('The county completed 760 homes in 2024 and 797 in 2023.', HOMES, 'County | 810'), null);
});

test('a figure of another column than the claim names carries no support', () => {
  assert.equal(
    withdrawn('A bin of 120 litres for residual waste costs €301 a year.', FEES, 'Residual waste | €118'),
    'number',
  );
  assert.equal(
    withdrawn('A bin of 80 litres for garden waste costs €52 a year.', FEES, 'Garden waste | €39'),
    'number',
  );
  assert.equal(withdrawn('In 2023 the county completed 760 homes.', HOMES, 'County | 810'), 'number');
});

test('sums of cells and differences between them are followed', () => {
  const both = 'A bin of 120 litres for residual and one for garden waste cost €216 a year together.';
  assert.equal(withdrawn(both, FEES, 'Residual waste | €118', 'Garden waste | €39'), null);
  assert.equal(withdrawn('The county completed 37 fewer homes in 2024 than in 2023.', HOMES, 'County | 810'), null);
  assert.notEqual(withdrawn('The county completed 43 fewer homes in 2024 than in 2023.', HOMES, 'County | 810'), null);
  const money = 'Thousand pounds | 2024 | 2023\n\nSurplus | 188 | 103';
  assert.equal(withdrawn('The surplus was £85,000 higher in 2024 than in 2023.', money, 'Surplus | 188'), null);
  assert.notEqual(withdrawn('The surplus was £95,000 higher in 2024 than in 2023.', money, 'Surplus | 188'), null);
});

test('which column a cell is in is not guessed where the head has other cells', () => {
  const uneven = 'Stove 6 | Stove 9\n\nNominal power | 6 kW | 9 kW';
  assert.equal(withdrawn('The larger stove has a nominal power of 9 kW.', uneven, 'Nominal power | 6 kW'), null);
});

const TARIFFS = 'Use in kWh | 2,500 | 4,000 | 6,000\n\nBasic | 910 | 1,380 | 2,010\n\nGreen | 990 | 1,440 | 2,090';

test('a figure of the head names a column and is none of the row', () => {
  const basic = 'Basic | 910';
  assert.equal(withdrawn('For 4,000 kWh the Basic tariff costs 1,380 euros.', TARIFFS, basic), null);
  assert.equal(withdrawn('The Basic tariff costs 4,000 euros.', TARIFFS, basic), 'unstated_figure');
  assert.equal(withdrawn('The Basic tariff for 4,000 kWh costs 2,500 euros.', TARIFFS, basic), 'unstated_figure');
  assert.equal(withdrawn('The Basic tariff costs 3,410 euros.', TARIFFS, basic), 'unstated_figure');
  assert.equal(withdrawn('For 4,000 kWh the Basic tariff costs 910 euros.', TARIFFS, basic), 'number');
  const garden = 'Garden waste is collected in bins of 240 litres.';
  assert.equal(withdrawn(garden, FEES, 'Garden waste | €39'), 'unstated_figure');
});

test('a passage that begins within a table lends a row no figures of the first', () => {
  const rest = HOMES.slice(HOMES.indexOf('Orley'));
  assert.equal(withdrawn('The county completed 810 homes.', rest, 'County | 810'), null);
  assert.equal(withdrawn('The county completed 412 homes.', rest, 'County | 810'), 'unstated_figure');
  assert.equal(withdrawn('The county completed 398 homes.', rest, 'County | 810'), 'unstated_figure');
  assert.equal(withdrawn('Together they completed 1,222 homes.', rest, 'Orley | 412', 'County | 810'), null);
});

test('a claim names a column by a word that heads no other', () => {
  const fares = 'Ticket | Adults, one zone | Children, one zone\n\nDay | €24 | €12';
  assert.equal(withdrawn('The day ticket for children costs €12.', fares, 'Day | €24'), null);
  assert.equal(withdrawn('The day ticket for children costs €24.', fares, 'Day | €24'), 'number');
  assert.equal(withdrawn('The day ticket for one zone costs €24.', fares, 'Day | €24'), null);
});

test('a figure in the name of a row is in no column', () => {
  const packs = 'Rank | Pack | Price | Points\n\n1 | Orley 38 | £149 | 84\n\n2 | Marl 40 | £95 | 79';
  const both = ['1 | Orley 38', '2 | Marl 40'];
  assert.equal(withdrawn('The Orley 38 got five points more than the Marl 40.', packs, ...both), null);
  assert.equal(withdrawn('The price of the Orley 38 is £84.', packs, ...both), 'number');
});

test('a claim may name a column in a form of the unit that the head does not have', () => {
  const fees =
    'Gebühr im Jahr | 80 Liter | 120 Liter\n\nRestmüll | 118,00 € | 164,50 €\n\nBioabfall | 39,00 € | 52,50 €';
  const rows = ['Restmüll | 118,00 €', 'Bioabfall | 39,00 €'];
  const both = (price: string) => `Restmüll und Bioabfall kosten bei 120 Litern zusammen ${price} Euro im Jahr.`;
  assert.equal(withdrawnIn('de', both('217'), fees, ...rows), null);
  assert.notEqual(withdrawnIn('de', both('227'), fees, ...rows), null);
  const one = (price: string) => `Restmüll kostet bei 120 Litern ${price} Euro im Jahr.`;
  assert.equal(withdrawnIn('de', one('164,50'), fees, rows[0]!), null);
  assert.equal(withdrawnIn('de', one('118'), fees, rows[0]!), 'number');
});
