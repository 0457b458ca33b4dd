import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withdrawn } from './model-fixtures.ts';

test('one who is named and two others are three', () => {
  const text = 'Lightning struck the elm and killed Elizabeth Voss and two other women.';
  assert.equal(withdrawn('Lightning killed three women under the elm.', text), null);
  assert.equal(withdrawn('Lightning killed four women under the elm.', text), 'number');
});

test('several who are named, and two who are no others, are not counted so', () => {
  const claim = 'Lightning killed three women under the elm.';
  const several = 'Lightning struck the elm and killed Ida Brandt, Elizabeth Voss and two other women.';
  assert.equal(withdrawn(claim, several), 'number');
  assert.equal(
    withdrawn(claim, 'Lightning struck the elm and killed Ida Brandt and Elizabeth Voss and two other women.'),
    'number',
  );
  assert.equal(withdrawn(claim, 'Lightning struck the elm of Elizabeth Voss and two women were killed.'), 'number');
});
