import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withdrawn } from './model-fixtures.ts';

const USE = 'The coating takes about 1.5 kg/m2 for each millimetre of thickness.';
const USUAL = `${USE} The usual thickness of the coating is 2 mm; below 1 mm it will not level.`;

test('so much for each unit is taken for as much as the text gives of it', () => {
  assert.equal(withdrawn('A coating of the usual thickness takes some 3 kg per square metre.', USUAL), null);
  assert.equal(withdrawn('A coating of the usual thickness takes some 4 kg per square metre.', USUAL), 'number');
  assert.equal(withdrawn('A coating of the usual thickness takes some 3 tonnes per square metre.', USUAL), 'number');
});

test('a measure of something else, or one of two, multiplies nothing', () => {
  const claim = 'A coating of the usual thickness takes some 3 kg per square metre.';
  assert.equal(withdrawn(claim, `${USE} The brush of the coating is 2 mm wide.`), 'number');
  assert.equal(withdrawn(claim, `${USE} The usual thickness is 2 mm, and the best thickness 4 mm.`), 'number');
  assert.equal(withdrawn('The coating takes some 3 kg per square metre.', USUAL), 'number');
});
