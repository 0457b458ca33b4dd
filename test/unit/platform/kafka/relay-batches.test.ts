import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Producer } from 'kafkajs';
import { MessageSeal } from '#platform/kafka/message-seal.ts';
import { relayBatches } from '#platform/kafka/relay-batches.ts';
import { RelayCheckpoint, type RelayState } from '#platform/kafka/relay-state.ts';
import { append, newEvent } from '#test/support/events.ts';
import { ManualClock } from '#test/support/manual-clock.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { memoryValues } from '#test/support/memory-server-values.ts';

const STAGE = 'settle';

async function someTurns() {
  for (let turn = 0; turn < 10; turn++) await nextTurn();
}

test('a relay that lost its lease while it sent tells of no progress once it has ended', async () => {
  const events = createMemoryEventStore();
  const values = memoryValues();
  const timers = new ManualClock();
  const sent = Promise.withResolvers<void>();
  const producer: Pick<Producer, 'send'> = {
    async send({ topic, messages }) {
      await sent.promise;
      return [{ topicName: topic, partition: messages[0]!.partition!, errorCode: 0, baseOffset: '0' }];
    },
  };
  const lost = new AbortController();
  const told: RelayState[] = [];
  const relaying = relayBatches({
    stage: STAGE,
    triggers: ['Tested.v1'],
    topic: 'topic',
    producer: producer as Producer,
    seal: new MessageSeal(Buffer.from('a secret')),
    events,
    timers,
    checkpoint: await RelayCheckpoint.load(values, STAGE),
    partitions: 1,
    signal: lost.signal,
    onProgress: (state) => told.push(state),
  });
  // It has caught up, and stored that.
  await someTurns();
  timers.advance(1_000);
  await someTurns();
  await append(events, 'stream', 'no_stream', [newEvent()]);
  await someTurns();
  lost.abort();
  await someTurns();
  sent.resolve();
  await relaying;

  const { position } = (await RelayCheckpoint.load(values, STAGE)).state;
  assert.equal(position, events.log[0]!.position);
  const before = told.length;
  timers.advance(60_000);
  await someTurns();
  assert.equal(told.length, before);
});
