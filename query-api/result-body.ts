/** The body of a response that shows a result. */
import { ApiError } from '#contracts/errors.ts';
import type { Client } from '#http/client.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { piecesOf, type ResultReader, type ResultRequest } from '#results/reader.ts';

/**
 * Returns the body that shows a result, once the client's organization may have another response. Throws ApiError:
 * not_found, verification_expired, and for a failed verification the code of its failure.
 */
export async function resultBody(
  results: ResultReader,
  client: Client,
  request: ResultRequest,
): Promise<Uint8Array | ResponsePieces> {
  await client.takeResponseSlot('read');
  const begun = await results.begin(request);
  if (begun === 'not_shown') throw new ApiError('not_found');
  if ('refused' in begun) throw new ApiError(begun.refused);
  return begun.handle === null ? Buffer.concat(begun.pieces) : new ResponsePieces(piecesOf(results, begun));
}
