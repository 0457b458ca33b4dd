/**
 * Answers that are made piece by piece: each piece when the client has taken the one before, so that of a large answer
 * little is in the memory at a time, and nothing more is made for a client that went away.
 */
import { Readable } from 'node:stream';
import { systemTimers } from '#common/time.ts';
import type { Timers } from '#contracts/ports/clock.ts';

/** How fast a client must take its answer. */
export interface Pace {
  /** How far behind the rate it may fall before its connection is closed. */
  graceMs: number;
  bytesPerSecond: number;
  /** Milliseconds from any origin. */
  now(): number;
  timers: Timers;
}

/**
 * 256 kbit/s, which any connection manages that is of use for such answers: the largest ones, of some ten megabytes, hold
 * their slot for five minutes at most.
 */
export const PACE: Pace = {
  graceMs: 15_000,
  bytesPerSecond: 32 * 1024,
  now: () => performance.now(),
  timers: systemTimers,
};

/** A body that is made while it is sent. */
export class AnswerPieces {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #first: IteratorResult<Uint8Array> | null = null;

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Makes the first piece. What fails here can still be answered with a status; later only the connection can be closed. */
  async begin(): Promise<this> {
    this.#first ??= await this.#pieces.next();
    return this;
  }

  /** Ends the making; nothing more is made. */
  async abandon(): Promise<void> {
    await this.#pieces.return?.();
  }

  /** To be read once. */
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

/** Who takes an answer. */
export interface Taker {
  /** Resolves when it was sent, or can't be any more. */
  served: Promise<void>;
  /** The taker is too far behind the pace: closes its connection, which ends the making of pieces too. */
  dismiss(): void;
}

/** The pieces as a stream that asks for the next one when the one before has left it. */
export function streamOf(pieces: AsyncIterable<Uint8Array>, taker: Taker, pace: Pace): Readable {
  return Readable.from(paced(pieces, taker, pace), { objectMode: false, highWaterMark: 1 });
}

/** Watches over an answer, or the rest of one, that is out of hand already. */
export function watchRest(taker: Taker, patienceMs: number, { timers }: Pace): void {
  void taker.served.then(timers.after(patienceMs, () => taker.dismiss()));
}

/** How long `bytes` may take. */
export function timeFor(bytes: number, { bytesPerSecond }: Pace): number {
  return (bytes / bytesPerSecond) * 1000;
}

async function* paced(pieces: AsyncIterable<Uint8Array>, taker: Taker, pace: Pace): AsyncGenerator<Uint8Array> {
  const { graceMs, now, timers } = pace;
  let patience = graceMs;
  for await (const piece of pieces) {
    const given = now();
    const cancel = timers.after(patience, () => taker.dismiss());
    try {
      yield piece;
    } finally {
      cancel();
    }
    patience = Math.min(graceMs, patience - (now() - given) + timeFor(piece.byteLength, pace));
  }
  // What the connection still holds of the last pieces.
  watchRest(taker, graceMs, pace);
}
