import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v5 } from 'uuid';
import { derivedId, newId, stageEventId } from '#domain/ids.ts';
import fc from '#test/support/property.ts';

test('ids have a type prefix, fit 40 characters and sort by time', () => {
  const ids = Array.from({ length: 1000 }, () => newId('ver'));
  assert.deepEqual([...ids].sort(), ids);
  for (const id of ids) assert.match(id, /^ver_[0-9a-f]{32}$/);
});

test('derived ids are equal for equal parent and ordinal, and differ otherwise', () => {
  assert.equal(derivedId('clm', 'ver_1', 3), derivedId('clm', 'ver_1', 3));
  assert.notEqual(derivedId('clm', 'ver_1', 3), derivedId('clm', 'ver_1', 4));
  assert.notEqual(derivedId('clm', 'ver_1', 3), derivedId('clm', 'ver_2', 3));
  assert.notEqual(stageEventId('s', 1, 'extract', 0), stageEventId('s', 2, 'extract', 0));
});

test('event ids of stages are standard UUIDs of version 5', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (stream, ordinal) => {
      const expected = v5(`${stream}/1/judge/${ordinal}`, '6f1c6c0e-6d0b-5d0f-9a55-5f6b6b7f2a11');
      assert.equal(stageEventId(stream, 1, 'judge', ordinal), expected);
    }),
  );
});
