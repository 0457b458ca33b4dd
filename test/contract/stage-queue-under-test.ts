/** A stage queue under test, and stages on it that record their handlers' calls. */
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import type {
  DeliveryContext,
  RetryPolicy,
  StageConsumer,
  StageMessage,
  StageQueue,
  StageSubscription,
} from '#contracts/ports/stage-queue.ts';
import { append, metadata, newEvent, unique } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import type { ManualClock } from '#test/support/manual-clock.ts';

export interface RunningQueue {
  store: EventStore;
  queue: StageQueue;
}

export interface StageQueueHarness extends RunningQueue {
  clock: ManualClock;
  /** Simulates a kill and a new start: no consumer is stopped, and the old process writes nothing more. */
  crash(): Promise<RunningQueue>;
  cleanup(): Promise<void>;
}

/** A delivery as the handler saw it. */
export interface Seen {
  key: string;
  n: number;
  attempt: number;
  last: boolean;
}

export type Behaviour = (seen: Seen, context: DeliveryContext) => Promise<void> | void;

export const RETRY: RetryPolicy = { max_attempts: 4, base_delay_ms: 1_000, max_delay_ms: 3_000 };

/** Gives the parts of the suite the current queue, which a crash replaces, and stages on it. */
export class QueueUnderTest {
  #harness: StageQueueHarness | null = null;
  #running: RunningQueue | null = null;

  open(harness: StageQueueHarness): void {
    this.#harness = harness;
    this.#running = harness;
  }

  async cleanup(): Promise<void> {
    await this.#harness?.cleanup();
  }

  get store(): EventStore {
    return this.#running!.store;
  }

  get queue(): StageQueue {
    return this.#running!.queue;
  }

  get clock(): ManualClock {
    return this.#harness!.clock;
  }

  async crash(): Promise<void> {
    this.#running = await this.#harness!.crash();
  }

  stage(): StageUnderTest {
    return new StageUnderTest(this);
  }
}

/** A stage with its own trigger type, and a record of its handlers' calls, also over restarts. */
export class StageUnderTest {
  readonly name = unique('stage');
  readonly trigger = unique('Trigger');
  readonly seen: Seen[] = [];
  readonly messages: StageMessage[] = [];
  readonly dead: { key: string; n: number; attempts: number; error: unknown }[] = [];
  running = 0;
  mostRunning = 0;
  /** Whose message a key's is. */
  organizationOf: (key: string) => string | null = () => metadata.organization_id;
  behaviour: Behaviour = () => {};
  buried: (key: string) => Promise<void> | void = () => {};
  readonly #test: QueueUnderTest;
  readonly #revisions = new Map<string, number>();

  constructor(test: QueueUnderTest) {
    this.#test = test;
  }

  /** Appends trigger `n` of a key; the first one of a key is 0. */
  async publish(key: string): Promise<Position> {
    const revision = this.#revisions.get(key);
    const event = newEvent(this.trigger, {}, { metadata: { ...metadata, organization_id: this.organizationOf(key) } });
    const result = await append(this.#test.store, this.stream(key), revision ?? 'no_stream', [event]);
    this.#revisions.set(key, result.revision);
    return result.position;
  }

  /** Publishes one trigger per key in order, e.g. 'a', 'b', 'a'; returns the last position. */
  async publishAll(...keys: string[]): Promise<Position> {
    let position: Position | null = null;
    for (const key of keys) position = await this.publish(key);
    return position!;
  }

  stream(key: string): string {
    return `${this.name}-${key}`;
  }

  consume(changes: Partial<StageSubscription> = {}): Promise<StageConsumer> {
    return this.#test.queue.consume({
      stage: this.name,
      triggers: [this.trigger],
      concurrency: 4,
      retry: RETRY,
      handle: (message, context) => this.#handle(message, context),
      onDeadLetter: async (message, failure) => {
        const key = this.#keyOf(message);
        await this.buried(key);
        this.dead.push({ key, n: message.revision, ...failure });
      },
      ...changes,
    });
  }

  /** Waits until the handler has been called `times` times in total. */
  async called(times: number): Promise<void> {
    await eventually(`${times} calls of the handler`, () => this.seen.length >= times);
  }

  /** `key/n` of all deliveries so far, of one key or of all keys. */
  order(key?: string): string[] {
    return this.seen.filter((one) => key === undefined || one.key === key).map((one) => `${one.key}/${one.n}`);
  }

  attempts(key: string): number[] {
    return this.seen.filter((one) => one.key === key).map((one) => one.attempt);
  }

  async #handle(message: StageMessage, context: DeliveryContext): Promise<void> {
    const seen = {
      key: this.#keyOf(message),
      n: message.revision,
      attempt: context.attempt,
      last: context.last,
    };
    this.seen.push(seen);
    this.messages.push(message);
    this.running++;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    try {
      await this.behaviour(seen, context);
    } finally {
      this.running--;
    }
  }

  #keyOf(message: StageMessage): string {
    return message.stream.slice(this.name.length + 1);
  }
}

/** Waits until the consumer has handled or parked everything up to a position. */
export async function settled(consumer: StageConsumer, position: Position): Promise<void> {
  await eventually(`the consumer at ${position}`, async () => (await consumer.position()) >= position);
}

/** Waits until the consumer has reached a position and nothing is pending. */
export async function finished(consumer: StageConsumer, position: Position): Promise<void> {
  await settled(consumer, position);
  await eventually('nothing pending', async () => (await consumer.pending()) === 0);
}
