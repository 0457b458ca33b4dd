/** Simulated processes inside the test's process that consume stages of one event log over Kafka. */
import { join } from 'node:path';
import { systemClock, systemTimers } from '#common/time.ts';
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { DeliveryContext, StageMessage, StageQueue, StageSubscription } from '#contracts/ports/stage-queue.ts';
import { createKafkaStageQueue, type KafkaStageQueueOptions } from '#platform/kafka/stage-queue.ts';
import { openEmbeddedLog } from '#platform/sqlite/embedded-log.ts';
import { withVolatileState } from '#platform/sqlite/operations/embedded-operations.ts';
import { SqliteOperations } from '#platform/sqlite/operations/operational-stores.ts';
import { append, newEvent, unique } from '../events.ts';
import { failOn } from '../fail-on.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface KafkaProcess {
  queue: StageQueue;
  /** Errors that the queue reported. */
  errors: Error[];
}

export interface KafkaProcesses {
  events: EventStore;
  operations: OperationalStores;
  start(instance: string, changes?: Partial<KafkaStageQueueOptions>): KafkaProcess;
  /** Stops the processes and removes the stores. */
  end(): Promise<void>;
}

/** Short, so that the group notices a missing member soon. */
export const SESSION_TIMEOUT_MS = 1_000;

/** The secret of all processes. */
export const SECRET = Buffer.from('of the processes of the tests');

/** Uses new stores, or those in the folder `path`, which `end` then doesn't remove. */
export async function kafkaProcesses(brokers: string[], path?: string): Promise<KafkaProcesses> {
  const folder = path === undefined ? await temporaryFolder() : { path, remove: async () => {} };
  const log = await openEmbeddedLog({ folder: folder.path, onLost: failOn, onError: () => {} });
  const operations = withVolatileState(new SqliteOperations({ path: join(folder.path, 'operations.db') }));
  const started: KafkaProcess[] = [];
  return {
    events: log.events,
    operations,
    start(instance, changes = {}) {
      const errors: Error[] = [];
      const queue = createKafkaStageQueue({
        kafka: { brokers, ssl: false, sasl: undefined, clientId: instance },
        events: log.events,
        values: operations.values,
        leases: operations.leases,
        clock: systemClock,
        timers: systemTimers,
        instance,
        secret: async () => SECRET,
        onError: (error) => errors.push(error as Error),
        topics: { partitions: 4 },
        sessionTimeoutMs: SESSION_TIMEOUT_MS,
        ...changes,
      });
      started.push({ queue, errors });
      return { queue, errors };
    },
    async end() {
      await Promise.all(started.map(({ queue }) => queue.close()));
      operations.close();
      await log.close();
      await folder.remove();
    },
  };
}

/** A stage with its own trigger type, whose handlers record their deliveries. */
export class RecordedStage {
  readonly name: string;
  readonly trigger: string;
  /** `stream/revision` of each delivery that began. */
  readonly begun: string[] = [];
  /** `stream/revision` of each delivery that was handled without an error. */
  readonly handled: string[] = [];
  /** `stream/revision` of each dead letter. */
  readonly dead: string[] = [];
  behaviour: (message: StageMessage, context: DeliveryContext) => Promise<void> | void = () => {};
  readonly #events: EventStore;
  readonly #revisions = new Map<string, number>();

  /** `same`: takes the name and trigger of this stage, for a log restored from a copy of its log. */
  constructor(events: EventStore, same?: RecordedStage) {
    this.#events = events;
    this.name = same?.name ?? unique('stage');
    this.trigger = same?.trigger ?? unique('Trigger');
  }

  async publish(key: string): Promise<Position> {
    const stream = `${this.name}-${key}`;
    const result = await append(this.#events, stream, this.#revisions.get(key) ?? 'no_stream', [
      newEvent(this.trigger),
    ]);
    this.#revisions.set(key, result.revision);
    return result.position;
  }

  /** Publishes `count` triggers spread over `keys` keys; returns the last position. */
  async publishMany(count: number, keys: number): Promise<Position> {
    let last: Position | null = null;
    for (let n = 0; n < count; n++) last = await this.publish(`key${n % keys}`);
    return last!;
  }

  /** `stream/revision` of each published trigger. */
  get published(): string[] {
    return [...this.#revisions].flatMap(([key, last]) =>
      Array.from({ length: last + 1 }, (_, revision) => `${this.name}-${key}/${revision}`),
    );
  }

  subscription(changes: Partial<StageSubscription> = {}): StageSubscription {
    return {
      stage: this.name,
      triggers: [this.trigger],
      concurrency: 4,
      retry: { max_attempts: 4, base_delay_ms: 50, max_delay_ms: 200 },
      handle: async (message, context) => {
        const delivery = `${message.stream}/${message.revision}`;
        this.begun.push(delivery);
        await Promise.race([this.behaviour(message, context), aborted(context.signal)]);
        this.handled.push(delivery);
      },
      onDeadLetter: async (message) => {
        this.dead.push(`${message.stream}/${message.revision}`);
      },
      ...changes,
    };
  }
}

/** Rejects when the signal aborts, so that a failing test doesn't keep a process from stopping. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
