import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Position } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { BEGINNING, nextOffsetOf, positionOf, toConsumerPosition } from '#platform/kafka/consumer-position.ts';
import { PartitionLostError, PartitionProgress } from '#platform/kafka/partition-progress.ts';
import { SqliteOperations } from '#platform/sqlite/operations/operational-stores.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const KEY = 'partition';
const row = (position: string, attempts = 1) => ({ position, message: '{}', attempts, due_at: 0 });
const place = (position: string, next: number) => toConsumerPosition(position as Position, next);

describe('progress of a partition', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let operations: SqliteOperations;
  beforeEach(async () => {
    folder = await temporaryFolder();
    operations = new SqliteOperations({ path: join(folder.path, 'operations.db') });
  });
  afterEach(async () => {
    operations.close();
    await folder.remove();
  });

  it('starts at the beginning, and continues where it was saved', async () => {
    const first = await PartitionProgress.acquire(operations.values, KEY, 'one');
    assert.equal(first.watermark, BEGINNING);
    await first.save({ put: [row('2'), row('1')], remove: [] }, place('3', 3));
    await first.save({ put: [row('2', 2)], remove: ['1'] }, place('4', 4));
    assert.deepEqual(await PartitionProgress.peek(operations.values, KEY, 'one'), {
      watermark: place('4', 4),
      unfinished: 1,
    });
    const second = await PartitionProgress.acquire(operations.values, KEY, 'one');
    assert.equal(second.watermark, place('4', 4));
    assert.deepEqual(second.rows, [row('2', 2)]);
  });

  it('is lost when another consumer claims it', async () => {
    const first = await PartitionProgress.acquire(operations.values, KEY, 'one');
    const second = await PartitionProgress.acquire(operations.values, KEY, 'one');
    await assert.rejects(first.save({ put: [row('1')], remove: [] }, place('1', 1)), PartitionLostError);
    await second.save({ put: [], remove: [] }, place('2', 2));
    await assert.rejects(first.save({ put: [row('1')], remove: [] }, place('1', 1)), PartitionLostError);
    assert.deepEqual((await PartitionProgress.acquire(operations.values, KEY, 'one')).rows, []);
  });

  it('is not lost if a failed write took effect', async () => {
    const flaky: ServerValues = {
      get: (key) => operations.values.get(key),
      async compareAndSet(...args) {
        const set = await operations.values.compareAndSet(...args);
        if (failing) throw new Error('no answer');
        return set;
      },
    };
    let failing = false;
    const progress = await PartitionProgress.acquire(flaky, KEY, 'one');
    failing = true;
    await assert.rejects(progress.save({ put: [row('1')], remove: [] }, place('1', 1)), /no answer/);
    failing = false;
    await progress.save({ put: [row('2')], remove: [] }, place('2', 2));
    assert.equal((await PartitionProgress.acquire(operations.values, KEY, 'one')).rows.length, 2);
  });

  it('keeps the position, not the offset, when the topic was recreated', async () => {
    const first = await PartitionProgress.acquire(operations.values, KEY, 'one');
    await first.save({ put: [row('5')], remove: [] }, place('7', 70));
    const second = await PartitionProgress.acquire(operations.values, KEY, 'two');
    assert.deepEqual([positionOf(second.watermark), nextOffsetOf(second.watermark)], ['7', 0]);
    assert.deepEqual(second.rows, [row('5')]);
  });
});
