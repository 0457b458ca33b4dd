/** Loads the outcome of a verification for the caller who requested it. */
import { hasEnded } from '#domain/verification/ended.ts';
import type { VerificationHead, VerificationState } from '#domain/verification/state.ts';
import { pagesOnce, type ShownVerification } from '#results/shown.ts';
import { type KeyedOpener, NO_TEXTS, openTextsWith } from '#sealed/open-texts.ts';
import type { CommandDependencies } from '../dependencies.ts';

type Dependencies = Pick<CommandDependencies, 'verifications' | 'sealer' | 'clock'>;

export type Outcome =
  /** Its claims can be read once. */
  | ({ state: 'completed' } & ShownVerification)
  | { state: 'failed' | 'cancelled' | 'running' | 'erased'; head: VerificationHead };

/**
 * Returns the outcome of the verification as of its completion: later reviews don't change the response. `erased`: it
 * has ended, but its text must not or can't be shown any more.
 */
export async function outcomeOf(dependencies: Dependencies, verificationId: string): Promise<Outcome> {
  const { verifications, clock } = dependencies;
  const { state, expired } = await verifications.loadCompleted(verificationId);
  const { head } = state;
  if (!hasEnded(head) && !expired) return { state: 'running', head };
  if ((head.status === 'failed' || head.status === 'cancelled') && !expired) return { state: head.status, head };
  const request = head.request;
  const overdue = request !== null && !request.zero_retention && Date.parse(request.expires_at) <= clock.now();
  if (expired || overdue) return { state: 'erased', head };
  const texts = await verifications.texts(verificationId);
  if (texts === null) return { state: 'erased', head };
  return { state: 'completed', ...shownTo(dependencies, state, texts.opener) };
}

/**
 * Loads a verification that is known to be completed, with the key that the caller kept. Null if its text can no longer
 * be shown. Its claims can be read once.
 */
export async function reloadCompleted(
  dependencies: Pick<Dependencies, 'verifications' | 'sealer'>,
  verificationId: string,
  keptKey: Uint8Array | null,
): Promise<ShownVerification | null> {
  const { verifications, sealer } = dependencies;
  const key = keptKey ?? (await verifications.texts(verificationId))?.key;
  if (key === undefined) return null;
  const { state } = await verifications.loadCompleted(verificationId);
  return shownTo(dependencies, state, openTextsWith(key, sealer, verificationId));
}

/**
 * The key of a zero-retention text is destroyed when its verification has ended, while this response, the only one that
 * shows it, is still being sent. So it is opened with the key that was known at the end.
 */
function shownTo(
  { verifications }: Pick<Dependencies, 'verifications'>,
  state: VerificationState,
  opener: KeyedOpener,
): ShownVerification {
  const { head } = state;
  const { verification_id, zero_retention } = head.request!;
  const present = async () => (await verifications.texts(verification_id))?.opener ?? NO_TEXTS;
  return {
    head,
    pages: pagesOnce(state, verifications.details(verification_id)),
    open: zero_retention ? async () => opener : present,
  };
}
