/** Where a verification is read from: the view, or its stream where the view does not show it yet. */
import { verificationDecider, verificationStream } from '#domain/verification/decider.ts';
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';
import {
  type ClaimDocument,
  type TombstoneDocument,
  VERIFICATIONS,
  type VerificationDocument,
} from '#projectors/verifications/document.ts';
import { loadStream } from '#streams/repository.ts';
import type { QueryDependencies } from './dependencies.ts';

export type FoundVerification =
  | { kind: 'verification'; organization_id: string; head: VerificationHead; claims: ClaimState[] }
  /** Its text must not be shown any more. */
  | { kind: 'tombstone'; organization_id: string };

/** The verification as far as it is known, or null. Whose it is and whether it may be shown is for the caller to say. */
export async function findVerification(
  dependencies: Pick<QueryDependencies, 'eventStore' | 'readStore'>,
  id: string,
): Promise<FoundVerification | null> {
  return (await findInView(dependencies, id)) ?? (await foldStream(dependencies, id));
}

/** Null unless the view has all of it: a view that is behind must not hide what was acknowledged. */
async function findInView(
  { readStore }: Pick<QueryDependencies, 'readStore'>,
  id: string,
): Promise<FoundVerification | null> {
  const stored = await readStore.get(VERIFICATIONS, id);
  if (stored === null) return null;
  const root = stored.document as unknown as VerificationDocument | TombstoneDocument | ClaimDocument;
  if (root.kind === 'tombstone') return { kind: 'tombstone', organization_id: root.organization_id };
  if (root.kind !== 'verification' || root.head.status !== 'completed') return null;

  const expected = root.head.extraction?.claims ?? 0;
  const documents = await readStore.find(VERIFICATIONS, {
    where: { verification_id: id },
    sort: { field: 'ordinal', direction: 'ascending' },
    limit: Math.max(1, expected),
  });
  const claims = documents
    .map(({ document }) => (document as unknown as ClaimDocument).claim)
    .filter((claim) => claim.run === root.head.run);
  // Fewer: an erasure or a restart is on its way between the two reads.
  if (claims.length !== expected) return null;
  return { kind: 'verification', organization_id: root.organization_id, head: root.head, claims };
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
