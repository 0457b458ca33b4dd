import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#contracts/errors.ts';
import { numberCursor, placeNumber, timeCursor, timedKey } from '#query-api/pages/cursor.ts';

const PLACE = { value: '2026-03-01T10:00:00.000Z', id: 'ver_1/item/000042' };
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function isRefused(error: unknown): boolean {
  assert.ok(error instanceof ApiError && error.code === 'validation_error');
  const { loc, msg } = error.detail![0]!;
  assert.deepEqual(loc, ['query', 'after']);
  assert.match(msg, /not the next of a page of this list/);
  return true;
}

test('a cursor gives its place back', () => {
  assert.deepEqual(timedKey('reviews', timeCursor('reviews', PLACE)), PLACE);
  assert.equal(placeNumber('audit', numberCursor('audit', 0)), 0);
});

test('what is no cursor of the list is refused by name', () => {
  const time = (value: unknown, id: unknown = 'ver_1', list = 'reviews') => encoded([list, value, id]);
  const bad = [
    '',
    'x',
    '%%%',
    encoded(null),
    encoded({}),
    encoded(['reviews']),
    time(5),
    time('yesterday'),
    time(PLACE.value, ''),
    time(PLACE.value, "'; DROP TABLE"),
    time(PLACE.value, 'x'.repeat(101)),
    encoded(['reviews', PLACE.value, 'ver_1', 'more']),
    timeCursor('overviews', PLACE),
    numberCursor('reviews', 3),
    `${timeCursor('reviews', PLACE)}=`,
    ` ${timeCursor('reviews', PLACE)}`,
    'A'.repeat(100_000),
  ];
  for (const cursor of bad) assert.throws(() => timedKey('reviews', cursor), isRefused, cursor.slice(0, 80));
  for (const number of [-1, 1.5, '3', null, 1e300]) {
    assert.throws(() => placeNumber('audit', encoded(['audit', number])), isRefused);
  }
  assert.throws(() => placeNumber('claims/ver_2', numberCursor('claims/ver_1', 3)), isRefused);
});
