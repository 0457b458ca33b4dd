/**
 * Reads results in pieces: finds a verification, opens it and writes it as JSON or HTML. That takes some
 * milliseconds, half a second for a long text, so it can be done in another thread, and a large result is made as its
 * reader takes it.
 */
import { randomUUID } from 'node:crypto';
import { ApiError, type ErrorCode } from '#contracts/errors.ts';
import type { ReadStore } from '#contracts/ports/read-store.ts';
import { claimRecord, resultWithoutClaims } from '#domain/verification/result.ts';
import { inPieces } from '#streams/in-pieces.ts';
import { resultJson, verifyResponse } from '#streams/result-json.ts';
import { exportPage } from './exports/page.ts';
import { findInView, ViewChangedError } from './find-verification.ts';
import { erasedAsExpired, type OpenedVerification, openVerification, type TextStores } from './open-verification.ts';

export type ResultFormat = 'json' | 'html';

export interface ResultRequest {
  organization_id: string;
  verification_id: string;
  format: ResultFormat;
  /** Milliseconds since the Unix epoch. */
  now: number;
}

export interface BegunResult {
  /** The beginning, or all of it. */
  pieces: Uint8Array[];
  /** Name under which the rest is asked for; null if this is all. */
  reading: string | null;
}

/** `not_shown`: the view has no completed verification of this id, or is about to lose it. */
export type NoResult = 'not_shown' | { refused: ErrorCode };

/** Reads results from the view. Plain values only, as it may run in another thread. */
export interface ResultReader {
  begin(request: ResultRequest): Promise<BegunResult | NoResult>;
  /**
   * The next piece of what was begun; null at its end. Rejects when the texts were erased meanwhile, or when nothing of
   * that name is being read.
   */
  next(reading: string): Promise<Uint8Array | null>;
  /** Ends the reading. To be called once for everything that was begun, also at its end. */
  end(reading: string): Promise<void>;
}

/** A result up to this size is made at once, so that it need not be asked for again. */
const BEGIN_BYTES = 262_144;

/** Reads from the view alone. The caller looks up in the stream what the view does not show. */
export function createResultReader(stores: TextStores & { readStore: Pick<ReadStore, 'get' | 'find'> }): ResultReader {
  /** By random names, which differ from those of any other thread. */
  const readings = new Map<string, AsyncGenerator<Uint8Array>>();
  return {
    async begin({ organization_id, verification_id, format, now }) {
      try {
        const found = await findInView(stores.readStore, verification_id);
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

/** All pieces of what was begun, each asked for when the one before was taken. Must be read to its end or returned. */
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
    // If its thread is lost, the reading has ended already.
    if (reading !== null) await reader.end(reading).catch(() => {});
  }
}

/**
 * The same reader, which asks a view that does not show a result to catch up and then reads it once more: finding it
 * there costs a fraction of folding its stream. `viewShows` resolves when the view shows the current state of a
 * verification; to false where there is none or it takes too long.
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
 * A result as the body of a response: its bytes in pieces, each made when it is asked for. Throws ApiError
 * verification_expired when the key is gone, in the middle of the claims too, and ViewChangedError.
 */
export function writeResult(opened: OpenedVerification, format: ResultFormat): AsyncGenerator<Uint8Array> {
  const parts = format === 'html' ? exportPage(opened) : asJson(opened);
  return erasedAsExpired(inPieces(parts));
}

async function* asJson(opened: OpenedVerification) {
  const result = resultWithoutClaims(opened.head, await opened.open());
  yield* resultJson({ result, bodyOf: verifyResponse, records: recordsOf(opened) });
}

async function* recordsOf({ head, pages, open }: OpenedVerification): AsyncGenerator<string> {
  for await (const claims of pages()) {
    const openNow = await open();
    for (const claim of claims) yield JSON.stringify(claimRecord(head.request!, claim, openNow));
  }
}
