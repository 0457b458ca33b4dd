/**
 * New events for all subscribers of the process: as they were appended where this process did it, else read and parsed
 * once. A subscriber first reads pages by itself; when it has come to the end it joins the feed, and if it then is too
 * slow the feed lets go of it and it reads pages again. So memory is bounded, and a subscriber that hangs costs the
 * others nothing.
 */
import type { SubscriptionMessage } from '#contracts/ports/event-store.ts';
import { FeedBuffer, type FeedRow } from './feed-buffer.ts';
import { BEFORE_FIRST, toPosition } from './position.ts';

export interface FeedPage {
  rows: readonly FeedRow[];
  /** Up to where the log was searched. */
  position: number;
  at_end: boolean;
}

/** Reads one page after a position; `types` null: of every type. */
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
  /** Everything up to here has been handed to the members. */
  #position = BEFORE_FIRST;
  /** The newest event known to be in the log. */
  #head = BEFORE_FIRST;
  #reading = false;

  constructor(readPage: ReadFeedPage) {
    this.#readPage = readPage;
  }

  /** To be called after every commit whose events were not all handed over by `appended`. */
  committed(head: number): void {
    this.#head = Math.max(this.#head, head);
    void this.#catchUp();
  }

  /** What has just been committed: it need not be read where nothing is missing before it. */
  appended(rows: readonly FeedRow[]): void {
    const [first] = rows;
    const last = rows.at(-1);
    if (first === undefined || last === undefined) return;
    if (!this.#reading && first.position === this.#position + 1) this.#offer(rows, last.position);
    this.committed(last.position);
  }

  /** Ends all subscriptions: normally, or with the error that makes going on impossible. */
  close(failure: Error | null): void {
    this.#failure ??= failure;
    this.#closed.abort();
  }

  /** See the port's `subscribe`. One generator, as every one around it costs each event some turns of the queue of jobs. */
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
        // Behind the feed although at the end: it has meanwhile read on.
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
        // Let go of, as it was too slow: what is left is read in pages again.
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
    // Nobody needed what lies before.
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
    } catch (error) {
      this.close(error as Error);
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
