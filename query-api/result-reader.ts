/**
 * Whole answers to reading a result, made where they hold up nobody: finding, opening and writing one down is the work
 * of some milliseconds, of a second for a long text.
 */
import { ApiError } from '#contracts/errors.ts';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import { isLarge, jsonPieces } from '#http/json-stream.ts';
import type { QueryDependencies } from './dependencies.ts';
import { findInView } from './find-in-view.ts';
import { openForReading, type ReadableVerification } from './readable-verification.ts';

export interface ResultReader {
  /** The answer's JSON in pieces, as it may be shown at `nowMs` to the organization, or why there is none. */
  read(organizationId: string, verificationId: string, nowMs: number): Promise<Uint8Array[] | NoResult>;
}

/** `not_shown`: the view has no completed verification of this id. The caller says why a result is `refused`. */
export type NoResult = 'not_shown' | 'refused';

/** From the view alone: what it does not show is for the caller to look up in the streams. */
export function createResultReader({
  readStore,
  vault,
  sealer,
}: Pick<QueryDependencies, 'readStore' | 'vault' | 'sealer'>): ResultReader {
  return {
    async read(organizationId, verificationId, nowMs) {
      const dependencies = { vault, sealer, clock: { now: () => nowMs } };
      try {
        const found = await findInView(readStore, verificationId);
        if (found === null) return 'not_shown';
        return await piecesOf(responseOf(await openForReading(dependencies, organizationId, verificationId, found)));
      } catch (error) {
        if (error instanceof ApiError) return 'refused';
        throw error;
      }
    },
  };
}

/**
 * What the view does not show may be what it has not been told yet, as events are gathered for it: it is asked to catch
 * up then, because to find a result there costs a fraction of folding its stream. `viewShows` resolves when the view shows
 * what there is by now of a verification, to false where there is nothing or that takes too long.
 */
export function lookingTwice(results: ResultReader, viewShows: (id: string) => Promise<boolean>): ResultReader {
  return {
    async read(...request) {
      const shown = await results.read(...request);
      const [, id] = request;
      return shown === 'not_shown' && (await viewShows(id)) ? results.read(...request) : shown;
    },
  };
}

/** The body keeps the request id of the call that created the verification. */
export function responseOf({ result }: Pick<ReadableVerification, 'result'>): VerifyResponse {
  return { request_id: result.request_id, result };
}

async function piecesOf(body: VerifyResponse): Promise<Uint8Array[]> {
  const encoder = new TextEncoder();
  if (!isLarge(body)) return [encoder.encode(JSON.stringify(body))];
  const pieces: Uint8Array[] = [];
  for await (const piece of jsonPieces(body)) pieces.push(encoder.encode(piece));
  return pieces;
}
