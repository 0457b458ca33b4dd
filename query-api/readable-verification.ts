/** Which verifications may be shown to whom, and with what words others are refused. */
import { ApiError } from '#contracts/errors.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { failureOf } from '#domain/verification/failure.ts';
import { type OpenText, TextErasedError } from '#domain/verification/result.ts';
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';
import { assembleInTurns } from '#streams/assemble-in-turns.ts';
import { openTexts } from '#streams/open-texts.ts';
import type { QueryDependencies } from './dependencies.ts';
import type { FoundVerification } from './find-in-view.ts';

export interface ReadableVerification {
  head: VerificationHead;
  claims: ClaimState[];
  open: OpenText;
  result: VerificationResult;
}

/**
 * What was found, with its result, if it is a completed verification of the organization.
 * Throws ApiError: not_found (no such verification, another organization's, or not completed yet),
 * verification_expired (from its expires_at on, whether or not it was erased; always for zero retention), and for a
 * failed one what it failed with.
 */
export async function openForReading(
  { vault, sealer, clock }: Pick<QueryDependencies, 'vault' | 'sealer' | 'clock'>,
  organizationId: string,
  id: string,
  found: FoundVerification | null,
): Promise<ReadableVerification> {
  if (found === null || found.organization_id !== organizationId) throw new ApiError('not_found');
  if (found.kind === 'tombstone') throw new ApiError('verification_expired');
  const { head, claims } = found;
  if (Date.parse(head.request!.expires_at) <= clock.now()) throw new ApiError('verification_expired');
  const failure = failureOf(head);
  if (failure !== null) throw new ApiError(failure);
  if (head.completion === null) throw new ApiError('not_found');

  const open = await openTexts(vault, sealer, id);
  return erasedAsExpired(async () => ({ head, claims, open, result: await assembleInTurns(head, claims, open) }));
}

/** The key may be destroyed before the log says so: its texts have expired then. */
export async function erasedAsExpired<Shown>(show: () => Shown | Promise<Shown>): Promise<Shown> {
  try {
    return await show();
  } catch (error) {
    if (error instanceof TextErasedError) throw new ApiError('verification_expired');
    throw error;
  }
}
