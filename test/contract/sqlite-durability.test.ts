import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openConnection, openDatabase, pragma } from '#platform/sqlite/database.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import type { EventLog } from '#platform/sqlite/events/event-log.ts';
import { EVENT_LOG_PORT } from '#platform/sqlite/log-thread-names.ts';
import { failOn } from '#test/support/fail-on.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('durability of the SQLite log', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    folder = await temporaryFolder();
  });
  after(() => folder.remove());

  it('commits through a write-ahead log that every commit flushes', async () => {
    const log = await openEmbeddedLog({ folder: folder.path, onLost: failOn, onError: failOn });
    // Asks the writing connection, because `synchronous` is a property of the connection, not of the file.
    const durability = await log.thread.port<EventLog>(EVENT_LOG_PORT).durability();
    assert.deepEqual(durability, { journal_mode: 'wal', synchronous: 2 });
    await log.close();
  });

  it('opens a database with the requested settings, or not at all', () => {
    const settings = { version: 3, schema: 'CREATE TABLE t (a)' } as const;
    for (const [synchronous, level] of [
      ['FULL', 2],
      ['NORMAL', 1],
    ] as const) {
      const database = openDatabase(join(folder.path, 'some.db'), { ...settings, synchronous, walAutocheckpoint: 77 });
      assert.equal(pragma(database, 'journal_mode'), 'wal');
      assert.equal(pragma(database, 'synchronous'), level);
      assert.equal(pragma(database, 'wal_autocheckpoint'), 77);
      assert.ok(Number(pragma(database, 'busy_timeout')) > 0);
      assert.ok(Number(pragma(database, 'journal_size_limit')) > 0);
      database.close();
    }
    assert.throws(() => openDatabase(':memory:', { ...settings, synchronous: 'FULL' }), /journal mode is memory/);
    assert.throws(
      () => openDatabase(join(folder.path, 'some.db'), { ...settings, synchronous: 'FULL', version: 4 }),
      /schema version is 3, but must be 4/,
    );
  });

  it('refuses a file of a newer version with a sentence, and leaves it as it is', () => {
    const path = join(folder.path, 'newer.db');
    const settings = { synchronous: 'FULL', schema: 'CREATE TABLE t (a); INSERT INTO t VALUES (1)' } as const;
    openDatabase(path, { ...settings, version: 4 }).close();
    assert.throws(() => openDatabase(path, { ...settings, version: 3, upgrades: { 1: () => {}, 2: () => {} } }), {
      code: 'written_by_newer_version',
      message: `${path} was written by a newer version of the service (schema 4; this version knows 3)`,
    });
    const database = openConnection(path, { readOnly: true });
    assert.equal(pragma(database, 'user_version'), 4);
    assert.equal(database.prepare('SELECT count(*) AS rows FROM t').get()?.rows, 1);
    database.close();
  });
});

describe('a process killed while it appends', { timeout: 60_000 }, () => {
  const KILLS = 5;
  const ACKNOWLEDGED_BEFORE_KILL = 200;
  const script = fileURLToPath(new URL('./append-until-killed.ts', import.meta.url));

  /** Lets the process append for a while, kills it, and returns the appends that it had acknowledged. */
  async function appendAndKill(folder: string) {
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = once(child, 'exit');
    const complaints = text(child.stderr);
    const acknowledged: { stream: string; revision: number; id: string }[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const [stream, revision, id] = line.split(' ');
      // The kill may have truncated the last line.
      if (stream && revision && id?.length === 36) acknowledged.push({ stream, revision: Number(revision), id });
      if (acknowledged.length === ACKNOWLEDGED_BEFORE_KILL) child.kill('SIGKILL');
    }
    const [status, signal] = (await exited) as [number | null, string | null];
    assert.equal(signal, 'SIGKILL', `it ended by itself, status ${status}: ${await complaints}`);
    return acknowledged;
  }

  it('loses no acknowledged append and leaves no partial one', async () => {
    const folder = await temporaryFolder();
    for (let kill = 0; kill < KILLS; kill++) {
      const acknowledged = await appendAndKill(folder.path);
      assert.ok(acknowledged.length >= ACKNOWLEDGED_BEFORE_KILL);
      const log = await openEmbeddedLog({ folder: folder.path, onLost: failOn, onError: failOn });
      for (const { stream, revision, id } of acknowledged) {
        const [event] = await log.events.readStream(stream, { from: revision, limit: 1 });
        assert.equal(event?.id, id, `${stream} has what was acknowledged`);
      }
      await log.close();
    }
    checkWhole(join(folder.path, 'events.db'));
    await folder.remove();
  });

  function checkWhole(path: string): void {
    const database = openConnection(path, { readOnly: true });
    assert.equal(pragma(database, 'integrity_check'), 'ok');
    const gaps = database.prepare('SELECT count(*) AS n, min(position) AS a, max(position) AS z FROM events').get();
    assert.equal(gaps?.a, 1);
    assert.equal(gaps?.z, gaps?.n);
    // The nth append of a stream has n events, so after k complete appends there are k(k+1)/2.
    const halves = database
      .prepare('SELECT name, revision + 1 AS n FROM streams WHERE n NOT IN (1, 3, 6, 10, 15)')
      .all();
    assert.deepEqual(halves, []);
    const wrong = database
      .prepare('SELECT name FROM streams s WHERE revision + 1 != (SELECT count(*) FROM events WHERE stream = s.id)')
      .all();
    assert.deepEqual(wrong, []);
    database.close();
  }
});
