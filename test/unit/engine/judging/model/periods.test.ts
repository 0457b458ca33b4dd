import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withdrawn } from './model-fixtures.ts';

const YEAR = 'Hardware comes to about €36,000 a year.';

test('a figure by the year backs the same by the month, quarter and week', () => {
  assert.equal(withdrawn('Hardware comes to about 3,000 euros a month.', YEAR), null);
  assert.equal(withdrawn('Hardware comes to 9,000 euros a quarter.', YEAR), null);
  assert.equal(withdrawn('Hardware comes to about €700 a week.', YEAR), null);
  assert.equal(withdrawn('Tracking costs 24 euros annually.', 'Tracking costs €2 a month.'), null);
  assert.equal(withdrawn('The mill has 3,650 visitors a year.', 'The mill has 10 visitors every day.'), null);
});

test('pence by the day are rounded to pounds by the year as the claim rounds', () => {
  const daily = 'If you pay when the bill arrives, add 3.1p a day to each standing charge.';
  const claim = (sum: string) => `If you pay when the bill arrives, each standing charge is ${sum} more.`;
  assert.equal(withdrawn(claim('around £11 a year'), daily), null);
  assert.equal(withdrawn(claim('around £31 a year'), daily), 'number');
  assert.equal(withdrawn(claim('around £11 a month'), daily), 'number');
});

test('a figure that another period makes of another one is a clash', () => {
  assert.equal(withdrawn('Hardware comes to about 3,600 euros a month.', YEAR), 'number');
  assert.equal(withdrawn('Hardware comes to about 3,000 euros a week.', YEAR), 'number');
  assert.equal(withdrawn('The mill has 3,650 lorries a year.', 'The mill has 10 visitors a day.'), 'unstated_figure');
});

test('the same figure by another period is a clash', () => {
  assert.equal(withdrawn('Hardware comes to €36,000 a month.', YEAR), 'number');
  assert.equal(withdrawn('Tracking costs 24 euros annually.', 'Tracking costs €24 a month.'), 'number');
  assert.equal(withdrawn('The mill had 10 visitors a day.', 'The mill had 10 visitors a year.'), 'number');
  assert.equal(withdrawn('Hardware comes to 36,000 euros annually.', YEAR), null);
  assert.equal(withdrawn('Hardware comes to €36,000.', YEAR), null);
});

test('a sum takes nothing that is given by another period', () => {
  const rent = 'The rent is £32 a month. Insurance for the harp is £13 a year.';
  assert.equal(withdrawn('Rent and insurance for the harp are £45 a month.', rent), 'number');
});

test('“a year ago” gives nothing by the year', () => {
  const text = 'The mill had 10 visitors a year ago.';
  assert.equal(withdrawn('The mill had 10 visitors a day.', text), null);
  assert.equal(withdrawn('The mill had 3,650 visitors a day.', text), 'number');
});

test('what is done or earned on some days is not multiplied by all', () => {
  const paid = 'The museum pays guides 200 euros a day for their work.';
  assert.equal(withdrawn('The museum pays guides 73,000 euros a year.', paid), 'number');
  assert.equal(withdrawn('The pool is open 56 hours a week.', 'The pool is open 8 hours a day.'), 'number');
});
