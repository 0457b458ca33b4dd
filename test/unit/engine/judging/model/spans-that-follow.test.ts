import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withdrawn } from './model-fixtures.ts';

const REPORT = 'The architect died on 30 October 1880, four months after the report.';

test('what came sooner came within the time', () => {
  assert.equal(withdrawn('The architect was dead within half a year of the report.', REPORT), null);
});

test('a time that was not kept, or is the other way, is a clash', () => {
  assert.equal(withdrawn('The architect was dead within three months of the report.', REPORT), 'number');
  assert.equal(withdrawn('The architect was not dead within half a year of the report.', REPORT), 'number');
  assert.equal(withdrawn('The architect lived for more than half a year after the report.', REPORT), 'number');
  assert.equal(withdrawn('The architect died within half a year before the report.', REPORT), 'number');
  const later = 'The architect died in 1881, eight months after the report.';
  assert.equal(withdrawn('The architect was dead within half a year of the report.', later), 'number');
  const lasted = 'The inquiry into the bridge lasted four months.';
  assert.equal(withdrawn('The inquiry into the bridge ended within half a year.', lasted), 'number');
});

const FREE = 'Mobile data is included for the first three years; after that it costs €24 a year.';

test('from the fourth year on is after the first three', () => {
  assert.equal(withdrawn('From the fourth year on, mobile data costs 24 euros a year.', FREE), null);
  assert.equal(withdrawn('From the third year on, mobile data costs 24 euros a year.', FREE), 'number');
  assert.equal(withdrawn('From the fifth year onwards, mobile data costs 24 euros a year.', FREE), 'number');
  assert.equal(withdrawn('From the fourth month on, mobile data costs 24 euros a year.', FREE), 'number');
  assert.equal(withdrawn('Up to the fourth year mobile data is included.', FREE), 'number');
  const open = 'Mobile data is included for the first three years and costs €24 a year in Malta.';
  assert.equal(withdrawn('From the fourth year on, mobile data costs 24 euros a year.', open), 'number');
});

const LEAVE = 'The leave for the second parent goes up from six weeks at full pay to eight, for children born in 2025.';

test('a figure without a unit has that of the one it is set beside', () => {
  assert.equal(withdrawn('The second parent gets eight weeks at full pay.', LEAVE), null);
  assert.equal(withdrawn('The second parent gets ten weeks at full pay.', LEAVE), 'number');
  assert.equal(withdrawn('The second parent gets eight days at full pay.', LEAVE), 'number');
  const shares =
    'Tielen is largest, with 14 per cent of the market, Meubiloop next with 11, and Storey has 9 per cent.';
  assert.equal(withdrawn('Meubiloop has 11 per cent of the market.', shares), null);
  assert.equal(withdrawn('Meubiloop has 12 per cent of the market.', shares), 'number');
  assert.equal(withdrawn('Three firms share about a third of the market.', shares), null);
  assert.equal(withdrawn('Three firms share about half of the market.', shares), 'number');
});

test('a figure without a unit takes none of a figure that it is not set beside', () => {
  const crew = 'The ferry takes six hours from the island to the port and has a crew of eight, all trained.';
  assert.equal(withdrawn('The ferry takes eight hours.', crew), 'number');
  const pier = 'From six hours before departure passengers of the ferry go to pier eight, on the left.';
  assert.equal(withdrawn('The ferry takes eight hours.', pier), 'number');
});

const ANNUITY =
  'In 1835 she lost most of her savings, about £300, in a bad investment. The government granted her an annuity of £25.';

test('a figure that another clause of the claim states stands in the way of none', () => {
  assert.equal(
    withdrawn('After losing about £300 in a bad investment, she received an annuity of £25.', ANNUITY),
    null,
  );
  assert.equal(
    withdrawn('After losing about £25 in a bad investment, she received an annuity of £300.', ANNUITY),
    'number',
  );
  assert.equal(withdrawn('After losing £25 in a bad investment, she received an annuity.', ANNUITY), 'number');
  assert.equal(withdrawn('She lost £25 in a bad investment.', ANNUITY), 'number');
  assert.equal(
    withdrawn('After a bad investment, in which she lost £25, she received an annuity of £300.', ANNUITY),
    'number',
  );
});

const QUOTED = 'The contractor, Brightway, had quoted £7,950 for the lights, against a budget of £6,400.';

test('other sentences set aside no figure that follows from the quotes', () => {
  const above = (sum: string, rest: string) =>
    withdrawn(`The old contractor wanted ${sum} more than had been budgeted.`, `${QUOTED} ${rest}`, 'en', 'en', QUOTED);
  const tender = 'It was agreed to accept another contractor, Halvard Lighting, at £6,380.';
  assert.equal(above('£1,550', tender), null);
  assert.equal(above('£1,450', tender), 'number');
  const other = 'The old contractor wanted £1,300 more than had been budgeted.';
  assert.notEqual(above('£1,550', other), null);
});
