/** A verification as the view shows it. */
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';
import {
  type ClaimDocument,
  type TombstoneDocument,
  VERIFICATIONS,
  type VerificationDocument,
} from '#projectors/verifications/document.ts';
import type { QueryDependencies } from './dependencies.ts';

export type FoundVerification =
  | { kind: 'verification'; organization_id: string; head: VerificationHead; claims: ClaimState[] }
  /** Its text must not be shown any more. */
  | { kind: 'tombstone'; organization_id: string };

/** Null unless the view has all of it: a view that is behind must not hide what was acknowledged. */
export async function findInView(
  readStore: QueryDependencies['readStore'],
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
