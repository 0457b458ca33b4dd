import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DataError } from '#eval/data/data-error.ts';
import { FORMAT, readRecordedRun } from '#eval/record.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { row } from './rows.ts';

test('a recorded run is read again, anything else is told', async (t) => {
  const folder = await temporaryFolder();
  t.after(folder.remove);
  const file = join(folder.path, 'figures.json');
  const made = { claims: 1, stray: 0 };
  const run = { format: FORMAT, made_at: '2026-01-01T00:00:00.000Z', made, rows: [row()], sets: [] };
  writeFileSync(file, JSON.stringify(run));
  assert.deepEqual(readRecordedRun(file), run);

  for (const text of ['{', '[]', JSON.stringify({ ...run, format: 'other' }), JSON.stringify({ ...run, rows: [{}] })]) {
    writeFileSync(file, text);
    assert.throws(() => readRecordedRun(file), DataError, text);
  }
  assert.throws(() => readRecordedRun(join(folder.path, 'none.json')), /can't be read \(ENOENT\)/);
});
