/** The response to a verification that has been completed. */
import { randomUUID } from 'node:crypto';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import { claimsOfRun, type OpenText, resultWithoutClaims } from '#domain/verification/result.ts';
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';
import { JsonText } from '#http/route.ts';
import { assembleInTurns } from '#streams/assemble-in-turns.ts';
import type { ClaimWriter } from '#streams/claim-writer.ts';

/** A completed verification whose text may be shown. */
export interface ShownVerification {
  head: VerificationHead;
  claims: readonly ClaimState[];
  /** Its data key, and what opens its texts with that. */
  key: Uint8Array;
  open: OpenText;
}

export async function responseOf({ head, claims, open }: ShownVerification): Promise<VerifyResponse> {
  const result = await assembleInTurns(head, claims, open);
  return { request_id: result.request_id, result };
}

/** Of more claims than these the records are left to the writer. */
const MANY_CLAIMS = 50;
/** Written down at a time: a millisecond or two, for which reads of others wait. */
const CLAIMS_PER_PIECE = 8;

const COMMA = new TextEncoder().encode(',');

/** The same response, that of a long text as JSON by `writer`. Nothing is sent before all of it is there. */
export async function writtenResponse(
  writer: ClaimWriter | undefined,
  shown: ShownVerification,
): Promise<VerifyResponse | JsonText> {
  const { head, key, open } = shown;
  const claims = claimsOfRun(head, shown.claims);
  if (writer === undefined || claims.length <= MANY_CLAIMS) return responseOf(shown);

  const { verification_id, profile, policy, engine } = head.request!;
  const records: Uint8Array[] = [];
  for (let at = 0; at < claims.length; at += CLAIMS_PER_PIECE) {
    if (at > 0) records.push(COMMA);
    const piece = claims.slice(at, at + CLAIMS_PER_PIECE);
    records.push(...(await writer.write({ verification_id, profile, policy, engine }, piece, key)));
  }
  const result = resultWithoutClaims(head, open);
  // Stands where the claims belong, and nowhere else.
  const mark = randomUUID();
  const around = JSON.stringify({ request_id: result.request_id, result: { ...result, claims: [mark] } });
  const [before, after] = around.split(`"${mark}"`).map((text) => new TextEncoder().encode(text));
  return new JsonText([before!, ...records, after!]);
}
