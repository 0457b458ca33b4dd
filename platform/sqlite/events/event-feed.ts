/**
 * Delivers new events to all subscribers of the process. Events that this process appended are passed on as they are;
 * others are read and parsed once for all. A subscriber first reads pages by itself and joins the feed at the end of
 * the log. The feed drops a subscriber that is too slow, which then reads pages again. So memory is bounded, and a
 * hanging subscriber does not slow down the others.
 */
import type { SubscriptionMessage } from '#contracts/ports/event-store.ts';
import { FeedBuffer, type FeedRow } from './feed-buffer.ts';
import { BEFORE_FIRST, toPosition } from './position.ts';

export interface FeedPage {
  rows: readonly FeedRow[];
  /** The log was searched up to here. */
  position: number;
  at_end: boolean;
}

/** Reads one page after a position. `types` null means every type. */
export type ReadFeedPage = (after: number, limit: number, types: readonly string[] | null) => Promise<FeedPage>;

export interface FeedSubscription {
  after: number | Promise<number>;
  types: readonly string[] | null;
  signal: AbortSignal;
}

const PAGE = 500;

export class EventFeed {
  readonly #readPage: ReadFeedPage;
  readonly #members = new Set<FeedBuffer>();
  readonly #closed = new AbortController();
  /** Why the feed ended, unless it was closed in order. */
  #failure: Error | null = null;
  /** All events up to here have been offered to the members. */
  #position = BEFORE_FIRST;
  /** The newest event known to be in the log. */
  #head = BEFORE_FIRST;
  #reading = false;

  constructor(readPage: ReadFeedPage) {
    this.#readPage = readPage;
  }

  /** Must be called after every commit whose events were not all passed to `appended`. */
  committed(head: number): void {
    this.#head = Math.max(this.#head, head);
    void this.#catchUp();
  }

  /** Takes events that were just committed. They are offered without a read when no event before them is missing. */
  appended(rows: readonly FeedRow[]): void {
    const [first] = rows;
    const last = rows.at(-1);
    if (first === undefined || last === undefined) return;
    if (!this.#reading && first.position === this.#position + 1) this.#offer(rows, last.position);
    this.committed(last.position);
  }

  /** Ends all subscriptions: normally, or with the error that prevents them from going on. */
  close(failure: Error | null): void {
    this.#failure ??= failure;
    this.#closed.abort();
  }

  /** See the port's `subscribe`. A single generator, because each nested one costs every event extra microtasks. */
  async *subscribe({ after, types, signal: ended }: FeedSubscription): AsyncGenerator<SubscriptionMessage, void> {
    const signal = AbortSignal.any([ended, this.#closed.signal]);
    let buffer: FeedBuffer | null = null;
    const wake = () => buffer?.wake();
    signal.addEventListener('abort', wake);
    try {
      let position = await after;
      while (!signal.aborted) {
        const page = await this.#readPage(position, PAGE, types);
        for (const row of page.rows) {
          if (signal.aborted) break;
          yield { kind: 'event', event: row.event() };
        }
        if (signal.aborted) break;
        const reached = page.rows.at(-1)?.position ?? position;
        if (page.position > reached) yield { kind: 'checkpoint', position: toPosition(page.position) };
        position = page.position;
        // This page ends the log, but the feed has read on in the meantime.
        if (!page.at_end || position < this.#position) continue;
        buffer = new FeedBuffer(position, types);
        this.#join(buffer, position);
        yield { kind: 'caught_up', position: toPosition(position) };
        while (!signal.aborted) {
          const message = buffer.take();
          if (message !== null) yield message;
          else if (buffer.overrun) break;
          else await buffer.filled();
        }
        // The feed has dropped this slow subscriber, which reads pages again from here.
        position = buffer.delivered;
        this.#members.delete(buffer);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', wake);
      if (buffer !== null) this.#members.delete(buffer);
    }
    if (this.#failure !== null && !ended.aborted) throw this.#failure;
  }

  #join(buffer: FeedBuffer, position: number): void {
    // Without members, nothing before this position is needed.
    if (this.#members.size === 0) this.#position = Math.max(this.#position, position);
    this.#members.add(buffer);
    void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#members.size > 0 && this.#position < this.#head) {
        const page = await this.#readPage(this.#position, PAGE, null);
        this.#offer(page.rows, page.position);
      }
    } catch {
      // Only this read failed. Each subscriber reads by itself now, and fails by its own error if that fails too.
      for (const member of this.#members) member.abandon();
      this.#members.clear();
    } finally {
      this.#reading = false;
    }
  }

  #offer(rows: readonly FeedRow[], upTo: number): void {
    this.#position = Math.max(this.#position, upTo);
    for (const member of this.#members) {
      if (!member.offer(rows, upTo)) this.#members.delete(member);
    }
  }
}
