/** Builds the response to a completed verification. */
import { ApiError } from '#contracts/errors.ts';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import { claimRequestOf, claimsOfRun, resultWithoutClaims, type TextOpener } from '#domain/verification/result.ts';
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { assembleInTurns } from '#streams/assemble-in-turns.ts';
import { type ClaimWriter, createClaimWriter } from '#streams/claim-writer.ts';
import { inPieces } from '#streams/in-pieces.ts';
import { resultJson, verifyResponse } from '#streams/result-json.ts';
import type { CommandDependencies } from '../dependencies.ts';

/** A completed verification whose text may be shown. */
export interface ShownVerification {
  head: VerificationHead;
  claims: readonly ClaimState[];
  /** The data key, and the function that opens texts with it. */
  key: Uint8Array;
  open: TextOpener;
}

type WritingDependencies = Pick<CommandDependencies, 'claimWriter' | 'sealer' | 'vault'>;

export async function responseOf({ head, claims, open }: ShownVerification): Promise<VerifyResponse> {
  return verifyResponse(await assembleInTurns(head, claims, open));
}

/** With more claims than this, the response is written while it is sent. */
const MANY_CLAIMS = 50;
/** Claims written at a time: this takes a millisecond or two, during which other requests wait. */
const CLAIMS_PER_PIECE = 8;

/**
 * Builds the response. That to a long text comes in pieces, whose claims are serialized and released while it is sent.
 */
export async function writtenResponse(
  dependencies: WritingDependencies,
  { head, claims, key, open }: ShownVerification,
): Promise<VerifyResponse | ResponsePieces> {
  const shown = claimsOfRun(head, claims);
  if (shown.length <= MANY_CLAIMS) return responseOf({ head, claims: shown, key, open });
  const result = resultWithoutClaims(head, open);
  const records = recordsOf(dependencies, { head, key, open }, shown);
  return new ResponsePieces(inPieces(resultJson({ result, bodyOf: verifyResponse, records })));
}

/**
 * Yields the records of `claims`, removing them from the list as it goes. Throws ApiError
 * idempotency_result_not_retained when the key was destroyed in the meantime. A zero-retention key is not checked: it
 * is destroyed by design, and this response is the only one that shows the result.
 */
export async function* recordsOf(
  { claimWriter, sealer, vault }: WritingDependencies,
  { head, key, open }: Omit<ShownVerification, 'claims'>,
  claims: ClaimState[],
): AsyncGenerator<Uint8Array> {
  const writer: ClaimWriter = claimWriter ?? createClaimWriter(sealer);
  const { verification_id, zero_retention } = head.request!;
  const from = { verification_id, ...claimRequestOf(head, open) };
  while (claims.length > 0) {
    if (!zero_retention && (await vault.dataKey(verification_id)) === null)
      throw new ApiError('idempotency_result_not_retained');
    const piece = claims.splice(0, CLAIMS_PER_PIECE);
    yield await writer.write(from, piece, key);
  }
}
