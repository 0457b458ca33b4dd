/**
 * Reads results in pieces: finds a verification, opens it and writes it as JSON or HTML. That takes some milliseconds,
 * half a second for a long text, so another thread can do it. A large result is produced as the client reads it.
 */
import { randomUUID } from 'node:crypto';
import { ApiError, type ErrorCode } from '#contracts/errors.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import { claimRecord, claimRequestOf, resultWithoutClaims } from '#domain/verification/result.ts';
import { inPieces } from '#streams/in-pieces.ts';
import { resultJson, verifyResponse } from '#streams/result-json.ts';
import { exportPage } from './exports/page.ts';
import { findInView, ViewChangedError } from './find-verification.ts';
import { erasedAsExpired, type OpenedVerification, openVerification, type TextStores } from './open-verification.ts';

/** `result`: the JSON of the result alone, as it is embedded in the status of a document job. */
export type ResultFormat = 'json' | 'html' | 'result';

export interface ResultRequest {
  organization_id: string;
  verification_id: string;
  format: ResultFormat;
  /** Milliseconds since the Unix epoch. */
  now: number;
}

export interface BegunResult {
  /** The first pieces, or all of them. */
  pieces: Uint8Array[];
  /** Id to request the rest with; null if the result is complete. */
  reading: string | null;
}

/** `not_shown`: the view has no completed verification with this id, or is about to remove it. */
export type NoResult = 'not_shown' | { refused: ErrorCode };

/** Reads results from the view. Takes and returns plain values only, because it may run in another thread. */
export interface ResultReader {
  begin(request: ResultRequest): Promise<BegunResult | NoResult>;
  /**
   * Returns the next piece of a reading; null at its end. Rejects when the texts were erased in the meantime, or when
   * there is no reading with this id.
   */
  next(reading: string): Promise<Uint8Array | null>;
  /** Ends the reading. Call it once for every reading, also after its last piece. */
  end(reading: string): Promise<void>;
}

/** A result up to this size is returned at once, without further calls. */
const BEGIN_BYTES = 262_144;

/** Reads from the view only. The caller falls back to the stream for what the view does not show. */
export function createResultReader(stores: TextStores & { views: Pick<ReadStore, 'get' | 'find'> }): ResultReader {
  /** Keyed by random ids, which are unique across threads. */
  const readings = new Map<string, AsyncGenerator<Uint8Array>>();
  return {
    async begin({ organization_id, verification_id, format, now }) {
      try {
        const found = await findInView(stores.views, verification_id);
        if (found === null) return 'not_shown';
        const writing = writeResult(openVerification(found, organization_id, stores, now), format);
        const begun = await beginningOf(writing);
        if (begun.ended) return { pieces: begun.pieces, reading: null };
        const reading = randomUUID();
        readings.set(reading, writing);
        return { pieces: begun.pieces, reading };
      } catch (error) {
        if (error instanceof ViewChangedError) return 'not_shown';
        if (error instanceof ApiError) return { refused: error.code };
        throw error;
      }
    },
    async next(reading) {
      const writing = readings.get(reading);
      if (writing === undefined) throw new Error('nothing of this name is being read');
      const { done, value } = await writing.next();
      return done === true ? null : value;
    },
    async end(reading) {
      const writing = readings.get(reading);
      readings.delete(reading);
      await writing?.return(undefined);
    },
  };
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
export async function* piecesOf(reader: ResultReader, { pieces, reading }: BegunResult): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces;
    if (reading === null) return;
    for (;;) {
      const piece = await reader.next(reading);
      if (piece === null) return;
      yield piece;
    }
  } finally {
    // If its thread was lost, the reading has ended already.
    if (reading !== null) await reader.end(reading).catch(() => {});
  }
}

/**
 * Wraps a reader so that a view that does not show a result catches up and is read once more, which costs a fraction of
 * folding the stream. `viewShows` resolves to true when the view shows the current state of a verification, and to
 * false if there is none or it takes too long.
 */
export function withCatchUp(reader: ResultReader, viewShows: (id: string) => Promise<boolean>): ResultReader {
  return {
    async begin(request) {
      const begun = await reader.begin(request);
      return begun === 'not_shown' && (await viewShows(request.verification_id)) ? reader.begin(request) : begun;
    },
    next: (reading) => reader.next(reading),
    end: (reading) => reader.end(reading),
  };
}

/**
 * Returns a result as a response body, in pieces that are made on demand. Throws ApiError verification_expired when the
 * key is gone, even in the middle of the claims, and ViewChangedError.
 */
export function writeResult(opened: OpenedVerification, format: ResultFormat): AsyncGenerator<Uint8Array> {
  const parts = format === 'html' ? exportPage(opened) : asJson(opened, format);
  return erasedAsExpired(inPieces(parts));
}

async function* asJson(opened: OpenedVerification, format: 'json' | 'result') {
  const result = resultWithoutClaims(opened.head, await opened.open());
  const bodyOf = format === 'json' ? verifyResponse : (alone: VerificationResult) => alone;
  yield* resultJson({ result, bodyOf, records: recordsOf(opened) });
}

async function* recordsOf({ head, pages, open }: OpenedVerification): AsyncGenerator<string> {
  const from = claimRequestOf(head, await open());
  for await (const claims of pages()) {
    const openNow = await open();
    for (const claim of claims) yield JSON.stringify(claimRecord(from, claim, openNow));
  }
}
