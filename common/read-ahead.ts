/** Turns a subscription into batches that grow when the reader is slow: one event when idle, hundreds when behind. */
import type { RecordedEvent, SubscriptionMessage } from '#contracts/ports/event-store.ts';
import { nextTurn } from './turns.ts';

export interface BatchLimit {
  messages: number;
  /** Approximate characters of event data held in memory. */
  characters: number;
}

/** Decides when a batch ends although it has room for more. */
export interface BatchEnd {
  /** Called when a waiting consumer's batch has its first message; the batch ends when the promise resolves. */
  over(): Promise<unknown>;
  /** Called for every message read. */
  read?(message: SubscriptionMessage): void;
  /** Called when a batch is passed to the consumer: later messages belong to the next one. */
  taken?(): void;
}

/** The next turn of the event loop: events appended together arrive in one turn and are best written together. */
const NEXT_TURN: BatchEnd = { over: () => nextTurn() };

/**
 * Reads on while the consumer works on the previous batch, until the limit is reached. Ends with the subscription, and
 * throws its errors. A consumer that stops early must abort the subscription's signal.
 */
export async function* readAhead(
  messages: AsyncIterable<SubscriptionMessage>,
  limit: BatchLimit,
  end: BatchEnd = NEXT_TURN,
): AsyncGenerator<SubscriptionMessage[]> {
  let buffer: SubscriptionMessage[] = [];
  let characters = 0;
  let ended = false;
  let failure: { error: unknown } | null = null;
  let wakeConsumer = (): void => {};
  let wakeReader = (): void => {};
  let batchIsFull = (): void => {};

  const isFull = () => buffer.length >= limit.messages || characters >= limit.characters;
  const read = async (): Promise<void> => {
    for await (const message of messages) {
      buffer.push(message);
      end.read?.(message);
      if (message.kind === 'event') characters += sizeOf(message.event);
      wakeConsumer();
      while (!ended && isFull()) {
        batchIsFull();
        await new Promise<void>((resolve) => (wakeReader = resolve));
      }
      if (ended) return;
    }
  };
  read()
    .catch((error: unknown) => {
      failure = { error };
    })
    .finally(() => {
      ended = true;
      wakeConsumer();
      batchIsFull();
    });

  try {
    for (;;) {
      if (buffer.length > 0) {
        const batch = buffer;
        buffer = [];
        characters = 0;
        end.taken?.();
        wakeReader();
        yield batch;
      } else if (failure !== null) {
        throw (failure as { error: unknown }).error;
      } else if (ended) {
        return;
      } else {
        await new Promise<void>((resolve) => (wakeConsumer = resolve));
        const full = new Promise<void>((resolve) => (batchIsFull = resolve));
        if (!ended && !isFull()) await Promise.race([end.over(), full]);
      }
    }
  } finally {
    ended = true;
    wakeReader();
  }
}

/** Characters of an event's string fields; sealed values are by far the largest. */
export function sizeOf(event: RecordedEvent): number {
  let characters = 0;
  for (const value of Object.values(event.data)) if (typeof value === 'string') characters += value.length;
  return characters;
}
