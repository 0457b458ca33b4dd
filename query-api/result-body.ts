/**
 * The body of a response that shows a result. Not a part of result-reader.ts, because a thread that only reads results
 * loads that file, and needs neither deciders nor schemas.
 */
import { ApiError } from '#contracts/errors.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { load } from '#streams/repository.ts';
import type { QueryDependencies } from './dependencies.ts';
import { findInState } from './find-verification.ts';
import { openVerification } from './open-verification.ts';
import { piecesOf, type ResultReader, type ResultRequest, writeResult } from './result-reader.ts';

/**
 * Returns the body that shows a result: from the view, or from the stream if the view does not show it. Throws what
 * openVerification throws, and ApiError verification_expired if the key is gone.
 */
export async function resultBody(
  dependencies: QueryDependencies,
  results: ResultReader,
  request: ResultRequest,
): Promise<Uint8Array | ResponsePieces> {
  const { organization_id, verification_id, format, now } = request;
  const begun = await results.begin(request);
  if (begun === 'not_shown') {
    const { state } = await load(dependencies.events, VERIFICATION, verification_id);
    const opened = openVerification(findInState(state), organization_id, dependencies, now);
    return new ResponsePieces(writeResult(opened, format));
  }
  if ('refused' in begun) throw new ApiError(begun.refused);
  return begun.reading === null ? Buffer.concat(begun.pieces) : new ResponsePieces(piecesOf(results, begun));
}
