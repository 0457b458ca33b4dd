/**
 * Relays a stage's triggers from the event log to its topic. One process at a time leads, by lease. If two processes
 * believe that they lead, the checkpoint prevents harm: only the one that knows its last value can move it.
 */
import type { Kafka, Producer } from 'kafkajs';
import { whileHolding } from '#common/leases.ts';
import { systemTimers } from '#common/time.ts';
import { START } from '#contracts/ports/event-store.ts';
import type { MessageSeal } from './message-seal.ts';
import type { QueueOptions } from './queue-options.ts';
import { relayBatches } from './relay-batches.ts';
import { lostMessages, RelayCheckpoint, type RelayState, relayAgain, SupersededError } from './relay-state.ts';
import { endOffsets } from './topic.ts';

export interface RelayOptions extends QueueOptions {
  stage: string;
  triggers: readonly string[];
  topic: string;
  kafka: Kafka;
  producer: Producer;
  seal: MessageSeal;
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
        debug() {},
        warn({ err }: { err?: unknown }) {
          // That another process leads is not an error.
          if (err !== undefined && !(err instanceof SupersededError)) onError(err);
        },
      },
    });
  }

  /** How far the log has been relayed: from memory when this process leads, else from the store. */
  async state(): Promise<RelayState> {
    return this.#state ?? (await RelayCheckpoint.load(this.#options.values, this.#options.stage)).state;
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** Leads until the lease is lost, something fails, or the relay stops. */
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
   * Checks the topic. If it ends before the last relayed message, it was recreated or lost its end with a broker. If it
   * was sealed with another secret, none of its messages are accepted. In both cases everything is relayed again, and
   * consumers skip what they have handled. Returns the number of partitions.
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
        // Sealed by none: nothing has been relayed, and what was handled before a move to these servers need not be.
        position: state.sealed_by === null ? state.position : START,
        sealed_by: seal.id,
      });
    }
    return ends.size;
  }
}
