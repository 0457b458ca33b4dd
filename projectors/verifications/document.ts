/** The read model behind GET /verifications/{id}: a head, and one document per claim of the current run. */
import type { View } from '#contracts/ports/read-store.ts';
import type { ClaimState, VerificationHead } from '#domain/verification/state.ts';
import { ordinalKey } from '../projection.ts';

export const VERIFICATIONS: View = {
  name: 'verifications',
  version: 1,
  indexes: [{ fields: ['verification_id', 'ordinal'] }],
};

/** Id: the verification's. Sealed values are copied unopened. */
export interface VerificationDocument {
  kind: 'verification';
  organization_id: string;
  head: VerificationHead;
  /** Claim documents of this run have ordinals below this. */
  claim_documents: number;
}

/** What stays under the verification's id after its expiry: ids and times, no text, sealed or not. */
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
  claim: ClaimState;
}

export function claimDocumentId(verificationId: string, ordinal: number): string {
  return `${verificationId}/claim/${ordinalKey(ordinal)}`;
}
