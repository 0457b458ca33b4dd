import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNothingMissing } from '#apps/cli/gate/parts.ts';

const CONTENT = [...'Somebody came. Nobody knows. And so on. Nobody knows.'];
const [FIRST, SECOND] = [
  { start: 0, end: 28 },
  { start: 29, end: CONTENT.length },
];

test('nothing is missing where each stretch with these words was read in full', () => {
  const complete = { ...FIRST!, complete: true };
  const inPart = { ...SECOND!, complete: false };
  assert.equal(isNothingMissing(['Somebody came.'], CONTENT, [complete, inPart], []), true);
  assert.equal(isNothingMissing(['And so on.'], CONTENT, [complete, inPart], []), false);
  assert.equal(isNothingMissing(['Nobody knows.'], CONTENT, [complete, inPart], []), false);
  assert.equal(isNothingMissing(['Nobody knows.'], CONTENT, [complete], [SECOND!]), false);
  assert.equal(isNothingMissing(['Nobody knows.'], CONTENT, [complete, { ...inPart, complete: true }], []), true);
});
