/** docs/limits.md names the files in which limits are set. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..', '..');

test('every file that a limit is said to be set in exists', () => {
  const rows = readFileSync(join(ROOT, 'docs', 'limits.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const files = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file]) => file!));
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.filter((file) => !existsSync(join(ROOT, file))),
    [],
  );
});
