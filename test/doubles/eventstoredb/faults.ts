/** Faults that the double injects. A test may change them at any time. */
export interface Faults {
  /** `silent`: appends are written but not answered. `deaf`: neither written nor answered. */
  appends: 'answered' | 'silent' | 'deaf';
  /** After this many answers appends become `silent`, as if the server died between writing and answering. */
  answersLeft: number;
  /** How many of the next calls fail with UNAVAILABLE, code 14. */
  refuse: number;
  /** How many of the next calls fail as on a starting server: with UNKNOWN, or within a batch without a code. */
  booting: number;
  /** How a live subscriber whose buffer overflows is treated: 23.10 drops it, 24.2 falls back to catching up. */
  slowConsumers: 'drop' | 'fall_back';
  /** If false, subscriptions get no checkpoints, as on an idle store. */
  checkpoints: boolean;
  /** Reads and subscriptions of `$all` are refused, as to an account that may not read it. */
  denied: boolean;
  /** Port of the leader; null: this server is it. */
  leader: number | null;
  /** Counts subscribers that were too slow. */
  slowConsumersMet: number;
}

/** Settings without any fault. */
export function noFaults(): Faults {
  return {
    appends: 'answered',
    answersLeft: Number.POSITIVE_INFINITY,
    refuse: 0,
    booting: 0,
    slowConsumers: 'drop',
    checkpoints: true,
    denied: false,
    leader: null,
    slowConsumersMet: 0,
  };
}
