/** A bounded buffer of feed events that one subscriber has not taken yet. */
import type { RecordedEvent, SubscriptionMessage } from '#contracts/ports/event-store.ts';
import { toPosition } from './position.ts';

export interface FeedRow {
  position: number;
  type: string;
  /** Length of its texts in characters, used to bound buffers. */
  characters: number;
  /** Parsed on first use, then shared by all subscribers. */
  event(): RecordedEvent;
}

const MAX_EVENTS = 1_000;
const MAX_CHARACTERS = 8_000_000;

export class FeedBuffer {
  readonly #types: ReadonlySet<string> | null;
  #rows: FeedRow[] = [];
  #first = 0;
  #characters = 0;
  /** Rows up to here have been offered. */
  #offered: number;
  #delivered: number;
  #overrun = false;
  #waiting: PromiseWithResolvers<void> | null = null;

  constructor(after: number, types: readonly string[] | null) {
    this.#offered = after;
    this.#delivered = after;
    this.#types = types === null ? null : new Set(types);
  }

  /** The subscriber has taken everything up to here. */
  get delivered(): number {
    return this.#delivered;
  }

  /** The subscriber was too slow, or the feed could not read. After taking what is buffered, it must read pages by itself. */
  get overrun(): boolean {
    return this.#overrun;
  }

  /** Adds the new rows of wanted types. Returns false when they do not fit; then no more may be offered. */
  offer(rows: readonly FeedRow[], upTo: number): boolean {
    for (const row of rows) {
      if (row.position <= this.#offered) continue;
      if (this.#types === null || this.#types.has(row.type)) {
        if (this.#isFull()) {
          this.#overrun = true;
          break;
        }
        this.#rows.push(row);
        this.#characters += row.characters;
      }
      this.#offered = row.position;
    }
    if (!this.#overrun) this.#offered = Math.max(this.#offered, upTo);
    this.wake();
    return !this.#overrun;
  }

  /** Offers no more: the subscriber must read pages by itself. */
  abandon(): void {
    this.#overrun = true;
    this.wake();
  }

  /** The next message, or null when there is none: an event, else a checkpoint past the events of other types. */
  take(): SubscriptionMessage | null {
    const row = this.#rows[this.#first];
    if (row !== undefined) {
      this.#drop(row);
      return { kind: 'event', event: row.event() };
    }
    if (this.#offered === this.#delivered) return null;
    this.#delivered = this.#offered;
    return { kind: 'checkpoint', position: toPosition(this.#offered) };
  }

  /** Resolves when `take` or `overrun` may have changed. */
  filled(): Promise<void> {
    this.#waiting ??= Promise.withResolvers<void>();
    return this.#waiting.promise;
  }

  wake(): void {
    this.#waiting?.resolve();
    this.#waiting = null;
  }

  #isFull(): boolean {
    return this.#rows.length - this.#first >= MAX_EVENTS || this.#characters >= MAX_CHARACTERS;
  }

  #drop(row: FeedRow): void {
    this.#first++;
    this.#characters -= row.characters;
    this.#delivered = row.position;
    // Not shift(), which moves all other rows. Not never, or the array would grow without limit under steady load.
    if (this.#first >= MAX_EVENTS || this.#first === this.#rows.length) {
      this.#rows = this.#rows.slice(this.#first);
      this.#first = 0;
    }
  }
}
