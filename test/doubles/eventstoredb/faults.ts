/** What the double is told to do wrong. Everything may be changed at any time. */
export interface Faults {
  /** `silent`: appends are written and never answered. `deaf`: neither written nor answered. */
  appends: 'answered' | 'silent' | 'deaf';
  /** After so many answers appends are `silent`, as when a server dies between writing and answering. */
  answersLeft: number;
  /** So many of the next calls are refused with UNAVAILABLE, code 14. */
  refuse: number;
  /** So many of the next calls fail as on a server that still starts: UNKNOWN, and within a batch without any code. */
  booting: number;
  /** What happens to a live subscriber for which more events wait than the buffer holds: 23.10 drops, 24.2 falls back. */
  slowConsumers: 'drop' | 'fall_back';
  /** False: filtered subscriptions send no checkpoint, as on an idle store. */
  checkpoints: boolean;
  /** Counts subscribers that were too slow. */
  slowConsumersMet: number;
}

export function noFaults(): Faults {
  return {
    appends: 'answered',
    answersLeft: Number.POSITIVE_INFINITY,
    refuse: 0,
    booting: 0,
    slowConsumers: 'drop',
    checkpoints: true,
    slowConsumersMet: 0,
  };
}
