/**
 * Reads one of the client's subscriptions to `$all` in order. Events come through the stream's buffer, while "caught
 * up" and checkpoints are emitted on arrival, ahead of events that are still buffered. Reading pauses with the
 * consumer, so memory is bounded by the stream's buffer.
 */

import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  type Position as ServerPosition,
  streamNameFilter,
} from '@eventstore/db-client';
import type { Position } from '#contracts/ports/event-store.ts';
import { fromPosition, toPosition } from './position.ts';
import type { Resolved } from './recorded.ts';

export type Received =
  | { kind: 'event'; resolved: Resolved }
  | { kind: 'checkpoint'; position: Position }
  | { kind: 'caught_up' }
  /** Nothing more is available for the moment. */
  | { kind: 'waiting' };

export interface Wanted {
  /** Prefix of stream names on the server; '' means any. */
  prefix: string;
  /** Event types; empty means any. */
  types: readonly string[];
}

/** A "caught up" or checkpoint that belongs after this many events of the subscription. */
type Mark = { after: number; received: Received };

export class Inbox {
  readonly #subscription: AllStreamSubscription;
  readonly #marks: Mark[] = [];
  #taken = 0;
  #ended = false;
  #failure: unknown = null;
  #wake: () => void = () => {};

  /**
   * Subscribes with a server-side filter. The server accepts one filter only: event types if any are given, which also
   * match types that begin like them and events of other deployments; else the stream prefix; else all but system
   * events.
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
      // Never removed: an error after the subscription was abandoned needs a listener.
      .on('error', (error) => this.#end(error));
  }

  /**
   * Yields everything in order until the subscription ends, which it normally never does by itself; throws when it
   * failed. Returns after `idleMs` without anything received, as a subscription may die silently, and when `signal`
   * aborts.
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
      // Discards what still arrives, as a call that is not read never ends.
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
    // Only the newest of a kind matters: a server has been observed to repeat itself a hundred times.
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
