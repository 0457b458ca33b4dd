import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { GroupCommit } from '#platform/sqlite/group-commit.ts';

describe('group commit', () => {
  let database: DatabaseSync;
  let writes: GroupCommit;
  beforeEach(() => {
    database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE t (n INTEGER PRIMARY KEY)');
    writes = new GroupCommit(database);
  });
  afterEach(() => database.close());

  const insert = (n: number) => () => {
    database.prepare('INSERT INTO t VALUES (?)').run(n);
    return n;
  };
  const stored = () =>
    database
      .prepare('SELECT n FROM t ORDER BY n')
      .all()
      .map(({ n }) => n);

  test('work of one turn shares a transaction, runs in order and gets its own results', async () => {
    const exec = mock.method(database, 'exec');
    const results = await Promise.all([3, 1, 2].map((n) => writes.run(insert(n))));
    assert.deepEqual(results, [3, 1, 2]);
    assert.deepEqual(
      exec.mock.calls.map((call) => call.arguments[0]),
      ['BEGIN IMMEDIATE', 'COMMIT'],
    );
    assert.deepEqual(stored(), [1, 2, 3]);
  });

  test('a group that can not begin is rejected at once, as a whole', async () => {
    const begin = mock.method(database, 'exec', () => {
      throw new Error('database is locked');
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => writes.run(insert(n))));
    assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['rejected']));
    assert.equal(begin.mock.callCount(), 1);
    begin.mock.restore();
    assert.deepEqual(stored(), []);
  });

  test('a failing call rejects alone and leaves nothing behind', async () => {
    const half = () => {
      insert(10)();
      throw new Error('no');
    };
    const outcomes = await Promise.allSettled([
      writes.run(insert(1)),
      writes.run(half),
      writes.run(insert(1)),
      writes.run(insert(2)),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(stored(), [1, 2]);
  });

  test('no call resolves before its commit', async () => {
    mock.method(database, 'exec', (sql: string) => {
      if (sql === 'COMMIT') throw new Error('disk full');
      Object.getPrototypeOf(database).exec.call(database, sql);
    });
    await assert.rejects(writes.run(insert(1)), /disk full/);
    mock.restoreAll();
    assert.deepEqual(stored(), []);
    assert.equal(await writes.run(insert(1)), 1);
  });

  test('many calls are split into several transactions', async () => {
    const all = Array.from({ length: 1_700 }, (_, n) => n);
    assert.deepEqual(await Promise.all(all.map((n) => writes.run(insert(n)))), all);
  });

  test('closing commits waiting calls and refuses later ones', async () => {
    const waiting = writes.run(insert(1));
    writes.close();
    assert.equal(await waiting, 1);
    await assert.rejects(writes.run(insert(2)), /closed/);
    assert.deepEqual(stored(), [1]);
  });
});
