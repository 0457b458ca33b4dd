import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventStore, Position, RecordedEvent, SubscriptionMessage } from '#contracts/ports/event-store.ts';
import type { StageMessage, StageSubscription } from '#contracts/ports/stage-queue.ts';
import { toPosition } from '#platform/sqlite/events/position.ts';
import type { ProgressChanges, StageProgress } from '#platform/sqlite/queue/queue-progress.ts';
import { startStageConsumer } from '#platform/sqlite/queue/stage-consumer.ts';
import { ThreadLostError } from '#platform/threads/rpc.ts';
import { metadata } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

/** Progress that is written when the test says so. */
class Progress {
  readonly saved: ProgressChanges[] = [];
  gate: Promise<void> = Promise.resolve();
  failure: Error | null = null;

  async load(): Promise<StageProgress> {
    return { watermark: null, deliveries: [] };
  }

  async save(_stage: string, changes: ProgressChanges): Promise<void> {
    await this.gate;
    if (this.failure !== null) throw this.failure;
    this.saved.push(changes);
  }

  async close(): Promise<void> {}
}

/** A log of `count` triggers, each in its own stream. */
function logOf(count: number): EventStore {
  const event = (n: number): RecordedEvent => ({
    id: `event-${n}`,
    type: 'Trigger.v1',
    data: {},
    metadata,
    stream: `stream-${n}`,
    revision: 0,
    position: toPosition(n),
    recorded_at: '2026-01-01T00:00:00.000Z',
  });
  return {
    async *subscribe({ signal }: { signal: AbortSignal }): AsyncGenerator<SubscriptionMessage> {
      for (let n = 1; n <= count; n++) yield { kind: 'event', event: event(n) };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    head: async () => toPosition(count),
  } as Partial<EventStore> as EventStore;
}

async function consume(progress: Progress, count: number, changes: Partial<StageSubscription> = {}) {
  const clock = new ManualClock();
  const handled: StageMessage[] = [];
  const errors: unknown[] = [];
  const consumer = await startStageConsumer(
    {
      stage: 'stage',
      triggers: ['Trigger.v1'],
      concurrency: 4,
      retry: { max_attempts: 3, base_delay_ms: 1_000, max_delay_ms: 1_000 },
      handle: async (message) => void handled.push(message),
      onDeadLetter: async () => {},
      ...changes,
    },
    { events: logOf(count), progress, clock, timers: clock, onError: (error) => errors.push(error) },
  );
  return { consumer, clock, handled, errors };
}

describe('a stage consumer', () => {
  it('calls no handler before its attempt has been written', async () => {
    const progress = new Progress();
    const gate = Promise.withResolvers<void>();
    progress.gate = gate.promise;
    const { consumer, handled } = await consume(progress, 1);
    await eventually('taken in', async () => (await consumer.pending()) === 1);
    // Several turns of the event loop, in any of which it could have started.
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(handled.length, 0);
    gate.resolve();
    await eventually('handled', () => handled.length === 1);
    assert.deepEqual(
      progress.saved[0]?.put.map((row) => row.attempts),
      [1],
    );
    await consumer.stop();
    assert.deepEqual(progress.saved.at(-1)?.remove, [toPosition(1)]);
  });

  it('writes what changes together in one go', async () => {
    const progress = new Progress();
    const { consumer, handled } = await consume(progress, 400, { concurrency: 100 });
    await eventually('handled', () => handled.length === 400);
    await consumer.stop();
    assert.ok(progress.saved.length <= 12, `${progress.saved.length} writes for 400 messages, 100 at a time`);
    assert.equal(progress.saved.at(-1)?.watermark, toPosition(400));
  });

  it('delays batches of a low-priority stage, not each event', async () => {
    const { consumer, clock, handled } = await consume(new Progress(), 20, { lowPriority: true });
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(handled.length, 0);
    clock.advance(50);
    await eventually('handled', () => handled.length === 20);
    await consumer.stop();
  });

  it('can be stopped during that delay', async () => {
    const { consumer, handled } = await consume(new Progress(), 1, { lowPriority: true });
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    await consumer.stop();
    assert.equal(handled.length, 0);
  });

  it('repeats failed writes and loses nothing', async () => {
    const progress = new Progress();
    progress.failure = new Error('disk full');
    const { consumer, clock, handled, errors } = await consume(progress, 2);
    await eventually('a failure', () => errors.length === 1);
    assert.equal(handled.length, 0);
    progress.failure = null;
    clock.advance(1_000);
    await eventually('handled', () => handled.length === 2);
    await consumer.stop();
    const removed = progress.saved.flatMap((changes) => changes.remove);
    assert.deepEqual(removed.toSorted(), [toPosition(1), toPosition(2)]);
  });

  it('handles nothing once attempts cannot be counted any more', async () => {
    const progress = new Progress();
    progress.failure = new ThreadLostError('gone');
    const { consumer, handled } = await consume(progress, 2);
    await eventually('taken in', async () => (await consumer.pending()) === 2);
    await consumer.stop();
    assert.equal(handled.length, 0);
  });

  it('refuses a log that is shorter than what it has consumed', async () => {
    const progress = new Progress();
    progress.load = async () => ({ watermark: toPosition(9) as Position, deliveries: [] });
    await assert.rejects(consume(progress, 3), /consumed more than the log holds/);
  });

  it('limits due times to the longest delay', async () => {
    const progress = new Progress();
    const message = { stage: 'stage', stream: 's', key: 's', position: toPosition(1) } as StageMessage;
    progress.load = async () => ({
      watermark: toPosition(2),
      deliveries: [
        { position: message.position, message: JSON.stringify(message), attempts: 1, due_at: Date.UTC(2099, 0, 1) },
      ],
    });
    const { consumer, clock, handled } = await consume(progress, 2);
    clock.advance(999);
    assert.equal(handled.length, 0);
    clock.advance(1);
    await eventually('handled', () => handled.some((one) => one.key === 's'));
    await consumer.stop();
  });
});
