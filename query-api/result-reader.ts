/**
 * Answers to reading a result, made where they hold up nobody: finding, opening and writing one down is the work of some
 * milliseconds, of half a second for a long text. A large one is made a piece at a time, as its reader takes it.
 */
import { randomUUID } from 'node:crypto';
import { ApiError } from '#contracts/errors.ts';
import type { QueryDependencies } from './dependencies.ts';
import { findInView, ViewChangedError } from './find-in-view.ts';
import { readableTo } from './readable-verification.ts';
import type { BegunResult, ResultReader } from './reading.ts';
import { writeResult } from './write-result.ts';

/** A result up to this size is made at once, so that it need not be asked for again. */
const BEGIN_BYTES = 262_144;

/** From the view alone: what it does not show is for the caller to look up in the streams. */
export function createResultReader(
  dependencies: Pick<QueryDependencies, 'readStore' | 'vault' | 'sealer'>,
): ResultReader {
  /** Under names that can't be taken for those of another thread, or of the one before it. */
  const readings = new Map<string, AsyncGenerator<Uint8Array>>();
  return {
    async begin({ organization_id, verification_id, format, now }) {
      try {
        const found = await findInView(dependencies.readStore, verification_id);
        if (found === null) return 'not_shown';
        const writing = writeResult(readableTo(organization_id, found, dependencies, now), format);
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

/** All pieces of what was begun, each asked for when the one before was taken. To be read, or returned, to the end. */
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
    // Where its thread is lost it has ended already.
    if (reading !== null) await reader.end(reading).catch(() => {});
  }
}

/**
 * What the view does not show may be what it has not been told yet, as events are gathered for it: it is asked to catch
 * up then, because to find a result there costs a fraction of folding its stream. `viewShows` resolves when the view shows
 * what there is by now of a verification, to false where there is nothing or that takes too long.
 */
export function lookingTwice(reader: ResultReader, viewShows: (id: string) => Promise<boolean>): ResultReader {
  return {
    async begin(request) {
      const begun = await reader.begin(request);
      return begun === 'not_shown' && (await viewShows(request.verification_id)) ? reader.begin(request) : begun;
    },
    next: (reading) => reader.next(reading),
    end: (reading) => reader.end(reading),
  };
}
