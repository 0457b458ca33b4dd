/** A result as the body of an answer, in one of the formats in which it can be read. */
import { claimRecord, resultWithoutClaims } from '#domain/verification/result.ts';
import { inPieces } from '#streams/in-pieces.ts';
import { resultJson, verifyResponse } from '#streams/result-json.ts';
import { exportPage } from './exports/page.ts';
import { erasedAsExpired, type ReadableVerification } from './readable-verification.ts';
import type { ResultFormat } from './reading.ts';

/**
 * The bytes in pieces, each made when it is asked for. Throws ApiError verification_expired when the key is gone, in the
 * middle of the claims too, and ViewChangedError.
 */
export function writeResult(readable: ReadableVerification, format: ResultFormat): AsyncGenerator<Uint8Array> {
  const parts = format === 'html' ? exportPage(readable) : asJson(readable);
  return erasedAsExpired(inPieces(parts));
}

async function* asJson(readable: ReadableVerification) {
  const result = resultWithoutClaims(readable.head, await readable.open());
  yield* resultJson({ result, bodyOf: verifyResponse, records: recordsOf(readable) });
}

async function* recordsOf({ head, pages, open }: ReadableVerification): AsyncGenerator<string> {
  for await (const claims of pages()) {
    const openNow = await open();
    for (const claim of claims) yield JSON.stringify(claimRecord(head.request!, claim, openNow));
  }
}
