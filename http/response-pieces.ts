/**
 * Responses that are made piece by piece, each piece once the client has read the previous one. So only little of a
 * large response is in memory at a time, and nothing more is made for a client that has disconnected.
 */
import { Readable } from 'node:stream';
import { collectYoung } from '#common/collect-garbage.ts';
import { systemTimers } from '#common/time.ts';
import type { Timers } from '#contracts/ports/clock.ts';

/** How fast a client must read its response. */
export interface Pace {
  /** How far behind the rate a client may fall before its connection is closed. */
  graceMs: number;
  bytesPerSecond: number;
  /** The time in milliseconds, from any origin. */
  now(): number;
  timers: Timers;
}

/**
 * 256 kbit/s, which any connection reaches that is useful for such responses. The largest responses, some ten
 * megabytes, hold their slot for five minutes at most.
 */
export const PACE: Pace = {
  graceMs: 15_000,
  bytesPerSecond: 32 * 1024,
  now: () => performance.now(),
  timers: systemTimers,
};

/** Pieces of so many bytes may have been sent and not been collected. */
const COLLECT_AFTER_BYTES = 4 * 1024 * 1024;

/** A body that is made while it is sent. */
export class ResponsePieces {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #first: IteratorResult<Uint8Array> | null = null;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /**
   * Makes the first piece. An error here can still be answered with a status; later, only the connection can be closed.
   */
  async begin(): Promise<this> {
    this.#first ??= await this.#pieces.next();
    return this;
  }

  /** Stops making pieces. */
  async abandon(): Promise<void> {
    await this.#pieces.return?.();
  }

  /** Can be read only once. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      await this.begin();
      for (let next = this.#first!; next.done !== true; next = await this.#pieces.next()) {
        this.#first = null;
        yield next.value;
      }
    } finally {
      await this.abandon();
    }
  }
}

/** The client that receives a response. */
export interface Receiver {
  /** Resolves when the response was sent or can no longer be sent. */
  served: Promise<void>;
  /** Closes the connection of a client that is too far behind the pace. This also stops making pieces. */
  disconnect(): void;
}

/** Returns the pieces as a stream that requests a piece once the previous one has left it. */
export function streamOf(pieces: AsyncIterable<Uint8Array>, receiver: Receiver, pace: Pace): Readable {
  return Readable.from(paced(pieces, receiver, pace), { objectMode: false, highWaterMark: 1 });
}

/** Closes the connection unless a response, or the rest of one, is sent within `withinMs`. */
export function limitSendTime(receiver: Receiver, withinMs: number, { timers }: Pace): void {
  void receiver.served.then(timers.after(withinMs, () => receiver.disconnect()));
}

/** How long sending `bytes` may take, in milliseconds. */
export function timeFor(bytes: number, { bytesPerSecond }: Pace): number {
  return (bytes / bytesPerSecond) * 1000;
}

async function* paced(pieces: AsyncIterable<Uint8Array>, receiver: Receiver, pace: Pace): AsyncGenerator<Uint8Array> {
  const { graceMs, now, timers } = pace;
  let patience = graceMs;
  let timeForLast = 0;
  let sent = 0;
  for await (const piece of pieces) {
    const given = now();
    // A client at the pace takes this long for the piece, and is then no further behind than before.
    timeForLast = timeFor(piece.byteLength, pace);
    // Negative if the event loop was blocked beyond the time, so that the previous timer could not fire.
    const allowed = Math.max(0, patience + timeForLast);
    const cancel = timers.after(allowed, () => receiver.disconnect());
    try {
      yield piece;
    } finally {
      cancel();
    }
    sent += piece.byteLength;
    if (sent >= COLLECT_AFTER_BYTES) {
      collectYoung();
      sent = 0;
    }
    patience = Math.min(graceMs, allowed - (now() - given));
  }
  // The connection may still hold the last piece.
  limitSendTime(receiver, graceMs + timeForLast, pace);
}
