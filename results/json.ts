/** Writes bodies that contain a result as JSON, without holding all claims in memory at once. */
import { randomUUID } from 'node:crypto';
import { inPieces, type Part } from '#common/in-pieces.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { resultWithoutClaims, type TextOpener } from '#domain/verification/result.ts';
import { type ClaimWriter, recordsBy } from './claim-writer.ts';
import { recordsOf, wholeResult } from './records.ts';
import { claimCount, type ShownVerification } from './shown.ts';

/** Wraps a result in the body that shows it. */
export type Wrap<Body> = (result: VerificationResult) => Body;

/** The body of a POST and of a GET: the result with the request id of the call that created the verification. */
export function verifyResponse(result: VerificationResult): { request_id: string; result: VerificationResult } {
  return { request_id: result.request_id, result };
}

/**
 * Yields the same text as `JSON.stringify` of the whole body, in which the result must occur exactly once. `records`:
 * those of the claims in order, as they appear in a JSON array without its brackets, one or more at a time. Throws like
 * `recordsOf`.
 */
export async function* jsonOf<Opener extends TextOpener>(
  shown: ShownVerification<Opener>,
  wrap: Wrap<unknown>,
  records: AsyncIterable<Part> = recordTexts(shown),
): AsyncGenerator<Part> {
  const result = resultWithoutClaims(shown.head, await shown.open());
  // A unique placeholder for the claims.
  const mark = randomUUID();
  const around = JSON.stringify(wrap({ ...result, claims: [mark as never] }));
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

async function* recordTexts(shown: ShownVerification<TextOpener>): AsyncGenerator<string> {
  for await (const record of recordsOf(shown)) yield JSON.stringify(record);
}

/** With more claims than this, a body is written while it is sent. */
const MANY_CLAIMS = 50;

/** Returns the body, or for a long text its JSON in pieces, whose claims are written by `writer` while it is sent. */
export async function shortOrWritten<Body>(
  shown: ShownVerification,
  wrap: Wrap<Body>,
  writer: ClaimWriter,
): Promise<{ body: Body } | { pieces: AsyncGenerator<Uint8Array> }> {
  if (claimCount(shown.head) > MANY_CLAIMS) {
    return { pieces: inPieces(jsonOf(shown, wrap, recordsBy(writer, shown))) };
  }
  // It is made within milliseconds, so the vault need not be asked again.
  const opener = await shown.open();
  return { body: wrap(await wholeResult({ ...shown, open: async () => opener })) };
}
