import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withdrawn } from './model-fixtures.ts';

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

test('cents are of the currency that the passage speaks of, where that has cents', () => {
  const fare = 'Der Fahrschein kostet künftig 2,00 € statt 1,50 €.';
  assert.equal(withdrawn('Der Fahrschein wird 50 Cent teurer.', fare, 'de'), null);
  assert.equal(withdrawn('Der Fahrschein wird 60 Cent teurer.', fare, 'de'), 'unstated_figure');
  assert.equal(withdrawn('The ticket now costs 50 cents more.', fare, 'en', 'de'), null);
  assert.equal(withdrawn('The ticket now costs 70 cents more.', fare, 'en', 'de'), 'unstated_figure');
  assert.equal(withdrawn('Der Stempel kostet 50 Cent.', 'Der Stempel kostet 0,50 €.', 'de'), null);
  const yen = '切符は150円から200円になる。';
  assert.equal(withdrawn('The ticket now costs 50 cents more.', yen, 'en', 'ja'), 'unstated_figure');
});

test('a share of a figure, and what it leaves of it, back a claim', () => {
  const price = 'The day ticket costs 120 francs; residents pay 20 per cent less.';
  assert.equal(withdrawn('Residents pay 96 francs for the day ticket.', price), null);
  assert.equal(withdrawn('Residents pay 90 francs for the day ticket.', price), 'number');
  assert.equal(withdrawn('Residents pay 144 francs for the day ticket.', price), 'number');
  assert.equal(withdrawn('Residents save 24 francs on the day ticket.', price), null);
  const polish = 'Kajak kosztuje 120 zł, a mieszkańcy płacą o 20% mniej.';
  assert.equal(withdrawn('Mieszkańcy płacą za kajak 96 zł.', polish, 'pl'), null);
  assert.equal(withdrawn('Mieszkańcy płacą za kajak 90 zł.', polish, 'pl'), 'number');
});

test('a share of something else makes no figure', () => {
  const price = 'The day ticket costs visitors 120 francs; residents pay 20 per cent less.';
  assert.equal(withdrawn('Visitors pay 96 francs for the day ticket.', price), 'number');
  assert.equal(withdrawn('The day ticket costs 24 francs.', price), 'number');
  assert.equal(withdrawn('Residents pay 24 francs for the day ticket.', price), 'number');
  const bridge = 'The bridge is 400 metres long, and its steepest ramp has a slope of 10 per cent.';
  assert.equal(withdrawn('The bridge is 40 metres long.', bridge), 'number');
  assert.equal(withdrawn('The bridge is 360 metres long.', bridge), 'number');
  assert.equal(
    withdrawn('The bridge is 360 metres long.', 'El puente mide 400 metros, con un 10 %.', 'en', 'es'),
    'number',
  );
  const lower = 'In 2023 the harbour handled 100 tonnes of fish, 10 per cent less than in 2022.';
  assert.equal(withdrawn('In 2022 the harbour handled 90 tonnes of fish.', lower), 'number');
});

test('a part of what was named before backs a claim, but not one about the whole', () => {
  const roof = 'The new roof costs 100,000 francs, of which the canton pays 30 per cent.';
  assert.equal(withdrawn('The canton pays 30,000 francs for the roof.', roof), null);
  assert.equal(withdrawn('The canton pays 70,000 francs for the roof.', roof), 'number');
  assert.equal(withdrawn('The new roof costs 30,000 francs.', roof), 'number');
  const german = 'Das Dach kostet 100.000 Euro, davon zahlt der Kanton 30 %.';
  assert.equal(withdrawn('Der Kanton zahlt 30.000 Euro für das Dach.', german, 'de'), null);
  assert.equal(withdrawn('Das Dach kostet 30.000 Euro.', german, 'de'), 'number');
});

test('a number at the end of a sentence is no cell of a table, in any language', () => {
  const street = 'Die Halle steht in der Ringstraße 320.';
  assert.equal(withdrawn('Die Halle kostete 320 Millionen Euro.', street, 'de'), 'unstated_figure');
  assert.equal(withdrawn('The hall cost 320 million euros.', street, 'en', 'de'), 'unstated_figure');
  const room = 'Das Hotel hat 80 Betten. Der Pförtner wohnt in Zimmer 214.';
  assert.equal(withdrawn('Das Hotel hat 214 Betten.', room, 'de'), 'number');
});

test('the same number in another currency is not the claim’s', () => {
  assert.equal(withdrawn('Bilet kosztuje 50 zł.', 'Bilet kosztuje 50 €.', 'pl'), 'unstated_figure');
  assert.equal(withdrawn('Bilet kosztuje 50 zł.', 'Bilet kosztuje 50 zł.', 'pl'), null);
});

test('among many shares none is taken for what made a figure', () => {
  const many =
    'The ticket costs 120 francs; groups pay 20 per cent less, pupils 30, families 25 per cent, and guests 10 per cent.';
  assert.equal(withdrawn('Groups pay 96 francs.', `${many} Friends pay 5 per cent less.`), 'number');
});

test('a count at the end of a sentence is one of what the sentence counts', () => {
  const riders = 'Im Jahr 2024 fuhren 11.380 Fahrgäste mit, im Jahr davor 9.870.';
  assert.equal(withdrawn('2024 waren es rund 1.500 Fahrgäste mehr als davor.', riders, 'de'), null);
  assert.equal(withdrawn('2024 waren es rund 2.500 Fahrgäste mehr als davor.', riders, 'de'), 'number');
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
