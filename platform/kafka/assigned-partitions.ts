/** The partitions of a stage's topic that the group has assigned to this process. */
import { pause, systemTimers } from '#common/time.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { Partition, type PartitionOptions, type ReceivedMessage } from './partition.ts';
import { PartitionProgress, progressKey } from './partition-progress.ts';
import type { RelayState } from './relay-state.ts';

/** Reads the partitions; see GroupMember. */
export interface PartitionReader {
  fetch(partition: number, offset: number): void;
  hold(partition: number): void;
  commit(partition: number, next: number): void;
}

export interface PartitionsOptions
  extends Omit<PartitionOptions, 'number' | 'progress' | 'onLost' | 'onSaved' | 'onFinished'> {
  values: ServerValues;
  reader: PartitionReader;
  relayed: () => Promise<RelayState>;
}

/** Delay before a partition is acquired again after a failure, or after another process acquired it. */
const ACQUIRE_PAUSE_MS = 500;
/** Delay between two checks of whether the topic is still the one whose partitions were acquired. */
const TOPIC_CHECK_MS = 2_000;

export class AssignedPartitions {
  readonly #options: PartitionsOptions;
  readonly #stopping = new AbortController();
  #assigned: ReadonlySet<number> = new Set();
  readonly #owned = new Map<number, Partition>();
  readonly #acquiring = new Map<number, Promise<void>>();
  /** Lost partitions whose handlers have not ended yet. */
  readonly #leaving = new Set<Promise<void>>();
  /** Partitions that are not read until they have room. */
  readonly #held = new Set<number>();
  readonly #checking: Promise<void>;

  constructor(options: PartitionsOptions) {
    this.#options = options;
    this.#checking = this.#checkTopic();
  }

  /** Number of unfinished messages. */
  get size(): number {
    return [...this.#owned.values()].reduce((sum, partition) => sum + partition.size, 0);
  }

  get(number: number): Partition | undefined {
    return this.#owned.get(number);
  }

  /** Must be called synchronously when the group assigns partitions. */
  assign(numbers: readonly number[]): void {
    if (this.#stopping.signal.aborted) return;
    this.#assigned = new Set(numbers);
    for (const number of [...this.#owned.keys()]) if (!this.#assigned.has(number)) this.#drop(number);
    for (const number of numbers) {
      const partition = this.#owned.get(number);
      if (partition === undefined) {
        this.#options.reader.hold(number);
        this.#acquire(number);
      } else {
        this.#read(number, partition);
      }
    }
  }

  take(number: number, messages: readonly ReceivedMessage[]): void {
    const partition = this.#owned.get(number);
    if (partition === undefined || this.#stopping.signal.aborted) return;
    partition.take(messages);
    if (partition.full) this.#read(number, partition);
  }

  /** Accepts no more messages, signals the handlers and waits for them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const number of [...this.#owned.keys()]) this.#options.reader.hold(number);
    const stopping = [...this.#owned.values()].map((partition) => partition.stop());
    await Promise.all([...stopping, ...this.#acquiring.values(), ...this.#leaving, this.#checking]);
  }

  #read(number: number, partition: Partition): void {
    if (partition.full || (this.#held.has(number) && !partition.hasRoom)) {
      this.#held.add(number);
      this.#options.reader.hold(number);
    } else {
      this.#held.delete(number);
      this.#options.reader.fetch(number, partition.next);
    }
  }

  /**
   * Acquires again what was acquired before the leading relay found that the topic was recreated. Messages taken in
   * between may have been passed over by the progress of the former topic; they are read once more.
   */
  async #checkTopic(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await pause(systemTimers, TOPIC_CHECK_MS, signal);
      if (signal.aborted) return;
      if (this.#owned.size === 0) continue;
      try {
        const { generation } = await this.#options.relayed();
        for (const [number, partition] of [...this.#owned]) {
          if (partition.generation === generation || signal.aborted) continue;
          this.#options.reader.hold(number);
          this.#drop(number);
          this.#acquire(number);
        }
      } catch (error) {
        this.#options.onError(error);
      }
    }
  }

  #drop(number: number): void {
    const partition = this.#owned.get(number);
    if (partition === undefined) return;
    this.#owned.delete(number);
    this.#held.delete(number);
    const leaving = partition
      .stop()
      .catch(this.#options.onError)
      .finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  #acquire(number: number): void {
    if (this.#acquiring.has(number)) return;
    const acquiring = this.#acquireUntilDone(number).finally(() => this.#acquiring.delete(number));
    this.#acquiring.set(number, acquiring);
  }

  async #acquireUntilDone(number: number): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && this.#assigned.has(number)) {
      try {
        const { generation, layout } = await this.#options.relayed();
        const key = progressKey(this.#options.subscription.stage, layout, number);
        const progress = await PartitionProgress.acquire(this.#options.values, key, generation);
        if (!signal.aborted && this.#assigned.has(number)) this.#own(number, progress);
        return;
      } catch (error) {
        this.#options.onError(error);
        await pause(systemTimers, ACQUIRE_PAUSE_MS, signal);
      }
    }
  }

  #own(number: number, progress: PartitionProgress): void {
    const { reader } = this.#options;
    const partition: Partition = new Partition({
      ...this.#options,
      number,
      progress,
      onLost: () => this.#lost(number, partition),
      onSaved: (next) => reader.commit(number, next),
      onFinished: () => {
        if (this.#held.has(number) && partition.hasRoom) this.#read(number, partition);
      },
    });
    this.#owned.set(number, partition);
    this.#read(number, partition);
  }

  /** Another process acquired it: either the new owner, or one that does not know yet that it lost it. */
  #lost(number: number, partition: Partition): void {
    if (this.#owned.get(number) !== partition) return;
    this.#options.reader.hold(number);
    this.#drop(number);
    void pause(systemTimers, ACQUIRE_PAUSE_MS, this.#stopping.signal).then(() => {
      if (this.#assigned.has(number) && !this.#owned.has(number)) this.#acquire(number);
    });
  }
}
