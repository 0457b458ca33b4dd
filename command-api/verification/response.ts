/** The response to a verification that has been completed. */
import { ApiError } from '#contracts/errors.ts';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import { claimsOfRun, type OpenText, resultWithoutClaims } from '#domain/verification/result.ts';
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';
import { AnswerPieces } from '#http/answer-pieces.ts';
import { assembleInTurns } from '#streams/assemble-in-turns.ts';
import { type ClaimWriter, createClaimWriter } from '#streams/claim-writer.ts';
import { inPieces } from '#streams/in-pieces.ts';
import { resultJson, verifyResponse } from '#streams/result-json.ts';
import type { CommandDependencies } from '../dependencies.ts';

/** A completed verification whose text may be shown. */
export interface ShownVerification {
  head: VerificationHead;
  claims: readonly ClaimState[];
  /** Its data key, and what opens its texts with that. */
  key: Uint8Array;
  open: OpenText;
}

type WritingDependencies = Pick<CommandDependencies, 'claimWriter' | 'sealer' | 'vault'>;

export async function responseOf({ head, claims, open }: ShownVerification): Promise<VerifyResponse> {
  return verifyResponse(await assembleInTurns(head, claims, open));
}

/** Of more claims than these the response is written while it is sent. */
const MANY_CLAIMS = 50;
/** Written down at a time: a millisecond or two, for which reads of others wait. */
const CLAIMS_PER_PIECE = 8;

/** The same response, that of a long text in pieces: its claims are written down, and let go of, as it is sent. */
export async function writtenResponse(
  dependencies: WritingDependencies,
  { head, claims, key, open }: ShownVerification,
): Promise<VerifyResponse | AnswerPieces> {
  const shown = claimsOfRun(head, claims);
  if (shown.length <= MANY_CLAIMS) return responseOf({ head, claims: shown, key, open });
  const result = resultWithoutClaims(head, open);
  const records = recordsOf(dependencies, head, shown, key);
  return new AnswerPieces(inPieces(resultJson({ result, bodyOf: verifyResponse, records })));
}

/**
 * The records of `claims`, which are taken out of the list as they are written down. Throws ApiError
 * idempotency_result_not_retained when the key was destroyed meanwhile; that of a zero-retention verification is, as this is the only time that it is shown.
 */
export async function* recordsOf(
  { claimWriter, sealer, vault }: WritingDependencies,
  head: VerificationHead,
  claims: ClaimState[],
  key: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const writer: ClaimWriter = claimWriter ?? createClaimWriter(sealer);
  const { verification_id, profile, policy, engine, zero_retention } = head.request!;
  while (claims.length > 0) {
    if (!zero_retention && (await vault.dataKey(verification_id)) === null)
      throw new ApiError('idempotency_result_not_retained');
    const piece = claims.splice(0, CLAIMS_PER_PIECE);
    yield await writer.write({ verification_id, profile, policy, engine }, piece, key);
  }
}
