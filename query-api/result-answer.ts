/** The body that shows a result to an organization: from the view, or from the stream where the view does not show it. */
import { ApiError } from '#contracts/errors.ts';
import { AnswerPieces } from '#http/answer-pieces.ts';
import type { QueryDependencies } from './dependencies.ts';
import { foldStream } from './fold-stream.ts';
import { readableTo } from './readable-verification.ts';
import type { ResultFormat, ResultReader } from './reading.ts';
import { piecesOf } from './result-reader.ts';
import { writeResult } from './write-result.ts';

/** Throws what readableTo throws, and ApiError verification_expired where the key is gone. */
export async function resultAnswer(
  dependencies: QueryDependencies,
  results: ResultReader,
  organization_id: string,
  verification_id: string,
  format: ResultFormat,
): Promise<Uint8Array | AnswerPieces> {
  const now = dependencies.clock.now();
  const begun = await results.begin({ organization_id, verification_id, format, now });
  if (begun === 'not_shown') {
    const found = await foldStream(dependencies, verification_id);
    return new AnswerPieces(writeResult(readableTo(organization_id, found, dependencies, now), format));
  }
  if ('refused' in begun) throw new ApiError(begun.refused);
  return begun.reading === null ? Buffer.concat(begun.pieces) : new AnswerPieces(piecesOf(results, begun));
}
