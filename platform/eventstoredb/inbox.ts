/**
 * One subscription to `$all` as the client gives it, made readable in order: events come through the stream's buffer,
 * while "caught up" and checkpoints are called out as they arrive, ahead of events that still wait there. Reading stops
 * the stream where the consumer stops, so memory is bounded by the stream's buffer.
 */

import type { Position as ServerPosition } from '@eventstore/db-client';
import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  streamNameFilter,
} from '@eventstore/db-client';
import type { Position } from '#contracts/ports/event-store.ts';
import { fromPosition, toPosition } from './position.ts';
import type { Resolved } from './recorded.ts';

export type Received =
  | { kind: 'event'; resolved: Resolved }
  | { kind: 'checkpoint'; position: Position }
  | { kind: 'caught_up' }
  /** Nothing more is here for the moment. */
  | { kind: 'waiting' };

export interface Wanted {
  /** Of stream names on the server; '': any. */
  prefix: string;
  /** Of events; none: any. */
  types: readonly string[];
}

/** A remark of the server that belongs after so many events of this subscription. */
type Mark = { after: number; received: Received };

export class Inbox {
  readonly #subscription: AllStreamSubscription;
  readonly #marks: Mark[] = [];
  #taken = 0;
  #ended = false;
  #failure: unknown = null;
  #wake: () => void = () => {};

  /**
   * What the server is to send. It takes one filter, not two: `types` where some are named, besides a few others whose
   * names begin like theirs, and of every deployment on the server; else the streams that begin with the prefix; of
   * neither, all but its own.
   */
  constructor(client: EventStoreDBClient, after: Position, { prefix, types }: Wanted) {
    const checkpointReached = async (_: unknown, position: ServerPosition) =>
      this.#mark({ kind: 'checkpoint', position: toPosition(position) });
    this.#subscription = client.subscribeToAll({
      fromPosition: fromPosition(after),
      requiresLeader: true,
      filter:
        types.length > 0
          ? eventTypeFilter({ prefixes: [...types], checkpointReached })
          : prefix !== ''
            ? streamNameFilter({ prefixes: [prefix], checkpointReached })
            : excludeSystemEvents({ checkpointReached }),
    });
    this.#subscription
      .on('caughtUp', () => this.#mark({ kind: 'caught_up' }))
      .on('readable', () => this.#wake())
      .on('end', () => this.#end(null))
      .on('close', () => this.#end(null))
      // Stays: an error after the subscription was left must find a listener.
      .on('error', (error) => this.#end(error));
  }

  /**
   * Everything in order, until the subscription ends, which it never does by itself for a good reason; throws when it
   * failed. Ends normally after `idleMs` without anything, since a subscription may die without a word, and when
   * `signal` aborts.
   */
  async *receive(idleMs: number, signal: AbortSignal): AsyncGenerator<Received, void, undefined> {
    let idle = false;
    const timer = setTimeout(() => {
      idle = true;
      this.#wake();
    }, idleMs);
    const stop = () => this.#wake();
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted && !idle) {
        const received = this.#next();
        if (received !== null) {
          timer.refresh();
          yield received;
          continue;
        }
        if (this.#failure !== null) throw this.#failure;
        if (this.#ended) return;
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        yield { kind: 'waiting' };
        await woken;
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      this.#subscription.unsubscribe().catch(() => {});
      // What is under way is thrown away: a call that nobody reads never ends.
      this.#subscription.removeAllListeners('readable').resume();
    }
  }

  #next(): Received | null {
    const mark = this.#marks[0];
    if (mark !== undefined && mark.after <= this.#taken) {
      this.#marks.shift();
      return mark.received;
    }
    const resolved = this.#subscription.read() as Resolved | null;
    if (resolved === null) return null;
    this.#taken++;
    return { kind: 'event', resolved };
  }

  #mark(received: Received): void {
    const after = this.#taken + this.#subscription.readableLength;
    const last = this.#marks.at(-1);
    // Of one kind only the newest counts: a server has been seen to repeat itself a hundred times.
    if (last?.after === after && last.received.kind === received.kind) last.received = received;
    else this.#marks.push({ after, received });
    this.#wake();
  }

  #end(failure: unknown): void {
    this.#ended = true;
    this.#failure ??= failure;
    this.#wake();
  }
}
