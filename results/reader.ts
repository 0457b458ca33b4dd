/**
 * Reads results in pieces: finds a verification, opens it and writes it as JSON or HTML. That takes some milliseconds,
 * half a second for a long text, so another thread can do it. A large result is produced as the client reads it.
 */
import { randomUUID } from 'node:crypto';
import { inPieces, type Part } from '#common/in-pieces.ts';
import { ApiError, type ErrorCode } from '#contracts/errors.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import { type FoundVerification, findInView, ViewChangedError } from './find.ts';
import { jsonOf, verifyResponse } from './json.ts';
import { erasedAs, openVerification, type TextStores } from './open.ts';
import { exportPage } from './page/page.ts';
import type { ShownVerification } from './shown.ts';

/** `result`: the JSON of the result alone, as it is embedded in the status of a document job. */
export type ResultFormat = 'json' | 'html' | 'result';

export interface ResultRequest {
  organization_id: string;
  verification_id: string;
  format: ResultFormat;
  /** Milliseconds since the Unix epoch. */
  now: number;
  /** Of `html`: the name of the text's file, by which a page of a text without headings is called. */
  name?: string | null;
  /** The data key is in this process's memory only, as with zero retention. */
  isKeyInMemory?: boolean;
}

export interface BegunResult {
  /** The first pieces, or all of them. */
  pieces: Uint8Array[];
  /** To ask for the rest with; null if the result is complete. */
  handle: string | null;
}

/** `not_shown`: where this reader looks is no verification with this id, or a view is about to remove it. */
export type NoResult = 'not_shown' | { refused: ErrorCode };

/** Takes and returns plain values only, because it may run in another thread. */
export interface ResultReader {
  begin(request: ResultRequest): Promise<BegunResult | NoResult>;
  /**
   * Returns the next piece of a begun result; null at its end. Rejects when the texts were erased in the meantime, or when
   * there is none with this handle.
   */
  next(handle: string): Promise<Uint8Array | null>;
  /** Ends it. Call it once for every handle, also after the last piece. */
  end(handle: string): Promise<void>;
}

/** A result up to this size is returned at once, without further calls. */
const BEGIN_BYTES = 262_144;

/** Reads what `find` finds: in a view, or in the stream. */
export function createResultReader(
  find: (verificationId: string) => Promise<FoundVerification | null>,
  stores: TextStores,
): ResultReader {
  /** Keyed by random ids, which are unique across threads. */
  const begunResults = new Map<string, AsyncGenerator<Uint8Array>>();
  return {
    async begin({ organization_id, verification_id, format, now, name = null }) {
      try {
        const found = await find(verification_id);
        if (found === null) return 'not_shown';
        const writing = writeResult(openVerification(found, organization_id, stores, now), format, name);
        const begun = await beginningOf(writing);
        if (begun.ended) return { pieces: begun.pieces, handle: null };
        const handle = randomUUID();
        begunResults.set(handle, writing);
        return { pieces: begun.pieces, handle };
      } catch (error) {
        if (error instanceof ViewChangedError) return 'not_shown';
        if (error instanceof ApiError) return { refused: error.code };
        throw error;
      }
    },
    async next(handle) {
      const writing = begunResults.get(handle);
      if (writing === undefined) throw new Error('nothing of this name is being read');
      const { done, value } = await writing.next();
      return done === true ? null : value;
    },
    async end(handle) {
      const writing = begunResults.get(handle);
      begunResults.delete(handle);
      await writing?.return(undefined);
    },
  };
}

/** Reads what the view shows. */
export function readerOfView(stores: TextStores & { views: Pick<ReadStore, 'get' | 'find'> }): ResultReader {
  return createResultReader((id) => findInView(stores.views, id), stores);
}

async function beginningOf(writing: AsyncGenerator<Uint8Array>): Promise<{ pieces: Uint8Array[]; ended: boolean }> {
  const pieces: Uint8Array[] = [];
  for (let bytes = 0; bytes < BEGIN_BYTES; ) {
    const { done, value } = await writing.next();
    if (done === true) return { pieces, ended: true };
    pieces.push(value);
    bytes += value.byteLength;
  }
  return { pieces, ended: false };
}

/**
 * Yields all pieces of a result, requesting each one when the previous one was consumed. Read it to its end or call
 * `return`.
 */
export async function* piecesOf(reader: ResultReader, { pieces, handle }: BegunResult): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
    if (handle === null) return;
    for (;;) {
      const piece = await reader.next(handle);
      if (piece === null) return;
      yield piece;
    }
  } finally {
    // If its thread was lost, it has ended already.
    if (handle !== null) await reader.end(handle).catch(() => {});
  }
}

/**
 * Returns a result as a response body, in pieces that are made on demand. Throws ApiError verification_expired when the
 * key is gone, even in the middle of the claims, and ViewChangedError.
 */
function writeResult(shown: ShownVerification, format: ResultFormat, name: string | null): AsyncGenerator<Uint8Array> {
  const parts = format === 'html' ? exportPage(shown, { name }) : asJson(shown, format);
  return erasedAs('verification_expired', inPieces(parts));
}

function asJson(shown: ShownVerification, format: 'json' | 'result'): AsyncIterable<Part> {
  return jsonOf(shown, format === 'json' ? verifyResponse : (alone: VerificationResult) => alone);
}
