/** Opens a verification that was found: checks whether the caller may see it, and opens its texts. */
import { ApiError, type ErrorCode } from '#contracts/errors.ts';
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import { failureOf } from '#domain/verification/failure.ts';
import { TextErasedError } from '#domain/verification/result.ts';
import { openTexts } from '#sealed/open-texts.ts';
import type { FoundVerification } from './find.ts';
import type { ShownVerification } from './shown.ts';

/** The stores needed to open the texts of verifications. */
export interface TextStores {
  vault: Pick<KeyVault, 'dataKey'>;
  sealer: Pick<Sealer, 'open'>;
}

/**
 * Returns a completed verification of the caller's organization. Throws ApiError: not_found (no such verification,
 * another organization's, or not completed yet), verification_expired (from its expires_at on, whether or not it was
 * erased; always for zero retention), and for a failed verification the code of its failure.
 */
export function openVerification(
  found: FoundVerification | null,
  organizationId: string,
  { vault, sealer }: TextStores,
  nowMs: number,
): ShownVerification {
  if (found === null || found.organization_id !== organizationId) throw new ApiError('not_found');
  if (found.kind === 'tombstone') throw new ApiError('verification_expired');
  const { head } = found;
  const { verification_id, expires_at } = head.request!;
  if (Date.parse(expires_at) <= nowMs) throw new ApiError('verification_expired');
  const failure = failureOf(head);
  if (failure !== null) throw new ApiError(failure);
  if (head.completion === null) throw new ApiError('not_found');
  const { file } = found;
  return {
    head,
    pages: (only) => found.pages(only),
    ...(file !== undefined && { file }),
    open: () => openTexts(vault, sealer, verification_id),
  };
}

/** Converts TextErasedError to an ApiError: the key may be destroyed before the log shows it. */
export async function* erasedAs<Piece>(code: ErrorCode, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (error) {
    refuseErased(code, error);
  }
}

/** Throws the error; a TextErasedError as an ApiError with this code. */
export function refuseErased(code: ErrorCode, error: unknown): never {
  throw error instanceof TextErasedError ? new ApiError(code) : error;
}
