import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readAhead } from '#common/read-ahead.ts';
import type { Position, SubscriptionMessage } from '#contracts/ports/event-store.ts';

const message = (index: number): SubscriptionMessage => ({ kind: 'caught_up', position: String(index) as Position });

async function* counting(upTo: number, delivered: { count: number }): AsyncGenerator<SubscriptionMessage> {
  for (let index = 0; index < upTo; index++) {
    delivered.count++;
    yield message(index);
  }
}

test('everything arrives once and in order, in batches within the limit', async () => {
  const seen: SubscriptionMessage[] = [];
  for await (const batch of readAhead(counting(25, { count: 0 }), { messages: 10, characters: 1 })) {
    assert.ok(batch.length <= 10);
    seen.push(...batch);
    await setImmediate();
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 25 }, (_, index) => message(index)),
  );
});

test('what arrives in one turn is one batch', async () => {
  const batches = readAhead(counting(5, { count: 0 }), { messages: 10, characters: 1 });
  assert.equal((await batches.next()).value?.length, 5);
});

test('reads ahead while the consumer works, and no further than the limit', async () => {
  const delivered = { count: 0 };
  const batches = readAhead(counting(100, delivered), { messages: 10, characters: 1 });
  const first = await batches.next();
  for (let turn = 0; turn < 100; turn++) await setImmediate();
  assert.ok(delivered.count <= first.value!.length + 10, `${delivered.count} were read`);
  const second = await batches.next();
  assert.equal(second.value?.length, 10);
  await batches.return(undefined);
});

test('a batch is collected until its consumer ends it or it is full', async () => {
  const gathering = Promise.withResolvers<void>();
  const more = Promise.withResolvers<void>();
  async function* inTwoParts(): AsyncGenerator<SubscriptionMessage> {
    yield message(1);
    await more.promise;
    yield* counting(12, { count: 0 });
  }
  const gather = () => {
    gathering.resolve();
    return new Promise(() => {});
  };
  const batches = readAhead(inTwoParts(), { messages: 10, characters: 1 }, { over: gather });
  const first = batches.next();
  await gathering.promise;
  more.resolve();
  assert.equal((await first).value?.length, 10);
  assert.equal((await batches.next()).value?.length, 3);
});

test('a message that fills a batch by itself waits for no others', async () => {
  async function* filling(): AsyncGenerator<SubscriptionMessage> {
    yield* counting(2, { count: 0 });
    await new Promise(() => {});
  }
  const batches = readAhead(filling(), { messages: 1, characters: 1 }, { over: () => new Promise(() => {}) });
  assert.deepEqual((await batches.next()).value, [message(0)]);
});

test('what is gathering when the subscription ends is handed over', async () => {
  const batches = readAhead(
    counting(3, { count: 0 }),
    { messages: 10, characters: 1 },
    { over: () => new Promise(() => {}) },
  );
  assert.equal((await batches.next()).value?.length, 3);
  assert.ok((await batches.next()).done);
});

test('a failure comes after what was delivered before it', async () => {
  async function* failing(): AsyncGenerator<SubscriptionMessage> {
    yield message(1);
    throw new Error('gone');
  }
  const batches = readAhead(failing(), { messages: 10, characters: 1 });
  assert.deepEqual((await batches.next()).value, [message(1)]);
  await assert.rejects(batches.next(), /gone/);
});
