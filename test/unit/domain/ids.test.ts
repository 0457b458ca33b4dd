import assert from 'node:assert/strict';
import { test } from 'node:test';
import { derivedId, newId, stageEventId } from '#domain/ids.ts';

test('ids have a type prefix, fit 40 characters and sort by time', () => {
  const ids = Array.from({ length: 1000 }, () => newId('ver'));
  assert.deepEqual([...ids].sort(), ids);
  for (const id of ids) assert.match(id, /^ver_[0-9a-f]{32}$/);
});

test('derived ids are the same for the same parent and ordinal, and differ otherwise', () => {
  assert.equal(derivedId('clm', 'ver_1', 3), derivedId('clm', 'ver_1', 3));
  assert.notEqual(derivedId('clm', 'ver_1', 3), derivedId('clm', 'ver_1', 4));
  assert.notEqual(derivedId('clm', 'ver_1', 3), derivedId('clm', 'ver_2', 3));
  assert.notEqual(stageEventId('s', 1, 'extract', 0), stageEventId('s', 2, 'extract', 0));
});
