/**
 * Relays a stage's triggers from the event log to its topic. One process at a time leads, by lease; what keeps two that
 * both believe they do from doing harm is the checkpoint, which only who knows its last value can move.
 */
import type { Kafka, Producer } from 'kafkajs';
import { whileHolding } from '#common/leases.ts';
import { systemTimers } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import { type EventStore, START } from '#contracts/ports/event-store.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import type { MessageSeal } from './message-seal.ts';
import { relayBatches } from './relay-batches.ts';
import { lostMessages, RelayCheckpoint, type RelayState, relayAgain, SupersededError } from './relay-state.ts';
import { endOffsets } from './topic.ts';

export interface RelayOptions {
  stage: string;
  triggers: readonly string[];
  topic: string;
  kafka: Kafka;
  producer: Producer;
  seal: MessageSeal;
  events: EventStore;
  values: ServerValues;
  leases: Leases;
  clock: Clock;
  timers: Timers;
  /** Names this process among others. */
  instance: string;
  onError: (error: unknown) => void;
  /** A trigger stands in the topic. */
  onRelayed?: (message: StageMessage) => void;
}

export class Relay {
  readonly #options: RelayOptions;
  readonly #stop: () => Promise<void>;
  #state: RelayState | null = null;

  constructor(options: RelayOptions) {
    this.#options = options;
    const { stage, leases, clock, instance, onError } = options;
    this.#stop = whileHolding(`relay:${stage}`, (signal) => this.#lead(signal), {
      leases,
      clock,
      timers: systemTimers,
      holder: instance,
      logger: {
        info() {},
        warn({ err }: { err?: unknown }) {
          // Another process leads, which is no trouble.
          if (err !== undefined && !(err instanceof SupersededError)) onError(err);
        },
      },
    });
  }

  /** How far the log has been relayed: as this process knows from leading, or as is stored. */
  async state(): Promise<RelayState> {
    return this.#state ?? (await RelayCheckpoint.load(this.#options.values, this.#options.stage)).state;
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** Until the lease is lost, something fails, or the relay stops. */
  async #lead(signal: AbortSignal): Promise<void> {
    const { values, stage } = this.#options;
    try {
      const checkpoint = await RelayCheckpoint.load(values, stage);
      const partitions = await this.#requireWholeTopic(checkpoint);
      this.#state = checkpoint.state;
      await relayBatches({
        ...this.#options,
        checkpoint,
        partitions,
        signal,
        onProgress: (state) => {
          this.#state = state;
        },
      });
    } finally {
      this.#state = null;
    }
    if (!signal.aborted) throw new Error('the subscription of the relay has ended');
  }

  /**
   * A topic that ends before what was relayed to it was made anew, or lost its end with a broker, and of one that was
   * sealed with a secret that is no longer ours nothing is believed: everything is relayed again, and consumers pass over
   * what they have handled. Returns how many partitions the topic has.
   */
  async #requireWholeTopic(checkpoint: RelayCheckpoint): Promise<number> {
    const { kafka, topic, seal, onError } = this.#options;
    const { state } = checkpoint;
    const ends = await endOffsets(kafka, topic);
    const lost = Object.entries(state.ends).some(([number, end]) => (ends.get(Number(number)) ?? 0) < end);
    if (lost) {
      onError(lostMessages(topic));
      await checkpoint.store({ ...relayAgain(state, ends.size), sealed_by: seal.id });
    } else if (state.sealed_by !== seal.id) {
      await checkpoint.store({
        ...state,
        partitions: state.partitions ?? ends.size,
        position: START,
        sealed_by: seal.id,
      });
    }
    return ends.size;
  }
}
