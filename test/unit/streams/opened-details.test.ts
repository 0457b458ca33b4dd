import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOpenedDetails } from '#streams/opened-details.ts';

const PLACE = { record: 'clm_1', field: 'claim' } as const;

test('a remembered value is found only for its record and field', () => {
  const details = createOpenedDetails(100);
  const value = { words: ['a'] };
  details.remember('s1.abc', PLACE, value, 15);
  assert.equal(details.find('s1.abc', PLACE), value);
  assert.equal(details.find('s1.abc', { ...PLACE, record: 'clm_2' }), undefined);
  assert.equal(details.find('s1.abc', { ...PLACE, field: 'evidence' }), undefined);
  assert.equal(details.find('s1.abd', PLACE), undefined);
  assert.equal(details.characters, 15);
});

test('too many details are all forgotten', () => {
  const details = createOpenedDetails(100);
  details.remember('s1.a', PLACE, 'a', 1_000_000);
  details.remember('s1.b', PLACE, 'b', 1_000_000);
  details.remember('s1.c', PLACE, 'c', 1);
  for (const sealed of ['s1.a', 's1.b', 's1.c']) assert.equal(details.find(sealed, PLACE), undefined);
  assert.equal(details.characters, 0);
});

test('details of a long text are not remembered', () => {
  const details = createOpenedDetails(100_000);
  details.remember('s1.a', PLACE, 'a', 3);
  assert.equal(details.find('s1.a', PLACE), undefined);
  assert.equal(details.characters, 0);
});
