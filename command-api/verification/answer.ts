/** Loads the outcome of a verification for the caller who requested it. */
import { hasEnded } from '#domain/verification/ended.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import { openTextsWith } from '#streams/open-texts.ts';
import type { CommandDependencies } from '../dependencies.ts';
import type { ShownVerification } from './response.ts';

type Dependencies = Pick<CommandDependencies, 'verifications' | 'sealer' | 'clock'>;

export type Outcome =
  | ({ state: 'completed' } & ShownVerification)
  | { state: 'failed' | 'cancelled' | 'running' | 'erased'; head: VerificationHead };

/**
 * Returns the outcome of the verification as of its completion: later reviews don't change the response. `erased`: it
 * has ended, but its text must not or can't be shown any more.
 */
export async function outcomeOf({ verifications, clock }: Dependencies, verificationId: string): Promise<Outcome> {
  const { state, expired } = await verifications.loadCompleted(verificationId);
  const { head, claims } = state;
  if (!hasEnded(head) && !expired) return { state: 'running', head };
  if ((head.status === 'failed' || head.status === 'cancelled') && !expired) return { state: head.status, head };
  const request = head.request;
  const overdue = request !== null && !request.zero_retention && Date.parse(request.expires_at) <= clock.now();
  if (expired || overdue) return { state: 'erased', head };
  const texts = await verifications.texts(verificationId);
  if (texts === null) return { state: 'erased', head };
  return { state: 'completed', head, claims: [...claims.values()], key: texts.key, open: texts.opener };
}

/**
 * Loads a verification that is known to be completed, with the key that the caller kept. Null if its text can no longer
 * be shown.
 */
export async function reloadCompleted(
  { verifications, sealer }: Pick<Dependencies, 'verifications' | 'sealer'>,
  verificationId: string,
  keptKey: Uint8Array | null,
): Promise<ShownVerification | null> {
  const key = keptKey ?? (await verifications.texts(verificationId))?.key;
  if (key === undefined) return null;
  const { head, claims } = (await verifications.loadCompleted(verificationId)).state;
  return { head, claims: [...claims.values()], key, open: openTextsWith(key, sealer, verificationId) };
}
