/** One partition of a stage's topic, while assigned to this process: accepts messages and saves its progress. */
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { StageSubscription } from '#contracts/ports/stage-queue.ts';
import { ProgressWriter } from '../queue/progress-writer.ts';
import type { StageSlots } from '../queue/slots-of.ts';
import { StageWorker } from '../queue/stage-worker.ts';
import { type ConsumerPosition, nextOffsetOf, positionOf, toConsumerPosition } from './consumer-position.ts';
import { ForeignMessagesError } from './foreign-messages.ts';
import type { MessageSeal } from './message-seal.ts';
import { decodeMessage, type MessageContent } from './message-value.ts';
import { PartitionLostError, type PartitionProgress } from './partition-progress.ts';

export interface PartitionOptions {
  topic: string;
  number: number;
  seal: MessageSeal;
  subscription: StageSubscription;
  progress: PartitionProgress;
  /** Slots of the stage, shared with its other partitions. */
  slots: StageSlots;
  clock: Clock;
  timers: Timers;
  onError: (error: unknown) => void;
  /** Another consumer has acquired the partition: none of its messages are handled here any more. */
  onLost: () => void;
  /** Progress is saved up to this offset, the next to be read after a restart. */
  onSaved: (next: number) => void;
  onFinished: () => void;
}

/** The parts of a Kafka message that are used here. */
export interface ReceivedMessage extends MessageContent {
  offset: string;
}

/**
 * No more messages are accepted beyond this number of unfinished ones, as one stored value may have to hold them all.
 */
const MAX_UNFINISHED = 300;

export class Partition {
  readonly #options: PartitionOptions;
  readonly #writer: ProgressWriter;
  readonly #worker: StageWorker<ConsumerPosition>;
  /** Positions of restored messages above the restored watermark. */
  readonly #ahead: ReadonlySet<string>;
  #intake: ConsumerPosition;
  #lost = false;

  constructor(options: PartitionOptions) {
    this.#options = options;
    const { progress } = options;
    this.#intake = progress.watermark;
    this.#writer = new ProgressWriter({
      ...options,
      save: (changes) => this.#save(changes, this.#worker.watermark(this.#intake)),
      isLost: (error) => error instanceof PartitionLostError,
    });
    this.#worker = new StageWorker<ConsumerPosition>({ ...options, progress: this.#writer });
    const { rows } = progress;
    const known = positionOf(this.#intake);
    this.#ahead = new Set(rows.flatMap(({ position }) => (position > known ? [position] : [])));
    for (const row of rows) this.#worker.restore(row, this.#intake);
  }

  /** Generation of the topic when the partition was acquired; see RelayState. */
  get generation(): string {
    return this.#options.progress.generation;
  }

  /** The offset to read from. */
  get next(): number {
    return nextOffsetOf(this.#intake);
  }

  /** Number of unfinished messages. */
  get size(): number {
    return this.#worker.size;
  }

  get full(): boolean {
    return this.size >= MAX_UNFINISHED;
  }

  /** Enough messages were finished to resume reading. */
  get hasRoom(): boolean {
    return this.size <= MAX_UNFINISHED / 2;
  }

  /** Every message up to here is finished or parked. */
  get settled(): ConsumerPosition {
    return this.#worker.settled(this.#intake);
  }

  /** Accepts messages until it is full. */
  take(messages: readonly ReceivedMessage[]): void {
    const foreign: number[] = [];
    for (const message of messages) {
      if (this.full) break;
      if (!this.#takeOne(Number(message.offset), message)) foreign.push(Number(message.offset));
    }
    const { topic, number, onError } = this.#options;
    if (foreign.length > 0) onError(new ForeignMessagesError(topic, number, foreign));
  }

  /** Starts nothing more, signals the handlers, waits for them, and saves their progress. */
  async stop(): Promise<void> {
    this.#writer.stopRepeating();
    await this.#worker.stop();
    await this.#writer.drain();
  }

  /** False for a skipped message that the relay did not write. */
  #takeOne(offset: number, content: MessageContent): boolean {
    const { subscription, number, seal } = this.#options;
    const before = this.#intake;
    const known = positionOf(before);
    const message = decodeMessage(subscription.stage, content, number, seal);
    if (message === null) {
      // Fetched again after it was skipped before.
      if (offset < this.next) return true;
      this.#pass(toConsumerPosition(known, offset + 1));
      return false;
    }
    if (message.position <= known) {
      // Sent twice by a relay that did not know it had arrived, or by two relays at once.
      this.#pass(toConsumerPosition(known, offset + 1));
    } else if (this.#ahead.has(message.position)) {
      this.#pass(toConsumerPosition(message.position, offset + 1));
    } else {
      this.#intake = toConsumerPosition(message.position, offset + 1);
      this.#worker.add(message, before);
    }
    return true;
  }

  #pass(position: ConsumerPosition): void {
    if (position <= this.#intake) return;
    this.#intake = position;
    this.#writer.moved();
  }

  async #save(changes: Parameters<PartitionProgress['save']>[0], watermark: ConsumerPosition): Promise<void> {
    try {
      await this.#options.progress.save(changes, watermark);
      this.#options.onSaved(nextOffsetOf(watermark));
    } catch (error) {
      if (error instanceof PartitionLostError && !this.#lost) {
        this.#lost = true;
        this.#options.onLost();
      }
      throw error;
    }
  }
}
