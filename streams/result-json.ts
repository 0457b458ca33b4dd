/** Bodies that hold a result, as JSON, without all of its claims being there at the same time. */
import { randomUUID } from 'node:crypto';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { Part } from './in-pieces.ts';

export interface ResultParts {
  /** Without its claims. */
  result: VerificationResult;
  /** The body around a result; holds it once. */
  bodyOf(result: VerificationResult): unknown;
  /**
   * Records of the claims in their order, as they stand in a JSON array without its brackets: one or more at a time.
   */
  records: AsyncIterable<Part>;
}

/** The text that `JSON.stringify` would make of the whole body. */
export async function* resultJson({ result, bodyOf, records }: ResultParts): AsyncGenerator<Part> {
  // Stands where the claims belong, and nowhere else.
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
