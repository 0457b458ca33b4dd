/** Where a verification is read from: the view, or its stream where the view does not show it yet. */
import { verificationDecider, verificationStream } from '#domain/verification/decider.ts';
import { loadStream } from '#streams/repository.ts';
import type { QueryDependencies } from './dependencies.ts';
import { type FoundVerification, findInView } from './find-in-view.ts';

/** The verification as far as it is known, or null. Whose it is and whether it may be shown is for the caller to say. */
export async function findVerification(
  dependencies: Pick<QueryDependencies, 'eventStore' | 'readStore'>,
  id: string,
): Promise<FoundVerification | null> {
  return (await findInView(dependencies.readStore, id)) ?? (await foldStream(dependencies, id));
}

async function foldStream(
  { eventStore }: Pick<QueryDependencies, 'eventStore'>,
  id: string,
): Promise<FoundVerification | null> {
  const { state } = await loadStream(eventStore, verificationDecider, verificationStream(id));
  const { request, erasure } = state.head;
  if (request === null) return null;
  const { organization_id } = request;
  if (erasure !== 'none') return { kind: 'tombstone', organization_id };
  return { kind: 'verification', organization_id, head: state.head, claims: [...state.claims.values()] };
}
