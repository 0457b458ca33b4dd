/**
 * Schedules attempts. Messages wait in lanes, one for each host at which an organization has webhooks. The attempts of
 * a lane and of an organization are limited, so a receiver that hangs delays only its own messages.
 */
import { FairSlots, type ShareOf } from '#common/fair-slots.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { Owed } from './outbox.ts';

/** An attempt holds little while it waits: a connection and some kilobytes. */
const ATTEMPTS_AT_ONCE = 256;
const ATTEMPTS_OF_ORGANIZATION = 16;
const ATTEMPTS_OF_LANE = 4;
/** Longest sleep before the clock is checked again, in case it was set forward. */
const LONGEST_SLEEP_MS = 60_000;

interface Lane {
  readonly key: string;
  /** Sorted by due time. */
  waiting: Owed[];
  atWork: number;
}

export interface LanesOptions {
  clock: Clock;
  timers: Timers;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Makes the attempt that is due. Never rejects. */
  attempt(owed: Owed): Promise<void>;
}

export class Lanes {
  readonly #options: LanesOptions;
  readonly #lanes = new Map<string, Lane>();
  readonly #waiting = new Set<Owed>();
  readonly #slots: FairSlots;
  readonly #atWork = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  /** When the timer fires. */
  #wake = Number.POSITIVE_INFINITY;
  #cancelTimer = (): void => {};

  constructor(options: LanesOptions) {
    this.#options = options;
    const { shareOf } = options;
    this.#slots = new FairSlots({ slots: ATTEMPTS_AT_ONCE, perKey: ATTEMPTS_OF_ORGANIZATION, shareOf });
  }

  /** Schedules the message; it may already be waiting with another due time. */
  add(owed: Owed): void {
    const key = `${owed.organization_id}/${owed.host}`;
    const lane = this.#lanes.get(key) ?? { key, waiting: [], atWork: 0 };
    this.#lanes.set(key, lane);
    if (this.#waiting.has(owed)) lane.waiting.splice(lane.waiting.indexOf(owed), 1);
    this.#waiting.add(owed);
    lane.waiting.splice(placeFor(owed, lane.waiting), 0, owed);
    this.#advance(lane);
  }

  /** Starts no more attempts; resolves when those in progress have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#cancelTimer();
    await Promise.all(this.#atWork);
  }

  /** Starts what is due in the lane, and sets the timer for the next message. */
  #advance(lane: Lane): void {
    if (this.#stopping.signal.aborted) return;
    const now = this.#options.clock.now();
    while (lane.atWork < ATTEMPTS_OF_LANE && lane.waiting.length > 0 && isDue(lane.waiting[0]!, now)) {
      const owed = lane.waiting.shift()!;
      this.#waiting.delete(owed);
      if (!owed.settled) this.#begin(owed, lane);
    }
    const [first] = lane.waiting;
    if (first === undefined && lane.atWork === 0) this.#lanes.delete(lane.key);
    // A full lane continues when one of its attempts has ended.
    if (first !== undefined && lane.atWork < ATTEMPTS_OF_LANE) this.#wakeAt(first.due, now);
  }

  #wakeAt(due: number, now: number): void {
    if (due >= this.#wake) return;
    this.#cancelTimer();
    this.#wake = due;
    this.#cancelTimer = this.#options.timers.after(Math.min(due - now, LONGEST_SLEEP_MS), () => {
      this.#wake = Number.POSITIVE_INFINITY;
      for (const lane of this.#lanes.values()) this.#advance(lane);
    });
  }

  #begin(owed: Owed, lane: Lane): void {
    lane.atWork++;
    const { signal } = this.#stopping;
    const work = this.#slots
      .run(owed.organization_id, () => this.#options.attempt(owed), signal)
      .catch(() => {})
      .finally(() => {
        lane.atWork--;
        this.#atWork.delete(work);
        this.#advance(lane);
      });
    this.#atWork.add(work);
  }
}

function isDue(owed: Owed, now: number): boolean {
  return owed.settled || owed.due <= now;
}

/** Index at which to insert the message so that the list stays sorted; after messages with the same due time. */
function placeFor({ due }: Owed, waiting: readonly Owed[]): number {
  let low = 0;
  let high = waiting.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (waiting[middle]!.due <= due) low = middle + 1;
    else high = middle;
  }
  return low;
}
