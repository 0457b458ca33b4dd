/** Cancels a verification that is in progress. */
import { timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import { type EndedStatus, hasEnded } from '#domain/verification/ended.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';

type Dependencies = Pick<CommandDependencies, 'verifications' | 'clock'>;

/**
 * Cancels the run of a verification. What its stage is computing is thrown away, no further stage begins, and nothing is
 * charged but the calls to models and sources that were recorded before. Returns how the run has ended: `cancelled` also
 * for a repeated call, `completed` or `failed` if that came first. Throws ApiError not_found, also for a verification of
 * another organization, and verification_expired.
 */
export async function cancelVerification(
  dependencies: Dependencies,
  caller: Caller,
  verificationId: string,
): Promise<EndedStatus> {
  const { request, erasure } = (await dependencies.verifications.load(verificationId)).state.head;
  if (request === null || request.organization_id !== caller.organization_id) throw new ApiError('not_found');
  caller.concerns(verificationId);
  if (erasure !== 'none') throw new ApiError('verification_expired');
  const head = await stopRun(dependencies, caller, verificationId);
  if (!hasEnded(head)) throw new Error('a cancelled run has not ended');
  return head.status;
}

/** Ends the run if one is in progress; returns the head afterwards. A verification that was not requested stays so. */
export async function stopRun(
  { verifications, clock }: Dependencies,
  { metadata }: Pick<Caller, 'metadata'>,
  verificationId: string,
): Promise<VerificationHead> {
  const executed = await verifications.execute(
    verificationId,
    { type: 'CancelVerification', cancelled_at: timestamp(clock) },
    { metadata: { ...metadata, correlation_id: verificationId } },
  );
  if (!executed.accepted) throw new Error(`CancelVerification was refused: ${executed.code}`);
  return executed.state.head;
}
