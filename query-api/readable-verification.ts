/** Which verifications may be shown to whom, and with what words others are refused. */
import { ApiError } from '#contracts/errors.ts';
import { failureOf } from '#domain/verification/failure.ts';
import { type OpenText, TextErasedError } from '#domain/verification/result.ts';
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';
import { openTexts } from '#streams/open-texts.ts';
import type { QueryDependencies } from './dependencies.ts';
import type { FoundVerification } from './find-in-view.ts';

/** A completed verification of whoever asks. */
export interface ReadableVerification {
  head: VerificationHead;
  pages(): AsyncIterable<readonly ClaimState[]>;
  /** What opens its texts, as long as its key is there: to be asked for again after every wait. */
  open(): Promise<OpenText>;
}

/**
 * What was found, if it is a completed verification of the organization. Throws ApiError: not_found (no such
 * verification, another organization's, or not completed yet), verification_expired (from its expires_at on, whether or
 * not it was erased; always for zero retention), and for a failed one what it failed with.
 */
export function readableTo(
  organizationId: string,
  found: FoundVerification | null,
  { vault, sealer }: Pick<QueryDependencies, 'vault' | 'sealer'>,
  nowMs: number,
): ReadableVerification {
  if (found === null || found.organization_id !== organizationId) throw new ApiError('not_found');
  if (found.kind === 'tombstone') throw new ApiError('verification_expired');
  const { head } = found;
  const { verification_id, expires_at } = head.request!;
  if (Date.parse(expires_at) <= nowMs) throw new ApiError('verification_expired');
  const failure = failureOf(head);
  if (failure !== null) throw new ApiError(failure);
  if (head.completion === null) throw new ApiError('not_found');
  return { head, pages: () => found.pages(), open: () => openTexts(vault, sealer, verification_id) };
}

/** The key may be destroyed before the log says so: its texts have expired then. */
export async function* erasedAsExpired<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (error) {
    if (error instanceof TextErasedError) throw new ApiError('verification_expired');
    throw error;
  }
}
