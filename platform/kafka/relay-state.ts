/** How far a stage's triggers have been relayed to its topic: one value, replaced by compare-and-set. */
import { randomUUID } from 'node:crypto';
import { type Position, START } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { TopicError } from './errors.ts';

export interface RelayState {
  /**
   * Identifies the topic's incarnation, which changes when relayed messages are found to be lost. Offsets belong to it.
   */
  generation: string;
  /** Identifies how keys are spread over partitions. Progress of a partition is valid for one layout only. */
  layout: string;
  /** Number of partitions when the layout began; null: nothing has been relayed yet. */
  partitions: number | null;
  /** Id of the secret that seals the messages; null: nothing has been relayed yet. See MessageSeal. */
  sealed_by: string | null;
  /** All triggers up to here are in the topic, or were handled before the deployment was moved to this queue. */
  position: Position;
  /** By partition, the offset after the last relayed message. */
  ends: Readonly<Record<string, number>>;
}

export function lostMessages(topic: string): TopicError {
  return new TopicError(
    'topic_lost_messages',
    `topic ${topic} has lost messages: all triggers of the stage are relayed again`,
  );
}

/** Another relay has changed the state: this one no longer leads. */
export class SupersededError extends Error {
  constructor(stage: string) {
    super(`another relay leads for stage ${stage}`);
    this.name = 'SupersededError';
  }
}

export function newRelayState(): RelayState {
  return {
    generation: randomUUID(),
    layout: randomUUID(),
    partitions: null,
    sealed_by: null,
    position: START,
    ends: {},
  };
}

/** The state for relaying all triggers again, to a topic with this number of partitions that lost messages. */
export function relayAgain(state: RelayState, partitions: number): RelayState {
  const beginning = { ...newRelayState(), partitions, sealed_by: state.sealed_by };
  return state.partitions === partitions ? { ...beginning, layout: state.layout } : beginning;
}

export class RelayCheckpoint {
  readonly #values: ServerValues;
  readonly #stage: string;
  #stored: string;

  private constructor(values: ServerValues, stage: string, stored: string) {
    this.#values = values;
    this.#stage = stage;
    this.#stored = stored;
  }

  /** Loads the stored state; stores an initial state for a stage that was never relayed. */
  static async load(values: ServerValues, stage: string): Promise<RelayCheckpoint> {
    const key = relayKey(stage);
    for (;;) {
      const stored = await values.get(key);
      if (stored !== null) return new RelayCheckpoint(values, stage, stored);
      await values.compareAndSet(key, null, JSON.stringify(newRelayState()));
    }
  }

  get state(): RelayState {
    return JSON.parse(this.#stored) as RelayState;
  }

  /** Throws SupersededError when the state is not the one last loaded or stored here. */
  async store(state: RelayState): Promise<void> {
    const value = JSON.stringify(state);
    if (!(await this.#values.compareAndSet(relayKey(this.#stage), this.#stored, value))) {
      throw new SupersededError(this.#stage);
    }
    this.#stored = value;
  }
}

/** The name of the value that holds the state. */
export function relayKey(stage: string): string {
  return `stage-queue/${stage}/relay`;
}
