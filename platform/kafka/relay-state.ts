/** How far a stage's triggers have been relayed to its topic: one value, which only who knows it may replace. */
import { randomUUID } from 'node:crypto';
import { type Position, START } from '#contracts/ports/event-store.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { TopicError } from './errors.ts';

export interface RelayState {
  /** Names the topic's life: another one when it was found to have lost what was relayed to it. Offsets belong to it. */
  generation: string;
  /** Names how keys are spread over partitions: progress of a partition means something only under the same one. */
  layout: string;
  /** Partitions of the topic when the layout began; null: nothing has been relayed yet. */
  partitions: number | null;
  /** Id of the secret that their messages are sealed with; null: nothing has been relayed yet. See MessageSeal. */
  sealed_by: string | null;
  /** All triggers up to here are in the topic. */
  position: Position;
  /** By partition: the offset after the last message relayed. */
  ends: Readonly<Record<string, number>>;
}

export function lostMessages(topic: string): TopicError {
  return new TopicError(
    'topic_lost_messages',
    `topic ${topic} has lost messages: all triggers of the stage are relayed again`,
  );
}

/** Another relay has moved the state: this one leads no longer. */
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

/** For a topic of so many partitions that holds nothing, or too little: all triggers are to be relayed again. */
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

  /** What is stored; for a stage that was never relayed, a beginning is stored first. */
  static async load(values: ServerValues, stage: string): Promise<RelayCheckpoint> {
    const key = keyOf(stage);
    for (;;) {
      const stored = await values.get(key);
      if (stored !== null) return new RelayCheckpoint(values, stage, stored);
      await values.compareAndSet(key, null, JSON.stringify(newRelayState()));
    }
  }

  get state(): RelayState {
    return JSON.parse(this.#stored) as RelayState;
  }

  /** Throws SupersededError when the state is no longer the one loaded, or stored last. */
  async store(state: RelayState): Promise<void> {
    const value = JSON.stringify(state);
    if (!(await this.#values.compareAndSet(keyOf(this.#stage), this.#stored, value))) {
      throw new SupersededError(this.#stage);
    }
    this.#stored = value;
  }
}

function keyOf(stage: string): string {
  return `stage-queue/${stage}/relay`;
}
