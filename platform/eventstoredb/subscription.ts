/**
 * The port's subscription, over a sequence of server subscriptions. It is normal for one of them to end: the server
 * drops slow consumers, nothing resumes by itself after an error, and some have been observed to stop without
 * an error. The next one starts where the last one ended.
 */
import type { EventStoreDBClient } from '@eventstore/db-client';
import {
  type EventFilter,
  type Position,
  type RecordedEvent,
  START,
  type SubscriptionMessage,
} from '#contracts/ports/event-store.ts';
import { rest } from './attempts.ts';
import { isSlowConsumer, lastingFailure } from './failures.ts';
import { Inbox, type Received } from './inbox.ts';
import { isForeign, positionOf, type Resolved, toRecorded } from './recorded.ts';
import type { StreamNames } from './stream-names.ts';

export interface SubscriptionOptions {
  client: EventStoreDBClient;
  names: StreamNames;
  after: Position | Promise<Position>;
  /** The first event of this deployment, from which a subscription from the start begins; null if it is not known. */
  first: () => Promise<RecordedEvent | null>;
  filter: EventFilter | undefined;
  /** Allows the server to filter too: only events are delivered then, checkpoints may be rare. */
  eventsOnly: boolean;
  signal: AbortSignal;
  /** A subscription that is silent for this long is replaced. */
  silenceMs: number;
  /** Receives the reason why a subscription ended, unless its consumer was slow. */
  onError: (error: Error) => void;
  /** Receives skipped events that this service did not write. */
  onForeign: (resolved: Resolved) => void;
}

/** A checkpoint is sent after this many skipped events. */
const PASSED_BETWEEN_CHECKPOINTS = 500;

/** See the port's `subscribe`. */
export async function* subscription(
  options: SubscriptionOptions,
): AsyncGenerator<SubscriptionMessage, void, undefined> {
  const { client, names, filter, eventsOnly, signal, silenceMs, onError } = options;
  const sent = { prefix: names.prefix, types: (eventsOnly && filter?.types) || [] };
  if (signal.aborted) return;
  const after = await unlessAborted(options.after, signal);
  if (after === null) return;
  const delivery = new Delivery(after, options);
  for (let failures = 0; !signal.aborted; ) {
    try {
      if (delivery.position === START) {
        const first = await unlessAborted(options.first(), signal);
        // The server's subscription begins after a position.
        if (first !== null) yield* delivery.begin(first);
        if (signal.aborted) return;
      }
      for await (const received of new Inbox(client, delivery.position, sent).receive(silenceMs, signal)) {
        if (received.kind !== 'waiting') failures = 0;
        yield* delivery.deliver(received);
        if (signal.aborted) return;
      }
      continue;
    } catch (error) {
      if (!isSlowConsumer(error)) onError(reasonOf(error));
    }
    // A slow consumer that made progress reconnects at once; without progress, the delays grow.
    if (failures++ > 0) await rest(failures, signal);
  }
}

function reasonOf(error: unknown): Error {
  return lastingFailure(error, 'reading $all') ?? (error instanceof Error ? error : new Error(String(error)));
}

/** Null when `signal` aborts first; `call` is then ignored. */
async function unlessAborted<T>(call: T | Promise<T>, signal: AbortSignal): Promise<T | null> {
  const aborted = Promise.withResolvers<null>();
  const abort = () => aborted.resolve(null);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([aborted.promise, call]);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** What the consumer has received, across all server subscriptions. */
class Delivery {
  /** All events up to here have been delivered or skipped. */
  position: Position;
  readonly #types: ReadonlySet<string> | null;
  readonly #names: StreamNames;
  readonly #onForeign: (resolved: Resolved) => void;
  #passed = 0;
  #told: Position;
  #caughtUpAt: Position | null = null;

  constructor(after: Position, { names, filter, onForeign }: SubscriptionOptions) {
    this.position = after;
    this.#told = after;
    this.#types = filter === undefined ? null : new Set(filter.types);
    this.#names = names;
    this.#onForeign = onForeign;
  }

  /** Delivers the first event of this deployment, so that the server need not send what others wrote before. */
  *begin(first: RecordedEvent): Generator<SubscriptionMessage> {
    this.position = first.position;
    yield* this.#recorded(first);
  }

  *deliver(received: Received): Generator<SubscriptionMessage> {
    if (received.kind === 'event') yield* this.#event(received.resolved);
    else if (received.kind === 'caught_up') yield* this.#caughtUp();
    else {
      if (received.kind === 'checkpoint') this.#advance(received.position);
      yield* this.#checkpoint();
    }
  }

  *#event(resolved: Resolved): Generator<SubscriptionMessage> {
    const position = positionOf(resolved);
    // After a reconnect, the server may repeat the last event.
    if (position <= this.position) return;
    this.position = position;
    const event = toRecorded(resolved, this.#names);
    if (event === null && !isForeign(resolved, this.#names)) this.#onForeign(resolved);
    yield* this.#recorded(event);
  }

  /** Delivers an event at the current position; null: one that is not this deployment's. */
  *#recorded(event: RecordedEvent | null): Generator<SubscriptionMessage> {
    if (event !== null && (this.#types === null || this.#types.has(event.type))) {
      this.#tell();
      yield { kind: 'event', event };
    } else if (++this.#passed >= PASSED_BETWEEN_CHECKPOINTS) yield* this.#checkpoint();
  }

  *#checkpoint(): Generator<SubscriptionMessage> {
    if (this.position <= this.#told) return;
    this.#tell();
    yield { kind: 'checkpoint', position: this.position };
  }

  *#caughtUp(): Generator<SubscriptionMessage> {
    if (this.#caughtUpAt === this.position) return;
    this.#caughtUpAt = this.position;
    this.#tell();
    yield { kind: 'caught_up', position: this.position };
  }

  #advance(position: Position): void {
    if (position > this.position) this.position = position;
  }

  #tell(): void {
    this.#told = this.position;
    this.#passed = 0;
  }
}
