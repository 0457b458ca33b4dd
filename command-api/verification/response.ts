/** The response to a completed verification. */
import type { VerifyResponse } from '#contracts/http/verification.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { shortOrWritten, verifyResponse } from '#results/json.ts';
import { erasedAs } from '#results/open.ts';
import type { ShownVerification } from '#results/shown.ts';
import type { CommandDependencies } from '../dependencies.ts';

/**
 * Builds the response. That to a long text comes in pieces, whose claims are serialized and released while it is sent;
 * it breaks off with ApiError idempotency_result_not_retained when the key is destroyed in the meantime.
 */
export async function writtenResponse(
  { claimWriter }: Pick<CommandDependencies, 'claimWriter'>,
  shown: ShownVerification,
): Promise<VerifyResponse | ResponsePieces> {
  const made = await shortOrWritten(shown, verifyResponse, claimWriter);
  return 'body' in made ? made.body : new ResponsePieces(erasedAs('idempotency_result_not_retained', made.pieces));
}
