/** Parses request bodies: strict UTF-8, strict JSON within bounds, with no special field names. */
import type { Readable } from 'node:stream';
import { ApiError } from '#contracts/errors.ts';
import { KIBIBYTE } from '#contracts/http/operation.ts';
import type { JsonBounds } from './json-bounds.ts';
import { type JsonError, JsonScanner } from './json-scanner.ts';
import { jsonInvalid } from './validation.ts';

/**
 * Smaller chunks are collected first: a body that arrives byte by byte would otherwise take a hundred times its size.
 */
const SMALLEST_PIECE = 4 * KIBIBYTE;

/**
 * Parses a body while it arrives, so that an invalid one is refused at its first error, and little work is left at its
 * end. The methods throw validation_error with json_invalid.
 */
export class JsonBody {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #scanner: JsonScanner;
  #gathered = Buffer.alloc(0);
  #length = 0;
  #empty = true;
  #text = '';

  constructor(bounds?: JsonBounds) {
    this.#scanner = new JsonScanner(bounds);
  }

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#empty = false;
    if (this.#length + chunk.length > SMALLEST_PIECE) this.#takeGathered();
    if (chunk.length >= SMALLEST_PIECE) this.#take(chunk);
    else {
      if (this.#gathered.length === 0) this.#gathered = Buffer.allocUnsafe(SMALLEST_PIECE);
      this.#gathered.set(chunk, this.#length);
      this.#length += chunk.length;
    }
  }

  /**
   * Returns the value; undefined for an empty body. `__proto__` and `constructor` are ordinary fields, which the closed
   * schemas refuse.
   */
  end(): unknown {
    if (this.#empty) return undefined;
    this.#takeGathered();
    this.#scan(this.#decode());
    refuse(this.#scanner.end());
    return JSON.parse(this.#text);
  }

  #takeGathered(): void {
    if (this.#length > 0) this.#take(this.#gathered.subarray(0, this.#length));
    this.#length = 0;
  }

  #take(piece: Uint8Array): void {
    this.#scan(this.#decode(piece));
  }

  #scan(text: string): void {
    refuse(this.#scanner.push(text));
    this.#text += text;
  }

  /** Decodes a piece; without one, flushes the decoder at the end of the body. */
  #decode(piece?: Uint8Array): string {
    try {
      return piece === undefined ? this.#decoder.decode() : this.#decoder.decode(piece, { stream: true });
    } catch {
      throw invalid({ offset: 0, error: 'Invalid UTF-8' });
    }
  }
}

export interface ReadOptions {
  /** Maximum size in bytes; larger bodies throw payload_too_large. */
  limit: number;
  /** Called with the size of each chunk; may throw to stop reading. */
  received(bytes: number): void;
  /** Awaited before each further piece of a large body is parsed. */
  turn(): Promise<void>;
}

/** A larger body is parsed in turns with others; a smaller one takes less than a millisecond. */
const LARGE_BYTES = 64 * KIBIBYTE;

/**
 * Reads a request's body to its end. Rejects with payload_too_large, validation_error, what `received` throws, or the
 * stream's own error. After a rejection, the rest stays unread and is left to the caller.
 */
export function readJsonBody(stream: Readable, { limit, received, turn }: ReadOptions): Promise<unknown> {
  const body = new JsonBody();
  let length = 0;
  let isOver = false;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const take = (chunk: Buffer) => {
    length += chunk.length;
    if (length > limit) throw new ApiError('payload_too_large');
    received(chunk.length);
    if (length <= LARGE_BYTES) return body.add(chunk);
    stream.pause();
    inTurn(() => {
      body.add(chunk);
      stream.resume();
    });
  };
  const end = () => finish(() => resolve(body.end()));
  const listeners: Record<string, (...args: never[]) => void> = {
    data: (chunk: Buffer) => attempt(() => take(chunk)),
    end: () => {
      // A stream closes after its end too.
      stream.off('close', listeners.close as never);
      if (length <= LARGE_BYTES) attempt(end);
      else inTurn(end);
    },
    error: (error: Error) => finish(() => reject(error)),
    close: () => finish(() => reject(Object.assign(new Error('the client disconnected'), { code: 'ECONNRESET' }))),
  };
  const finish = (how: () => void) => {
    isOver = true;
    for (const [event, listener] of Object.entries(listeners)) stream.off(event, listener as never);
    how();
  };
  const attempt = (step: () => void) => {
    try {
      step();
    } catch (error) {
      finish(() => reject(error));
    }
  };
  const inTurn = (step: () => void) => {
    turn().then(
      () => {
        if (!isOver) attempt(step);
      },
      (error) => finish(() => reject(error)),
    );
  };
  for (const [event, listener] of Object.entries(listeners)) stream.on(event, listener as never);
  return promise;
}

function refuse(error: JsonError | null): void {
  if (error !== null) throw invalid(error);
}

function invalid({ offset, error }: JsonError): ApiError {
  return new ApiError('validation_error', { detail: [jsonInvalid(offset, error)] });
}
