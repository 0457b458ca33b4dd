/** What the double is told to do wrong. Everything may be changed at any time. */
export interface Faults {
  /** `silent`: writes are done and never answered. `deaf`: neither done nor answered. */
  writes: 'answered' | 'silent' | 'deaf';
  /** After so many answers writes are `silent`, as when a server dies between writing and answering. */
  answersLeft: number;
  /** Nothing is answered, greetings included, as when the whole machine hangs. Open connections stay open. */
  frozen: boolean;
  /** New connections are closed at once. */
  refuseConnections: boolean;
  /** Names of the commands that the following are about; null: all but greetings. */
  only: readonly string[] | null;
  /** How long such commands wait before they are done. Beyond their `maxTimeMS` they fail with 50. */
  delayMs: number;
  /** What such commands wait for before they are done, if it is set when they come. */
  heldUntil: Promise<unknown> | null;
  /** So many of the next such commands are refused with `refusal`, and not done. */
  refuse: number;
  /** Code and name: by default that of a primary that has just stepped down, after which drivers try again. */
  refusal: { code: number; codeName: string };
  /** So many of the next such commands break their connection before they are done. */
  dropBefore: number;
  /** So many of the next such commands are done, and break their connection instead of being answered. */
  dropAfter: number;
  /** So many of the next writes are done, and answered that the majority has not confirmed them in time. */
  writeConcernTimeouts: number;
  /** An upsert that found nothing waits, before it inserts, until so many do: all but one then meet its document. */
  upsertsMeet: number;
  /**
   * Whether an upsert that meets the document of another one begins again as an update where its filter is no more than
   * equality with the unique key, as servers do since 4.2; else it fails with 11000, as others do in any case.
   */
  upsertsBeginAgain: boolean;
}

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
