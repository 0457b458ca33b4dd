/**
 * This process in a stage's consumer group. Heartbeats never wait for handlers: batches are only handed on. kafkajs gives
 * a consumer up when the brokers are away for long, so one follows the other until `stop`.
 */
import { type Consumer, type EachBatchPayload, type Kafka, PartitionAssigners } from 'kafkajs';
import { OffsetCommits, type Offsets } from './offset-commits.ts';
import type { ReceivedMessage } from './partition.ts';
import { assignByInstance } from './partition-assigner.ts';
import { pause } from './pause.ts';

export interface GroupMemberOptions {
  kafka: Kafka;
  groupId: string;
  topic: string;
  /** Names this process among those of all groups. */
  instance: string;
  sessionTimeoutMs: number;
  /** Nobody waits for the stage. */
  unhurried: boolean;
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
const UNHURRIED_FETCH_WAIT_MS = 1_000;
/** Of one partition in one answer: what can't be taken in is fetched again. */
const FETCH_BYTES = 128 * 1024;
const HEARTBEATS_PER_SESSION = 5;
const REBALANCE_TIMEOUT_MS = 30_000;
/** Before the next consumer. */
const PAUSE_MS = 500;

export class GroupMember {
  readonly #options: GroupMemberOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  readonly #commits = new OffsetCommits((offsets) => this.#commit(offsets));
  #consumer: Consumer | null = null;
  /** The same, while it runs. */
  #joined: Consumer | null = null;
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

  /** The partition is remembered up to `next`. */
  commit(partition: number, next: number): void {
    this.#commits.set(partition, next);
  }

  /** Stays a member, but not if that takes joining again: what was ours may go to others now. */
  retire(): void {
    this.#retiring = true;
  }

  /** Leaves the group. */
  async stop(): Promise<void> {
    // Brokers that do not answer must not hold up the end.
    await Promise.race([this.#commits.end(), pause(PAUSE_MS, this.#stopping.signal)]);
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
      await pause(PAUSE_MS, signal);
    }
  }

  /** Is a member until the consumer crashes, which it throws, or `stop`. */
  async #belong(): Promise<void> {
    const { kafka, groupId, topic, instance, sessionTimeoutMs, unhurried, onAssigned } = this.#options;
    const fetchWait = unhurried ? UNHURRIED_FETCH_WAIT_MS : FETCH_WAIT_MS;
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
      this.#commits.assign(own);
      onAssigned(own);
    });
    // Heard below, unless connecting fails as well.
    ended.promise.catch(() => {});
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      this.#consumer = consumer;
      await consumer.run({ autoCommit: false, eachBatch: async (payload) => this.#handOn(payload) });
      this.#joined = consumer;
      await ended.promise;
    } finally {
      this.#consumer = null;
      this.#joined = null;
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

  async #commit(offsets: Offsets): Promise<void> {
    const { topic } = this.#options;
    const consumer = this.#joined;
    const list = [...offsets].map(([partition, next]) => ({ topic, partition, offset: String(next) }));
    await consumer?.commitOffsets(list);
    // Of a consumer that does not run, or has ended meanwhile, kafkajs answers as if it had done it.
    if (consumer === null || this.#joined !== consumer) throw new Error('the consumer does not run');
  }
}
