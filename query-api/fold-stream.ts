/** A verification as its stream tells it, for where the view does not show it yet. */
import { verificationDecider, verificationStream } from '#domain/verification/decider.ts';
import { claimsOfRun } from '#domain/verification/result.ts';
import { loadStream } from '#streams/repository.ts';
import type { QueryDependencies } from './dependencies.ts';
import { CLAIMS_PER_PAGE, type FoundVerification } from './find-in-view.ts';

/** The verification as far as it is known, or null. Whose it is and whether it may be shown is for the caller to say. */
export async function foldStream(
  { eventStore }: Pick<QueryDependencies, 'eventStore'>,
  id: string,
): Promise<FoundVerification | null> {
  const { state } = await loadStream(eventStore, verificationDecider, verificationStream(id));
  const { head } = state;
  if (head.request === null) return null;
  const { organization_id } = head.request;
  if (head.erasure !== 'none') return { kind: 'tombstone', organization_id };
  const claims = claimsOfRun(head, state.claims.values());
  async function* pages() {
    for (let at = 0; at < claims.length; at += CLAIMS_PER_PAGE) yield claims.slice(at, at + CLAIMS_PER_PAGE);
  }
  return { kind: 'verification', organization_id, head, pages };
}
