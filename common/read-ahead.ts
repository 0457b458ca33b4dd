/** Turns a subscription into batches that are as large as the reader is slow: one event when idle, hundreds when behind. */
import type { RecordedEvent, SubscriptionMessage } from '#contracts/ports/event-store.ts';
import { nextTurn } from './turns.ts';

export interface BatchLimit {
  messages: number;
  /** Rough characters of event data held at a time. */
  characters: number;
}

/** When a batch is handed over though it may have room for more. */
export interface BatchEnd {
  /** Asked when the first message of a batch has come to a consumer that waits. */
  over(): Promise<unknown>;
  /** Told of every message that is read. */
  read?(message: SubscriptionMessage): void;
  /** A batch is handed over: what is read from now on belongs to the next one. */
  taken?(): void;
}

/** In the next turn, as what was appended together arrives within one, and is better written at once than in two halves. */
const NEXT_TURN: BatchEnd = { over: () => nextTurn() };

/**
 * Reads on while the consumer works on the batch before, until the limit is reached. Ends with the subscription, and
 * throws what it throws. Whoever stops early aborts the subscription's signal.
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

/** Characters of an event's own texts; sealed values are by far the largest of them. */
export function sizeOf(event: RecordedEvent): number {
  let characters = 0;
  for (const value of Object.values(event.data)) if (typeof value === 'string') characters += value.length;
  return characters;
}
