/**
 * This process as a member of a stage's consumer group. Batches are passed on without waiting for handlers, so
 * heartbeats are never delayed. kafkajs gives a consumer up when the brokers are unreachable for long, so a new one is
 * created until `stop`.
 */
import { type Consumer, type EachBatchPayload, type Kafka, PartitionAssigners } from 'kafkajs';
import { pause, systemTimers } from '#common/time.ts';
import { isGroupLoading } from './errors.ts';
import type { ReceivedMessage } from './partition.ts';
import { assignByInstance } from './partition-assigner.ts';

export interface GroupMemberOptions {
  kafka: Kafka;
  groupId: string;
  topic: string;
  /** Identifies this process in all groups. */
  instance: string;
  sessionTimeoutMs: number;
  /** No request waits for the stage. */
  lowPriority: boolean;
  /**
   * Called when the group was (re)built. Everything set by `fetch` and `hold` must then be set again, synchronously.
   */
  onAssigned: (partitions: readonly number[]) => void;
  onMessages: (partition: number, messages: readonly ReceivedMessage[]) => void;
  onError: (error: unknown) => void;
}

/**
 * How long a broker waits for messages before it responds without any. Polling ten times a second costs a hundredth of
 * a core per stage, so this is only done where requests wait.
 */
const FETCH_WAIT_MS = 100;
const LOW_PRIORITY_FETCH_WAIT_MS = 1_000;
/** Per partition and response; messages that cannot be accepted are fetched again. */
const FETCH_BYTES = 128 * 1024;
const HEARTBEATS_PER_SESSION = 5;
const REBALANCE_TIMEOUT_MS = 30_000;
/** Delay before the next consumer is created. */
const PAUSE_MS = 500;
/** Delay of the offset commits to Kafka. */
const COMMIT_MS = 1_000;

export class GroupMember {
  readonly #options: GroupMemberOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #consumer: Consumer | null = null;
  /** Offsets of the next commit, by partition. */
  readonly #uncommitted = new Map<number, number>();
  #commitTimer: NodeJS.Timeout | null = null;
  #retiring = false;

  constructor(options: GroupMemberOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Resumes reading the partition at `offset`. */
  fetch(partition: number, offset: number): void {
    this.#use((consumer) => {
      const { topic } = this.#options;
      consumer.seek({ topic, partition, offset: String(offset) });
      consumer.resume([{ topic, partitions: [partition] }]);
    });
  }

  /** Pauses reading the partition until `fetch`. */
  hold(partition: number): void {
    this.#use((consumer) => consumer.pause([{ topic: this.#options.topic, partitions: [partition] }]));
  }

  /**
   * Tells Kafka how far the partition has been handled. Only for tools that show a group's lag: progress is stored
   * elsewhere, so a failed commit is not repeated.
   */
  commit(partition: number, next: number): void {
    this.#uncommitted.set(partition, next);
    this.#commitTimer ??= setTimeout(() => void this.#commit(), COMMIT_MS);
  }

  /** Remains a member, but does not rejoin, as its partitions may now go to others. */
  retire(): void {
    this.#retiring = true;
  }

  /** Leaves the group. */
  async stop(): Promise<void> {
    // Unresponsive brokers must not delay the shutdown.
    await Promise.race([this.#commit(), pause(systemTimers, PAUSE_MS, this.#stopping.signal)]);
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && !this.#retiring) {
      try {
        await this.#runConsumer();
      } catch (error) {
        if (!signal.aborted && !isGroupLoading(error)) this.#options.onError(error);
      }
      await pause(systemTimers, PAUSE_MS, signal);
    }
  }

  /** Runs one consumer until it crashes, which throws its error, or until `stop`. */
  async #runConsumer(): Promise<void> {
    const { kafka, groupId, topic, instance, sessionTimeoutMs, lowPriority, onAssigned } = this.#options;
    const fetchWait = lowPriority ? LOW_PRIORITY_FETCH_WAIT_MS : FETCH_WAIT_MS;
    const consumer = kafka.consumer({
      groupId,
      // Kafka uses the first assigner that all members support.
      partitionAssigners: [assignByInstance(instance), PartitionAssigners.roundRobin],
      sessionTimeout: sessionTimeoutMs,
      heartbeatInterval: sessionTimeoutMs / HEARTBEATS_PER_SESSION,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      maxWaitTimeInMs: Math.min(fetchWait, sessionTimeoutMs / HEARTBEATS_PER_SESSION),
      maxBytesPerPartition: FETCH_BYTES,
      allowAutoTopicCreation: false,
      // The relay uses no transactions, so do not wait for one that another client left open in the topic.
      readUncommitted: true,
      // Restarts are handled here, whatever the reason.
      retry: { restartOnFailure: async () => false },
    });
    const ended = Promise.withResolvers<void>();
    this.#stopping.signal.addEventListener('abort', () => ended.resolve(), { once: true });
    consumer.on(consumer.events.CRASH, ({ payload }) => ended.reject(payload.error));
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      const own = payload.memberAssignment[topic] ?? [];
      for (const partition of this.#uncommitted.keys()) {
        if (!own.includes(partition)) this.#uncommitted.delete(partition);
      }
      onAssigned(own);
    });
    // Awaited below, unless connecting fails too.
    ended.promise.catch(() => {});
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      this.#consumer = consumer;
      await consumer.run({ autoCommit: false, eachBatch: async (payload) => this.#passOn(payload) });
      await ended.promise;
    } finally {
      this.#consumer = null;
      await consumer.disconnect();
    }
  }

  #passOn({ batch, isStale }: EachBatchPayload): void {
    // The batch was fetched before the partition was (re)assigned to this process.
    if (isStale()) return;
    this.#options.onMessages(batch.partition, batch.messages);
  }

  #use(work: (consumer: Consumer) => void): void {
    try {
      if (this.#consumer !== null) work(this.#consumer);
    } catch {
      // The consumer has just crashed. onAssigned sets up its successor.
    }
  }

  async #commit(): Promise<void> {
    if (this.#commitTimer !== null) clearTimeout(this.#commitTimer);
    this.#commitTimer = null;
    const { topic } = this.#options;
    const offsets = [...this.#uncommitted].map(([partition, next]) => ({ topic, partition, offset: String(next) }));
    this.#uncommitted.clear();
    if (offsets.length > 0) await this.#consumer?.commitOffsets(offsets).catch(() => {});
  }
}
