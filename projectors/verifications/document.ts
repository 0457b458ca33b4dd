/** The read model behind GET /verifications/{id}: one head document, and one document per claim of the current run. */
import type { View } from '#contracts/ports/read-store.ts';
import type { Materiality, Verdict } from '#contracts/vocabulary.ts';
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';
import { ordinalKey } from '../projection.ts';

export const VERIFICATIONS: View = {
  name: 'verifications',
  version: 4,
  indexes: [
    { fields: ['verification_id', 'ordinal'] },
    { fields: ['verification_id', 'verdict', 'ordinal'] },
    { fields: ['verification_id', 'materiality', 'ordinal'] },
    { fields: ['verification_id', 'verdict', 'materiality', 'ordinal'] },
  ],
};

/** Document id: the verification's id. Sealed values are copied unopened. */
export interface VerificationDocument {
  kind: 'verification';
  organization_id: string;
  head: VerificationHead;
  /** Exclusive upper bound of the ordinals of this run's claim documents. */
  claim_documents: number;
}

/** Replaces the head once the verification has expired: ids and times only, no text, not even sealed. */
export interface TombstoneDocument {
  kind: 'tombstone';
  organization_id: string;
  request_id: string;
  created_at: string;
  expires_at: string;
  expired_at: string;
  /** null while the key still exists. */
  erased_at: string | null;
}

export interface ClaimDocument {
  kind: 'claim';
  verification_id: string;
  ordinal: number;
  /** As in the claim; null before it is judged. */
  verdict: Verdict | null;
  /** As in the claim. */
  materiality: Materiality;
  claim: ClaimState;
}

/** Id of a claim's document. It starts with the verification's id, as `Projection` requires. */
export function claimDocumentId(verificationId: string, ordinal: number): string {
  return `${verificationId}/claim/${ordinalKey(ordinal)}`;
}
