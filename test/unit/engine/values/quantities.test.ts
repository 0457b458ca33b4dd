import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { analyse } from '#engine/text/nlp.ts';
import { findDates } from '#engine/values/dates.ts';
import { findQuantities } from '#engine/values/quantities.ts';
import { compareQuantities } from '#engine/values/quantity-agreement.ts';
import fc from '#test/support/property.ts';

function quantitiesOf(text: string) {
  const tokens = analyse(text);
  const taken = new Array<boolean>(tokens.length).fill(false);
  for (const date of findDates(tokens)) taken.fill(true, date.start, date.end);
  return findQuantities(tokens, taken);
}

function only(text: string) {
  const found = quantitiesOf(text);
  assert.equal(found.length, 1, `${text}: ${found.map((quantity) => quantity.text).join(' | ')}`);
  return found[0]!;
}

describe('findQuantities', () => {
  const cases: [text: string, dimension: string, low: number, high: number, bound: string][] = [
    ['It has 1,234 seats.', 'count', 1234, 1234, 'exact'],
    ['It has twenty-five members.', 'count', 25, 25, 'exact'],
    ['It has two hundred and five members.', 'count', 205, 205, 'exact'],
    ['It cost $3.5 million.', 'currency:USD', 3.5e6, 3.5e6, 'exact'],
    ['It cost 20 euros.', 'currency:EUR', 20, 20, 'exact'],
    ['It rose by 12%.', 'share', 12, 12, 'exact'],
    ['It rose by 12 percent.', 'share', 12, 12, 'exact'],
    ['Half of the members left.', 'share', 50, 50, 'exact'],
    ['One in five patients recovered.', 'share', 20, 20, 'exact'],
    ['It is 5 km long.', 'length', 5000, 5000, 'exact'],
    ['It covers 30 square kilometres.', 'area', 3e7, 3e7, 'exact'],
    ['It holds 5 \u00b5g of iron.', 'mass', 5e-9, 5e-9, 'exact'],
    ['It holds 5\u03bcg of iron.', 'mass', 5e-9, 5e-9, 'exact'],
    ['It was more than 40 kg.', 'mass', 40, 40, 'more_than'],
    ['At least 100 people came.', 'count', 100, 100, 'at_least'],
    ['About 100 people came.', 'count', 100, 100, 'about'],
    ['Between 5 and 10 people came.', 'count', 5, 10, 'exact'],
    ['It costs 5 to 10 dollars.', 'currency:USD', 5, 10, 'exact'],
    ['It has type 2 diabetes.', 'label', 2, 2, 'exact'],
    ['It was the third attempt.', 'ordinal', 3, 3, 'exact'],
    ['It opens at half past nine.', 'clock', 570, 570, 'exact'],
    ['It opens at a quarter to ten.', 'clock', 585, 585, 'exact'],
    ['It closes at 4pm.', 'clock', 960, 960, 'exact'],
    ['It closes at 9.30 am today.', 'clock', 570, 570, 'exact'],
    ['It closes at noon.', 'clock', 720, 720, 'exact'],
    ['It takes half an hour.', 'time', 1800, 1800, 'exact'],
    ['It takes about an hour and a quarter.', 'time', 4500, 4500, 'about'],
    ['It took two and a half hours.', 'time', 9000, 9000, 'exact'],
    ['They made half a dozen sales.', 'count', 6, 6, 'exact'],
    ['It cost half a million pounds.', 'currency:GBP', 5e5, 5e5, 'exact'],
    ['It raised €47m in May.', 'currency:EUR', 4.7e7, 4.7e7, 'exact'],
    ['It costs 50p a day.', 'currency:GBP', 0.5, 0.5, 'exact'],
  ];
  for (const [text, dimension, low, high, bound] of cases) {
    test(text, () => {
      const quantity = only(text);
      assert.deepEqual([quantity.dimension, quantity.bound], [dimension, bound]);
      assert.ok(Math.abs(quantity.low - low) < 1e-6 * high && Math.abs(quantity.high - high) < 1e-6 * high);
    });
  }

  test('a half-year and the first half are no shares', () => {
    assert.deepEqual(quantitiesOf('It grew in the half-year.'), []);
    assert.deepEqual(
      quantitiesOf('It grew in the first half.').map(({ dimension }) => dimension),
      ['ordinal'],
    );
  });

  test('temperatures are converted with their offset', () => {
    assert.ok(Math.abs(only('It is 212 °F.').low - 100) < 1e-9);
  });

  test('years and reference marks are not quantities', () => {
    assert.deepEqual(quantitiesOf('In 1998 it was founded [20].'), []);
  });
});

describe('compareQuantities', () => {
  const cases: [claim: string, evidence: string, agreement: string][] = [
    ['It is 5 km long.', 'It is 5 km long.', 'equal'],
    ['It is 5 km long.', 'It is 5,000 m long.', 'converted'],
    ['It cost $3.5 million.', 'It cost $3,512,000.', 'rounded'],
    ['It cost $3,512,000.', 'It cost $3.5 million.', 'vaguer'],
    ['It cost 80%.', 'It cost about 80%.', 'rounded'],
    ['More than 100 people came.', '120 people came.', 'within'],
    ['More than 100 people came.', '80 people came.', 'clash'],
    ['At least 10 people came.', 'At least 100 people came.', 'within'],
    ['At least 100 people came.', 'At least 10 people came.', 'vaguer'],
    ['Up to 4 people came.', 'Up to 3 people came.', 'vaguer'],
    ['About 100 people came.', '103 people came.', 'within'],
    ['About 100 people came.', '150 people came.', 'clash'],
    ['6 people came.', '7 people came.', 'clash'],
    ['300 million people came.', '308 million people came.', 'vaguer'],
    ['Between 5 and 10 people came.', '7 people came.', 'within'],
    ['Between 5 and 10 people came.', '12 people came.', 'clash'],
    ['It is 5 km long.', 'It weighs 5 kg.', 'incomparable'],
    ['It cost $5.', 'It cost €5.', 'incomparable'],
  ];
  for (const [claim, evidence, agreement] of cases) {
    test(`${claim} / ${evidence}`, () => assert.equal(compareQuantities(only(claim), only(evidence)), agreement));
  }

  test('a value agrees with itself and clashes with its double', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), (value) => {
        const [own, twice] = [only(`It has ${value} seats.`), only(`It has ${value * 2} seats.`)];
        assert.equal(compareQuantities(own, own), 'equal');
        assert.equal(compareQuantities(own, twice), 'clash');
      }),
      { numRuns: 50 },
    );
  });
});
