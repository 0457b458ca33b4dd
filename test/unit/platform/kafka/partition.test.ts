import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairSlots } from '#common/fair-slots.ts';
import type { Position } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { MessageSeal } from '#platform/kafka/message-seal.ts';
import { encodeMessage } from '#platform/kafka/message-value.ts';
import { Partition, type ReceivedMessage } from '#platform/kafka/partition.ts';
import { PartitionProgress } from '#platform/kafka/partition-progress.ts';
import { failOn } from '#test/support/fail-on.ts';
import { ManualClock } from '#test/support/manual-clock.ts';
import { memoryValues } from '#test/support/memory-server-values.ts';

const NUMBER = 0;
const KEY = 'partition';
const SLOTS = 2;
const ORGANIZATION = 'org_1';
const seal = new MessageSeal(Buffer.from('a secret'));

function messageAt(offset: number): ReceivedMessage {
  const message: StageMessage = {
    stage: 'extract',
    event_id: `event ${offset}`,
    event_type: 'VerificationRequested.v1',
    stream: `verification-${offset}`,
    revision: 0,
    position: String(offset).padStart(4, '0') as Position,
    key: `verification-${offset}`,
    organization_id: ORGANIZATION,
    correlation_id: `ver_${offset}`,
    request_id: 'req_1',
    traceparent: '',
  };
  return { offset: String(offset), ...encodeMessage(message, NUMBER, seal) };
}

/** Values whose writes wait while the test holds them. */
function gatedValues(values: ServerValues) {
  let gate: PromiseWithResolvers<void> | null = null;
  const gated: ServerValues = {
    get: (key) => values.get(key),
    async compareAndSet(...args) {
      await gate?.promise;
      return values.compareAndSet(...args);
    },
  };
  return {
    gated,
    hold: () => {
      gate = Promise.withResolvers();
    },
    letGo: () => gate?.resolve(),
  };
}

async function someTurns() {
  for (let turn = 0; turn < 10; turn++) await nextTurn();
}

test('a partition that turns out to be lost gives back the slots of what it has begun', async () => {
  const values = memoryValues();
  const { gated, hold, letGo } = gatedValues(values);
  const progress = await PartitionProgress.acquire(gated, KEY, 'one');
  const clock = new ManualClock();
  const slots = new FairSlots({ slots: SLOTS });
  const handled: string[] = [];
  let hasStopped = false;
  const partition: Partition = new Partition({
    topic: 'topic',
    number: NUMBER,
    seal,
    progress,
    slots,
    clock,
    timers: clock,
    subscription: {
      stage: 'extract',
      triggers: [],
      concurrency: SLOTS,
      retry: { max_attempts: 3, base_delay_ms: 1, max_delay_ms: 1 },
      handle: async ({ key }) => void handled.push(key),
      onDeadLetter: async () => assert.fail('given up on'),
    },
    onError: failOn,
    onLost: () => void partition.stop().then(() => (hasStopped = true)),
    onSaved: () => {},
    onFinished: () => {},
  });

  await PartitionProgress.acquire(values, KEY, 'one');
  // The write that finds it out is under way when more messages arrive.
  hold();
  partition.take([messageAt(0)]);
  await someTurns();
  partition.take([messageAt(1), messageAt(2)]);
  await someTurns();
  letGo();
  await someTurns();

  assert.ok(hasStopped);
  let free = 0;
  for (let slot = 0; slot < SLOTS; slot++) void slots.acquire(ORGANIZATION).then(() => free++);
  await someTurns();
  assert.equal(free, SLOTS);
  assert.deepEqual(handled, []);
});
