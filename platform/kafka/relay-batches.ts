/** The work of the leading relay. Events that arrive during a batch go into the next one. */
import { Partitioners, type Producer } from 'kafkajs';
import { deliveredPosition } from '#common/delivered-position.ts';
import type { Timers } from '#contracts/ports/clock.ts';
import type { EventStore, RecordedEvent, SubscriptionMessage } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { toStageMessage } from '../events/stage-message.ts';
import type { MessageSeal } from './message-seal.ts';
import { encodeMessage } from './message-value.ts';
import { lostMessages, type RelayCheckpoint, type RelayState, relayAgain } from './relay-state.ts';

export interface RelayBatchesOptions {
  stage: string;
  triggers: readonly string[];
  topic: string;
  producer: Producer;
  seal: MessageSeal;
  events: EventStore;
  timers: Timers;
  checkpoint: RelayCheckpoint;
  /** Number of partitions of the topic. */
  partitions: number;
  signal: AbortSignal;
  /** Called when everything up to here is in the topic. */
  onProgress: (state: RelayState) => void;
  onRelayed?: (message: StageMessage) => void;
}

/** About half a kilobyte each: well below a broker's limit of one megabyte per request. */
const MAX_BATCH = 500;
/** How far the checkpoint may lag: the next leader relays that much again, and consumers skip it. */
const CHECKPOINT_DELAY_MS = 1_000;
/** Wait for all in-sync replicas. */
const ALL = -1;

/** Returns when `signal` aborts. Throws what ended the subscription, a Kafka error, or SupersededError. */
export async function relayBatches(options: RelayBatchesOptions): Promise<void> {
  const { events, triggers, checkpoint, signal } = options;
  const batches = new RelayBatches(options);
  const after = checkpoint.state.position;
  const ended = AbortSignal.any([signal, batches.failed]);
  try {
    const subscribed = { after, filter: { types: triggers }, eventsOnly: true, signal: ended };
    for await (const message of events.subscribe(subscribed)) {
      await batches.add(message);
    }
  } finally {
    await batches.end();
  }
}

class RelayBatches {
  readonly #options: RelayBatchesOptions;
  readonly #failed = new AbortController();
  readonly #choosePartition = Partitioners.DefaultPartitioner();
  readonly #partitions: { partitionId: number; leader: number }[];
  #waiting: SubscriptionMessage[] = [];
  #working: Promise<void> | null = null;
  #checkpointDue = false;
  #state: RelayState;
  #stored: RelayState;
  #cancelCheckpoint: (() => void) | null = null;

  constructor(options: RelayBatchesOptions) {
    this.#options = options;
    this.#state = options.checkpoint.state;
    this.#stored = this.#state;
    this.#partitions = Array.from({ length: options.partitions }, (_, partitionId) => ({ partitionId, leader: 0 }));
  }

  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  /** Resolves when there is room for more. */
  async add(message: SubscriptionMessage): Promise<void> {
    this.#waiting.push(message);
    this.#start();
    if (this.#waiting.length >= MAX_BATCH) await this.#working;
  }

  /** Sends what is waiting; then does nothing more. Throws the error of the work. */
  async end(): Promise<void> {
    this.#checkpointDue = true;
    this.#start();
    await this.#working;
    // Only now, as the last batch has asked for one too: it would tell of progress when another relay leads.
    this.#cancelCheckpoint?.();
    this.#failed.signal.throwIfAborted();
  }

  #start(): void {
    if (this.#failed.signal.aborted) return;
    this.#working ??= this.#work();
  }

  /** Call only when there is something to do. */
  async #work(): Promise<void> {
    try {
      while (this.#waiting.length > 0 || this.#checkpointDue) {
        const batch = this.#waiting;
        this.#waiting = [];
        if (batch.length > 0) await this.#relay(batch);
        if (this.#checkpointDue) await this.#checkpoint();
        this.#options.onProgress(this.#state);
      }
    } catch (error) {
      this.#failed.abort(error);
    } finally {
      // In the turn in which nothing was left, so that the next message finds that nothing is in progress.
      this.#working = null;
    }
  }

  async #relay(batch: readonly SubscriptionMessage[]): Promise<void> {
    const events = batch.flatMap((message) => (message.kind === 'event' ? [message.event] : []));
    const ends = events.length === 0 ? this.#state.ends : await this.#produce(events);
    this.#state = { ...this.#state, position: deliveredPosition(batch.at(-1)!), ends };
    this.#checkpointSoon();
  }

  /** Returns the ends of the partitions after these events. */
  async #produce(events: readonly RecordedEvent[]): Promise<Record<string, number>> {
    const { topic, stage, producer, seal, onRelayed } = this.#options;
    const counts = new Map<number, number>();
    const stageMessages = events.map((event) => toStageMessage(stage, event));
    const messages = stageMessages.map((stageMessage) => {
      const { key } = stageMessage;
      const routed = { topic, partitionMetadata: this.#partitions as never, message: { key, value: null } };
      const partition = this.#choosePartition(routed);
      counts.set(partition, (counts.get(partition) ?? 0) + 1);
      return { key, partition, ...encodeMessage(stageMessage, partition, seal) };
    });
    const written = await producer.send({ topic, messages, acks: ALL });
    const ends = { ...this.#state.ends };
    for (const { partition, baseOffset } of written) {
      if (Number(baseOffset) < (ends[partition] ?? 0)) await this.#restart();
      ends[partition] = Number(baseOffset) + (counts.get(partition) ?? 0);
    }
    if (onRelayed !== undefined) for (const message of stageMessages) onRelayed(message);
    return ends;
  }

  /** The topic was recreated while this relay led: the next leader relays everything again. */
  async #restart(): Promise<never> {
    const { checkpoint, partitions, topic } = this.#options;
    await checkpoint.store(relayAgain(this.#state, partitions));
    throw lostMessages(topic);
  }

  #checkpointSoon(): void {
    this.#cancelCheckpoint ??= this.#options.timers.after(CHECKPOINT_DELAY_MS, () => {
      this.#cancelCheckpoint = null;
      this.#checkpointDue = true;
      this.#start();
    });
  }

  async #checkpoint(): Promise<void> {
    this.#checkpointDue = false;
    const state = this.#state;
    if (state === this.#stored) return;
    await this.#options.checkpoint.store(state);
    this.#stored = state;
  }
}
