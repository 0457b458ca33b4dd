import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileProblem } from '#common/file-problem.ts';
import { openConnection } from '#platform/sqlite/database.ts';

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  assert.fail('nothing was thrown');
}

test('errors of files and of SQLite are told in words, unknown ones by their code', () => {
  const missing = join(tmpdir(), 'evidence-nothing', 'nothing.txt');
  assert.equal(fileProblem(errorOf(() => readFileSync(missing))), 'there is no such file or folder (ENOENT)');
  assert.equal(fileProblem(errorOf(() => mkdirSync(missing))), 'no folder can be made there (ENOENT)');
  assert.equal(fileProblem(errorOf(() => readFileSync(tmpdir()))), 'it is a folder (EISDIR)');
  assert.equal(fileProblem(errorOf(() => openConnection(missing))), 'unable to open database file');
  assert.equal(fileProblem({ code: 'ELOOP' }), 'ELOOP');
});
