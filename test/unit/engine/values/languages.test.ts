import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valuesIn } from '#engine/values/languages/values.ts';

/** Values of a text, as "dimension low bound" and dates as they are written in English. */
function read(text: string, language: string): string[] {
  const { dates, quantities } = valuesIn(text, language);
  const all = [
    ...dates.map(({ start, text: date, relation }) => ({
      start,
      as: relation === 'in' ? date : `${relation} ${date}`,
    })),
    ...quantities.map(({ start, low, high, dimension, bound }) => ({
      start,
      as: `${low === high ? low : `${low}-${high}`} ${dimension}${bound === 'exact' ? '' : ` ${bound}`}`,
    })),
  ];
  return all.toSorted((a, b) => a.start - b.start).map(({ as }) => as);
}

const CASES: Record<string, [text: string, values: string[]][]> = {
  de: [
    ['Das Werk kostet 1.250,50 Euro.', ['1250.5 currency:EUR']],
    ['Am 14. Juni 2019 kamen 1 250 Menschen.', ['14 June 2019', '1250 count']],
    ['Seit März 2024 sind es 3,5 Millionen Euro.', ['since March 2024', '3500000 currency:EUR']],
    ['Im Jahr 2024 waren es 2.100 Stück, im März 2.050.', ['2024', '2100 count', '2050 count']],
    ['Die Brücke ist 300 Meter lang und wurde 1937 gebaut.', ['300 length', '1937']],
    ['Von 2015 bis 2019 sank es.', ['2015 to 2019']],
    ['nicht mehr als 500 Meter', ['500 length at_most']],
    ['Etwa 40 Prozent der 18 Turbinen', ['40 share about', '18 count']],
    ['Mindestens 10 bis 12 Kilometer', ['10000-12000 length at_least']],
    ['Sie öffnete am 03.05.2021.', ['2021-05-03']],
    ['Es wiegt 2,5 Tonnen und fährt 80 Kilometer pro Stunde.', ['2500 mass', '22.22222222222222 speed']],
  ],
  fr: [
    ['Il coûte 1 250,50 € par an.', ['1250.5 currency:EUR']],
    ['La ville verse 1 800 € à la chorale en 2019.', ['1800 currency:EUR', '2019']],
    ['La ville verse 1800 € à la chorale.', ['1800 currency:EUR']],
    ['La ville a versé en 2019 $500 à la chorale.', ['2019', '500 currency:USD']],
    ['Le 1er mai 2020, plus de 18 000 personnes', ['1 May 2020', '18000 count more_than']],
    ['environ 3,5 millions d’euros en 2019.', ['3500000 currency:EUR about', '2019']],
    ['Entre 2015 et 2019', ['2015 to 2019']],
    ['entre 3 et 5 kilomètres', ['3000-5000 length']],
    ['pas plus de 500 mètres', ['500 length at_most']],
    ['Une hausse de 12 pour cent', ['12 share']],
  ],
  es: [
    ['Cuesta 1.250,50 euros.', ['1250.5 currency:EUR']],
    ['El 14 de junio de 2019 asistieron 2.300 personas.', ['14 June 2019', '2300 count']],
    ['al menos 40 kilómetros desde 2018.', ['40000 length at_least', 'since 2018']],
    ['3,5 millones de dólares', ['3500000 currency:USD']],
    ['El solar mide 80 m².', ['80 area']],
  ],
  it: [
    ['Costa 1.250,50 euro.', ['1250.5 currency:EUR']],
    ['Il 14 giugno 2019 c’erano 2.300 persone.', ['14 June 2019', '2300 count']],
    ['oltre 40 chilometri', ['40000 length more_than']],
  ],
  pt: [
    ['Custa 1.250,50 euros.', ['1250.5 currency:EUR']],
    ['Em 14 de junho de 2019 vieram 2.300 pessoas.', ['14 June 2019', '2300 count']],
  ],
  nl: [
    ['Het kost 1.250,50 euro.', ['1250.5 currency:EUR']],
    ['Op 14 juni 2019 kwamen 2.300 mensen.', ['14 June 2019', '2300 count']],
    ['ongeveer 40 kilometer', ['40000 length about']],
  ],
  pl: [
    ['Kosztuje 1 250,50 euro.', ['1250.5 currency:EUR']],
    ['14 czerwca 2019 r. przyszło 2300 osób.', ['14 June 2019', '2300 count']],
    ['co najmniej 40 kilometrów', ['40000 length at_least']],
    ['3,5 mln euro', ['3500000 currency:EUR']],
  ],
  zh: [
    ['二〇二四年三月，公司有1,250名员工。', ['March 2024', '1250 count']],
    ['2019年6月14日开业。', ['2019-06-14']],
    ['费用约为1.2亿欧元。', ['120000000 currency:EUR']],
    ['全长三百公里。', ['300000 length']],
  ],
  ja: [
    ['2019年6月14日に開業した。', ['2019-06-14']],
    ['従業員は1,250人以上です。', ['1250 count at_least']],
    ['3億5000万円の費用', ['350000000 currency:JPY']],
    ['令和の橋は長さ300メートルです。', ['300 length']],
  ],
  ar: [
    ['افتتح في ١٤ يونيو ٢٠٢٤.', ['14 June 2024']],
    ['يبلغ طوله ٢٤ كيلومترًا', ['24000 length']],
    ['كلف ١٬٢٥٠٫٥٠ يورو', ['1250.5 currency:EUR']],
    ['أكثر من 3 ملايين دولار', ['3000000 currency:USD more_than']],
  ],
};

for (const [language, cases] of Object.entries(CASES)) {
  test(`figures, dates, units and money are read in ${language}`, () => {
    for (const [text, values] of cases) assert.deepEqual(read(text, language), values, text);
  });
}

test('a unit by its symbol, or by a name that is the same in English, is read', () => {
  assert.deepEqual(read('Sie leistet 12 MW auf 3,5 km².', 'de'), ['12000000 power', '3500000 area']);
  assert.deepEqual(read('Elle produit 12 mégawatts.', 'fr'), ['12000000 power']);
});

test('words of other languages are none of English', () => {
  assert.deepEqual(read('Het is half 8 en over 3 dagen', 'nl'), ['8 count', '259200 time']);
});

test('a figure that can be read in two ways is left open', () => {
  assert.deepEqual(read('Es sind 1,250 Kilo.', 'de'), []);
  assert.deepEqual(read('Es sind 1,25 Kilometer.', 'de'), ['1250 length']);
});
