/**
 * Relays a stage's triggers from the event log to its topic. One process at a time leads, by lease; what keeps two that
 * both believe they do from doing harm is the checkpoint, which only who knows its last value can move.
 */
import type { Kafka, Producer } from 'kafkajs';
import { pause, systemTimers } from '#common/time.ts';
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

const LEASE_MS = 10_000;
const RENEWAL_MS = 3_000;
/** Until a process that does not lead asks again, and one that failed tries again. */
const PAUSE_MS = 1_000;

export class Relay {
  readonly #options: RelayOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #state: RelayState | null = null;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** How far the log has been relayed: as this process knows from leading, or as is stored. */
  async state(): Promise<RelayState> {
    return this.#state ?? (await RelayCheckpoint.load(this.#options.values, this.#options.stage)).state;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        if (await this.#acquire()) await this.#lead();
      } catch (error) {
        if (!signal.aborted && !(error instanceof SupersededError)) this.#options.onError(error);
      }
      await pause(systemTimers, PAUSE_MS, signal);
    }
    await this.#release().catch(this.#options.onError);
  }

  /** Until the lease is lost, something fails, or the relay stops. */
  async #lead(): Promise<void> {
    const { values, stage } = this.#options;
    const leading = new AbortController();
    const stopRenewing = this.#renew(() => leading.abort());
    try {
      const checkpoint = await RelayCheckpoint.load(values, stage);
      const partitions = await this.#requireWholeTopic(checkpoint);
      this.#state = checkpoint.state;
      await relayBatches({
        ...this.#options,
        checkpoint,
        partitions,
        signal: AbortSignal.any([leading.signal, this.#stopping.signal]),
        onProgress: (state) => {
          this.#state = state;
        },
      });
    } finally {
      stopRenewing();
      this.#state = null;
    }
  }

  /**
   * A topic that ends before what was relayed to it was made anew, or lost its end with a broker, and of one that was
   * sealed with a secret that is no longer ours nothing is believed: everything is relayed again, and consumers pass over
   * what they have handled. Answers how many partitions the topic has.
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

  /** Keeps the lease until the function returned is called. */
  #renew(onLost: () => void): () => void {
    const { timers, onError } = this.#options;
    let cancel = () => {};
    let over = false;
    const next = () => {
      cancel = timers.after(RENEWAL_MS, async () => {
        // A store that is away does not end the leadership: no other process gets the lease from it either.
        const kept = await this.#acquire().catch((error) => {
          onError(error);
          return true;
        });
        if (over) return;
        if (kept) next();
        else onLost();
      });
    };
    next();
    return () => {
      over = true;
      cancel();
    };
  }

  #acquire(): Promise<boolean> {
    const { leases, instance, clock } = this.#options;
    return leases.acquire(this.#leaseName(), instance, LEASE_MS, clock.now());
  }

  #release(): Promise<void> {
    return this.#options.leases.release(this.#leaseName(), this.#options.instance);
  }

  #leaseName(): string {
    return `relay:${this.#options.stage}`;
  }
}
