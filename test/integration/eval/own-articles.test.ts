/** The project's own articles through the whole service: the results must not fall below what was reached. */
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { evaluate } from '#eval/evaluate.ts';
import { missedFloors, readFloors } from '#eval/floors.ts';

const OWN = resolve(import.meta.dirname, '../../../eval/articles');

test('the figures of the own articles keep their floors', async () => {
  const { figures, rows, work, sets } = await evaluate([OWN]);
  assert.ok(rows.length >= 200);
  assert.deepEqual(missedFloors(figures!, readFloors(join(OWN, 'floors.json')), sets), []);
  assert.equal(work!.model_calls, 0);
});
