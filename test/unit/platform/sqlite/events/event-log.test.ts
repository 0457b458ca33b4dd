import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { v7 } from 'uuid';
import type { EncodedEvent } from '#platform/events/encode.ts';
import { openConnection } from '#platform/sqlite/database.ts';
import { EventLog } from '#platform/sqlite/events/event-log.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('group commit', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let log: EventLog;
  let commits: number[];
  beforeEach(async () => {
    folder = await temporaryFolder();
    commits = [];
    log = new EventLog({ path: join(folder.path, 'events.db'), onCommitted: (head) => commits.push(head) });
  });
  afterEach(async () => {
    log.close();
    await folder.remove();
  });

  const event = (type = 'A.v1', text = ''): EncodedEvent => [v7(), type, JSON.stringify({ text }), '{}', null];
  const positions = () => log.readAll(0, 1_000, null).rows.map(([position]) => position);
  const recordedTimes = () => log.readAll(0, 1_000, null).rows.map(([, , , , recordedAt]) => recordedAt);

  it('puts concurrent appends into one commit, each checked by itself', async () => {
    const results = await Promise.all([
      log.append('a', 'no_stream', [event(), event()]),
      log.append('b', 'no_stream', [event()]),
      log.append('a', 'no_stream', [event()]),
      log.append('a', 1, [event()]),
      log.append('c', 7, [event()]),
      log.append('b', 0, []),
    ]);
    assert.deepEqual(commits, [4]);
    const [, ofSecond, ofThird, ofFourth] = recordedTimes();
    assert.deepEqual(results, [
      { outcome: 'appended', revision: 1, position: 2, recorded_at: ofSecond },
      { outcome: 'appended', revision: 0, position: 3, recorded_at: ofThird },
      { outcome: 'wrong_expected_revision', expected: 'no_stream', actual: 1 },
      { outcome: 'appended', revision: 2, position: 4, recorded_at: ofFourth },
      { outcome: 'wrong_expected_revision', expected: 7, actual: 'no_stream' },
      { outcome: 'appended', revision: 0, position: 3, recorded_at: null },
    ]);
  });

  it('reports a repeated append as stored before', async () => {
    const events = [event(), event()];
    const first = await log.append('a', 'no_stream', events);
    assert.deepEqual(first, { outcome: 'appended', revision: 1, position: 2, recorded_at: recordedTimes()[0] });
    assert.deepEqual(await log.append('a', 'no_stream', events), { ...first, recorded_at: null });
  });

  it('announces a commit before it resolves, and none that wrote nothing', async () => {
    const order: string[] = [];
    const appended = log.append('a', 'no_stream', [event()]).then(() => order.push(`answered ${commits.length}`));
    await appended;
    assert.deepEqual(order, ['answered 1']);
    await log.append('a', 'no_stream', [event()]);
    assert.deepEqual(commits, [1]);
  });

  it('splits appends that are too much for one commit', async () => {
    const large = 'x'.repeat(900_000);
    await Promise.all(Array.from({ length: 20 }, (_, n) => log.append(`s${n}`, 'no_stream', [event('A.v1', large)])));
    assert.ok(commits.length > 1, 'by size');
    commits = [];
    await Promise.all(Array.from({ length: 2_500 }, (_, n) => log.append(`t${n}`, 'no_stream', [event()])));
    assert.deepEqual(commits, [1_020, 2_020, 2_520]);
  });

  it('refuses an append that fails alone; its neighbours are written without a gap', async () => {
    await log.append('a', 'no_stream', [event()]);
    const saboteur = openConnection(join(folder.path, 'events.db'));
    saboteur.exec(
      `CREATE TRIGGER sabotage BEFORE INSERT ON events WHEN new.data LIKE '%sabotage%'
       BEGIN SELECT RAISE(ABORT, 'disk on fire'); END`,
    );
    const outcomes = await Promise.allSettled([
      log.append('b', 'no_stream', [event('New.v1')]),
      log.append('c', 'no_stream', [event('A.v1', 'sabotage')]),
      log.append('d', 'no_stream', [event()]),
    ]);
    saboteur.close();
    const [, refused] = outcomes;
    assert.equal(refused.status === 'rejected' && (refused.reason as { code: string }).code, 'unavailable');
    assert.deepEqual(
      outcomes.map(
        (outcome) => outcome.status === 'fulfilled' && 'position' in outcome.value && outcome.value.position,
      ),
      [2, false, 3],
    );
    assert.equal(log.head(), 3);
    assert.deepEqual(commits, [1, 2, 3]);
    assert.deepEqual(positions(), [1, 2, 3]);
  });

  it('drops numbers assigned by a failed commit', async () => {
    await log.append('a', 'no_stream', [event()]);
    const saboteur = openConnection(join(folder.path, 'events.db'));
    saboteur.exec(
      `CREATE TRIGGER sabotage BEFORE INSERT ON events WHEN new.data LIKE '%sabotage%'
       BEGIN SELECT RAISE(ABORT, 'disk on fire'); END`,
    );
    const half = [event('New.v1'), event('A.v1', 'sabotage')];
    await assert.rejects(log.append('b', 'no_stream', half), { code: 'unavailable' });
    saboteur.exec('DROP TRIGGER sabotage');
    saboteur.close();
    assert.equal(log.head(), 1);
    assert.deepEqual(commits, [1]);
    // The name of its type was rolled back with it, and must get a number again.
    await log.append('b', 'no_stream', [event('New.v1'), event('A.v1')]);
    assert.deepEqual(positions(), [1, 2, 3]);
    log.close();
    log = new EventLog({ path: join(folder.path, 'events.db'), onCommitted: (head) => commits.push(head) });
    assert.deepEqual(
      log.readAll(0, 10, ['New.v1']).rows.map((row) => row[3]),
      ['New.v1'],
    );
  });

  it('never records a time before the last event, even if the clock went back', async () => {
    await log.append('a', 'no_stream', [event()]);
    log.close();
    const ahead = Date.now() + 86_400_000;
    const database = openConnection(join(folder.path, 'events.db'));
    database.prepare('UPDATE events SET recorded_at = ?').run(ahead);
    database.close();
    log = new EventLog({ path: join(folder.path, 'events.db'), onCommitted: () => {} });
    await log.append('a', 0, [event()]);
    assert.deepEqual(
      log.readAll(0, 10, null).rows.map((row) => row[4]),
      [ahead, ahead],
    );
  });

  it('bounds a page by size, whatever its limit', async () => {
    const large = 'x'.repeat(900_000);
    for (let n = 0; n < 8; n++) await log.append('a', n === 0 ? 'no_stream' : n - 1, [event('A.v1', large)]);
    const page = log.readAll(0, 1_000, null);
    assert.ok(page.rows.length < 8 && page.rows.length > 1);
    assert.equal(page.at_end, false);
    assert.equal(page.position, page.rows.length);
    const stream = log.readStream('a', null, 1_000, 'backwards');
    assert.equal(stream.more, true);
    assert.equal(stream.rows[0]?.[2], 7);
  });
});
