import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { transaction } from '#platform/sqlite/database.ts';
import { fromWireError, toWireError } from '#platform/threads/wire.ts';
import { recognizingUnwritable } from '#platform/unwritable.ts';

/** A file that may not grow, which SQLite answers as it does a full disk. */
function fullDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE texts (text TEXT); PRAGMA max_page_count = 2');
  return database;
}

test('a transaction on a full disk fails with a typed error, and is rolled back', () => {
  const database = fullDatabase();
  const insert = database.prepare('INSERT INTO texts VALUES (?)');
  const write = () => transaction(database, () => insert.run('x'.repeat(100_000)));
  assert.throws(write, { name: 'StorageUnwritableError', code: 'storage_unwritable', reason: 'full' });
  assert.equal(database.isTransaction, false);
  transaction(database, () => insert.run('x'));
});

test('a full disk is told through the boundary of a thread, also of a single statement', () => {
  const database = fullDatabase();
  let thrown: unknown;
  try {
    database.prepare('INSERT INTO texts VALUES (?)').run('x'.repeat(100_000));
  } catch (error) {
    thrown = error;
  }
  const { code, reason } = fromWireError(toWireError(thrown)) as Error & { code: string; reason: string };
  assert.deepEqual([code, reason], ['storage_unwritable', 'full']);
});

test('failed writes are recognized by their codes, and failed reads are not', () => {
  const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
  const system = (code: string) => Object.assign(new Error('x'), { code });
  const reasonOf = (error: Error) => (recognizingUnwritable(error) as { reason?: string }).reason;
  const SHORT_READ = 522;
  const [WRITE, FSYNC, SHM_SIZE, READONLY] = [778, 1034, 4874, 8];
  for (const errcode of [WRITE, FSYNC, SHM_SIZE]) assert.equal(reasonOf(sqlite(errcode)), 'write_error');
  assert.equal(reasonOf(sqlite(READONLY)), 'read_only');
  const codes = ['ENOSPC', 'EDQUOT', 'EROFS'].map((code) => reasonOf(system(code)));
  assert.deepEqual(codes, ['full', 'quota', 'read_only']);
  for (const other of [sqlite(SHORT_READ), sqlite(5), system('ENOENT'), new Error('database or disk is full')]) {
    assert.equal(recognizingUnwritable(other), other);
  }
});
