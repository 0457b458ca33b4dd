/** Writes bodies that contain a result as JSON, without holding all claims in memory at once. */
import { randomUUID } from 'node:crypto';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { Part } from './in-pieces.ts';

export interface ResultParts {
  /** The result without its claims. */
  result: VerificationResult;
  /** Wraps the result in the body, where it must occur exactly once. */
  bodyOf(result: VerificationResult): unknown;
  /** The claims' records in order, as they appear in a JSON array without its brackets: one or more at a time. */
  records: AsyncIterable<Part>;
}

/** Yields the same text as `JSON.stringify` of the whole body. */
export async function* resultJson({ result, bodyOf, records }: ResultParts): AsyncGenerator<Part> {
  // A unique placeholder for the claims.
  const mark = randomUUID();
  const around = JSON.stringify(bodyOf({ ...result, claims: [mark as never] }));
  const [before, after] = around.split(`"${mark}"`);
  yield before!;
  let separator = '';
  for await (const record of records) {
    if (separator !== '') yield separator;
    yield record;
    separator = ',';
  }
  yield after!;
}

/** The body of a POST and of a GET: the result with the request id of the call that created the verification. */
export function verifyResponse(result: VerificationResult): { request_id: string; result: VerificationResult } {
  return { request_id: result.request_id, result };
}
