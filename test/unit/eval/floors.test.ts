import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DataError } from '#eval/data/data-error.ts';
import { missedFloors, readFloors } from '#eval/floors.ts';
import { articleFigures } from '#eval/metrics/article-figures.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { row, wrongClaim } from './rows.ts';

const figures = articleFigures([row(), row({ said: 'unverifiable' }), wrongClaim()], { claims: 3, stray: 0 });

test('floors are kept from at_least upwards and to at_most', () => {
  assert.deepEqual(missedFloors(figures, { recall_supported: { at_least: 0.5 }, let_through: { at_most: 0 } }), []);
  const [missed] = missedFloors(figures, { recall_supported: { at_least: 0.51 } });
  assert.match(missed!, /^recall_supported is 0\.5, at least 0\.51/);
  assert.match(missedFloors(figures, { ece: { at_most: 0.05 } })[0]!, /^ece is 0\.09.*at most 0\.05/);
});

test('a floor that nothing is held to is missed', () => {
  assert.deepEqual(missedFloors(figures, { precision_contradicted: { at_least: 0.5 } }), [
    'precision_contradicted has nothing to measure',
  ]);
  assert.deepEqual(missedFloors(figures, { no_such: { at_least: 0 } }), ['there is no figure called no_such']);
});

test('a file of floors that makes no sense is told', async (t) => {
  const folder = await temporaryFolder();
  t.after(folder.remove);
  const file = join(folder.path, 'floors.json');
  for (const text of ['{', '[]', '{"ece": {"at_lest": 1}}', '{"ece": 1}']) {
    writeFileSync(file, text);
    assert.throws(() => readFloors(file), DataError, text);
  }
  writeFileSync(file, '{"ece": {"at_most": 0.1}}');
  assert.deepEqual(readFloors(file), { ece: { at_most: 0.1 } });
});
