/** Faults that the double injects. A test may change them at any time. */
export interface Faults {
  /** `silent`: writes are applied but not answered. `deaf`: neither applied nor answered. */
  writes: 'answered' | 'silent' | 'deaf';
  /** After this many answers writes become `silent`, as if the server died between writing and answering. */
  answersLeft: number;
  /** If true, nothing is answered, not even greetings, as if the machine hangs. Open connections stay open. */
  frozen: boolean;
  /** If true, new connections are closed at once. */
  refuseConnections: boolean;
  /** Names of the commands that the faults below affect; null: all but greetings. */
  only: readonly string[] | null;
  /** Delay before such a command runs. If it exceeds the command's `maxTimeMS`, the command fails with code 50. */
  delayMs: number;
  /** If set when such a command arrives, the command waits for this promise before it runs. */
  heldUntil: Promise<unknown> | null;
  /** How many of the next such commands fail with `refusal` and don't run. */
  refuse: number;
  /** Error code and name; default: those of a primary that has just stepped down, after which drivers retry. */
  refusal: { code: number; codeName: string };
  /** How many of the next such commands break their connection before they run. */
  dropBefore: number;
  /** How many of the next such commands run, and break their connection instead of being answered. */
  dropAfter: number;
  /** How many of the next such writes are applied, and answered with a write concern timeout. */
  writeConcernTimeouts: number;
  /** Number of upserts that wait for each other before they insert, so that all but one find a duplicate. */
  upsertsMeet: number;
  /**
   * Whether an upsert that finds a duplicate is retried as an update, as servers do since 4.2 if the filter is just
   * equality with the unique key. If false, it fails with 11000, as it does with any other filter.
   */
  upsertsBeginAgain: boolean;
}

/** Settings without any fault. */
export function noFaults(): Faults {
  return {
    writes: 'answered',
    answersLeft: Number.POSITIVE_INFINITY,
    frozen: false,
    refuseConnections: false,
    only: null,
    delayMs: 0,
    heldUntil: null,
    refuse: 0,
    refusal: { code: 10107, codeName: 'NotWritablePrimary' },
    dropBefore: 0,
    dropAfter: 0,
    writeConcernTimeouts: 0,
    upsertsMeet: 1,
    upsertsBeginAgain: true,
  };
}
