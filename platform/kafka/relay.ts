/**
 * Relays a stage's triggers from the event log to its topic. One process at a time leads, by lease. If two processes
 * believe that they lead, the checkpoint prevents harm: only the one that knows its last value can move it.
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
  /** Identifies this process. */
  instance: string;
  onError: (error: unknown) => void;
  /** Called when a trigger is in the topic. */
  onRelayed?: (message: StageMessage) => void;
}

const LEASE_MS = 10_000;
const RENEWAL_MS = 3_000;
/** Delay before a process that does not lead, or that failed, tries again. */
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

  /** How far the log has been relayed: from memory when this process leads, else from the store. */
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

  /** Leads until the lease is lost, something fails, or the relay stops. */
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
        position: START,
        sealed_by: seal.id,
      });
    }
    return ends.size;
  }

  /** Renews the lease until the returned function is called. */
  #renew(onLost: () => void): () => void {
    const { timers, onError } = this.#options;
    let cancel = () => {};
    let stopped = false;
    const next = () => {
      cancel = timers.after(RENEWAL_MS, async () => {
        // An unreachable store does not end the leadership, as no other process can acquire the lease either.
        const kept = await this.#acquire().catch((error) => {
          onError(error);
          return true;
        });
        if (stopped) return;
        if (kept) next();
        else onLost();
      });
    };
    next();
    return () => {
      stopped = true;
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
