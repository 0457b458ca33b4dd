import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Timers } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { StorageUnwritableError } from '#contracts/ports/storage.ts';
import { STAGES } from '#pipeline/stages/stage-table.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { delivery, eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness } from '#test/support/pipeline/harness.ts';

const AT_ONCE: Timers = {
  after(_delay, callback) {
    const timer = setImmediate(callback);
    return () => clearImmediate(timer);
  },
};

/** Appends of stages fail as long as `full.appends` is above zero, each time by one less. */
function onFullDisk(store: EventStore, full: { appends: number }): EventStore {
  return {
    ...store,
    readStream: (...given) => store.readStream(...given),
    async append(...given) {
      if (full.appends-- > 0) throw new StorageUnwritableError('full');
      return await store.append(...given);
    },
  };
}

test('a full disk uses up no attempts and fails no verification', async () => {
  const full = { appends: STAGES.extract.retry.max_attempts * 2 };
  const harness = createHarness({ between: (store) => onFullDisk(store, full), timers: AT_ONCE });
  const stream = await harness.request('Water is wet.');
  await harness.run();
  assert.ok(full.appends < 0);
  assert.deepEqual(harness.retries, []);
  assert.equal(eventsOf(harness.events.log, stream).at(-1)!.type, 'VerificationCompleted');
});

test('a stage that waits for room stops with its consumer', async () => {
  const full = { appends: Number.POSITIVE_INFINITY };
  const harness = createHarness({ between: (store) => onFullDisk(store, full) });
  await harness.request('Water is wet.');
  const stopping = new AbortController();
  const message = toStageMessage('extract', harness.events.log[0]!);
  const handled = harness.deliveries.extract.handle(message, delivery({ signal: stopping.signal }));
  setImmediate(() => stopping.abort());
  await assert.rejects(handled);
});
