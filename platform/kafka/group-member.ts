/**
 * This process in a stage's consumer group. Heartbeats never wait for handlers: batches are only handed on. kafkajs gives
 * a consumer up when the brokers are away for long, so one follows the other until `stop`.
 */
import { type Consumer, type EachBatchPayload, type Kafka, PartitionAssigners } from 'kafkajs';
import { pause, systemTimers } from '#common/time.ts';
import type { ReceivedMessage } from './partition.ts';
import { assignByInstance } from './partition-assigner.ts';

export interface GroupMemberOptions {
  kafka: Kafka;
  groupId: string;
  topic: string;
  /** Names this process among those of all groups. */
  instance: string;
  sessionTimeoutMs: number;
  /** Nobody waits for the stage. */
  lowPriority: boolean;
  /** The group was (re)built. What has been set by `fetch` and `hold` before must be set again, at once. */
  onAssigned: (partitions: readonly number[]) => void;
  onMessages: (partition: number, messages: readonly ReceivedMessage[]) => void;
  onError: (error: unknown) => void;
}

/**
 * How long a broker waits for messages before it answers that there are none. Asking ten times a second takes a
 * hundredth of a core per stage, so it is only done where somebody waits.
 */
const FETCH_WAIT_MS = 100;
const LOW_PRIORITY_FETCH_WAIT_MS = 1_000;
/** Of one partition in one answer: what can't be taken in is fetched again. */
const FETCH_BYTES = 128 * 1024;
const HEARTBEATS_PER_SESSION = 5;
const REBALANCE_TIMEOUT_MS = 30_000;
/** Before the next consumer. */
const PAUSE_MS = 500;
/** How far the offsets that Kafka is told lag behind. */
const COMMIT_MS = 1_000;

export class GroupMember {
  readonly #options: GroupMemberOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #consumer: Consumer | null = null;
  /** What the next commit is to tell, by partition. */
  readonly #uncommitted = new Map<number, number>();
  #commitTimer: NodeJS.Timeout | null = null;
  #retiring = false;

  constructor(options: GroupMemberOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Reads the partition on from `offset`. */
  fetch(partition: number, offset: number): void {
    this.#use((consumer) => {
      const { topic } = this.#options;
      consumer.seek({ topic, partition, offset: String(offset) });
      consumer.resume([{ topic, partitions: [partition] }]);
    });
  }

  /** Does not read the partition until `fetch`. */
  hold(partition: number): void {
    this.#use((consumer) => consumer.pause([{ topic: this.#options.topic, partitions: [partition] }]));
  }

  /**
   * Tells Kafka how far the partition is remembered. That is for tools that show a group's lag: progress itself stands
   * elsewhere, so a commit that fails is not repeated.
   */
  commit(partition: number, next: number): void {
    this.#uncommitted.set(partition, next);
    this.#commitTimer ??= setTimeout(() => void this.#commit(), COMMIT_MS);
  }

  /** Stays a member, but not if that takes joining again: what was ours may go to others now. */
  retire(): void {
    this.#retiring = true;
  }

  /** Leaves the group. */
  async stop(): Promise<void> {
    // Brokers that do not answer must not hold up the end.
    await Promise.race([this.#commit(), pause(systemTimers, PAUSE_MS, this.#stopping.signal)]);
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && !this.#retiring) {
      try {
        await this.#belong();
      } catch (error) {
        if (!signal.aborted) this.#options.onError(error);
      }
      await pause(systemTimers, PAUSE_MS, signal);
    }
  }

  /** Is a member until the consumer crashes, which it throws, or `stop`. */
  async #belong(): Promise<void> {
    const { kafka, groupId, topic, instance, sessionTimeoutMs, lowPriority, onAssigned } = this.#options;
    const fetchWait = lowPriority ? LOW_PRIORITY_FETCH_WAIT_MS : FETCH_WAIT_MS;
    const consumer = kafka.consumer({
      groupId,
      // Kafka takes the first one that all members know.
      partitionAssigners: [assignByInstance(instance), PartitionAssigners.roundRobin],
      sessionTimeout: sessionTimeoutMs,
      heartbeatInterval: sessionTimeoutMs / HEARTBEATS_PER_SESSION,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      maxWaitTimeInMs: Math.min(fetchWait, sessionTimeoutMs / HEARTBEATS_PER_SESSION),
      maxBytesPerPartition: FETCH_BYTES,
      allowAutoTopicCreation: false,
      // The relay uses no transactions: one that somebody leaves open in the topic is not waited for.
      readUncommitted: true,
      // Restarting is done here, whatever the reason was.
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
    // Heard below, unless connecting fails as well.
    ended.promise.catch(() => {});
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      this.#consumer = consumer;
      await consumer.run({ autoCommit: false, eachBatch: async (payload) => this.#handOn(payload) });
      await ended.promise;
    } finally {
      this.#consumer = null;
      await consumer.disconnect();
    }
  }

  #handOn({ batch, isStale }: EachBatchPayload): void {
    // Fetched before the partition was given to this process (again).
    if (isStale()) return;
    this.#options.onMessages(batch.partition, batch.messages);
  }

  #use(work: (consumer: Consumer) => void): void {
    try {
      if (this.#consumer !== null) work(this.#consumer);
    } catch {
      // It has just crashed. Its successor is set up by onAssigned.
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
