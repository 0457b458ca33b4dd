import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BatchEnd, readAhead } from '#common/read-ahead.ts';
import type { SubscriptionMessage } from '#contracts/ports/event-store.ts';
import { type BatchWindowSettings, createBatchWindow } from '#projectors/batch-window.ts';
import { append, newEvent } from '#test/support/events.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';

const NEVER = 2 ** 31 - 1;
const SETTINGS: BatchWindowSettings = { ms: NEVER, last: ['VerificationCompleted'], after_last_ms: 1 };

async function messageOf(type: string): Promise<SubscriptionMessage> {
  const store = createMemoryEventStore();
  await append(store, 'stream', 'no_stream', [newEvent(type)]);
  return { kind: 'event', event: store.log[0]! };
}

const [some, last] = await Promise.all([messageOf('ClaimJudged.v1'), messageOf('VerificationCompleted.v1')]);

/** Reads batches of at most two messages, each as soon as it is handed over. */
function batchesOf(end: BatchEnd) {
  let push = (_message: SubscriptionMessage): void => {};
  const stop = new AbortController();
  async function* messages() {
    const waiting: SubscriptionMessage[] = [];
    let wake = (): void => {};
    push = (message) => {
      waiting.push(message);
      wake();
    };
    stop.signal.addEventListener('abort', () => wake());
    while (!stop.signal.aborted) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const batches: SubscriptionMessage[][] = [];
  const read = (async () => {
    const limit = { messages: 2, characters: Number.POSITIVE_INFINITY };
    for await (const batch of readAhead(messages(), limit, end)) batches.push(batch);
  })();
  return {
    batches,
    async send(...sent: SubscriptionMessage[]) {
      for (const message of sent) push(message);
      for (let turn = 0; turn < 5; turn++) await nextTurn();
    },
    async until(count: number) {
      while (batches.length < count) await nextTurn();
    },
    async stop() {
      stop.abort();
      await read;
    },
  };
}

test('events are held until a last event arrives', async () => {
  const reading = batchesOf(createBatchWindow(SETTINGS));
  await nextTurn();
  await reading.send(some);
  assert.equal(reading.batches.length, 0);
  await reading.send(last);
  await reading.until(1);
  assert.deepEqual(reading.batches, [[some, last]]);
  await reading.stop();
});

test('a last event ends its batch even as the first one in it', async () => {
  const reading = batchesOf(createBatchWindow(SETTINGS));
  await nextTurn();
  await reading.send(some, some);
  assert.equal(reading.batches.length, 1);
  await reading.send(last);
  await reading.until(2);
  assert.deepEqual(reading.batches[1], [last]);
  await reading.stop();
});

test('a last event does not end the batch after its own', async () => {
  const reading = batchesOf(createBatchWindow(SETTINGS));
  await nextTurn();
  await reading.send(some, last);
  await reading.until(1);
  await reading.send(some);
  assert.equal(reading.batches.length, 1);
  await reading.stop();
});

test('a later last event does not postpone the end', async () => {
  const batchWindow = createBatchWindow({ ...SETTINGS, after_last_ms: NEVER });
  let isOver = false;
  void batchWindow.over().then(() => {
    isOver = true;
  });
  batchWindow.end();
  batchWindow.read(last);
  await nextTurn();
  assert.equal(isOver, true);
});
