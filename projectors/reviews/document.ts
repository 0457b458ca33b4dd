/**
 * The read model behind GET /reviews: one root document per verification, with one item per claim under it. Every claim
 * gets an item on extraction, because any claim can be reviewed later and only ClaimExtracted carries its text.
 * GET /reviews shows only items with `listed` set.
 */
import type { View } from '#contracts/ports/read-store.ts';
import type { HumanReviewStatus, Materiality, ReviewState, Verdict } from '#contracts/vocabulary.ts';
import { ordinalKey } from '../projection.ts';

export const REVIEWS: View = {
  name: 'reviews',
  version: 1,
  indexes: [
    { fields: ['organization_id', 'listed', 'opened_at'] },
    { fields: ['organization_id', 'listed', 'state', 'opened_at'] },
    { fields: ['organization_id', 'listed', 'state', 'assigned', 'opened_at'] },
    { fields: ['organization_id', 'listed', 'state', 'human_review_status', 'opened_at'] },
    { fields: ['organization_id', 'listed', 'state', 'assigned_to_user_id', 'opened_at'] },
    { fields: ['organization_id', 'listed', 'state', 'due_at'] },
    { fields: ['organization_id', 'listed', 'state', 'assigned_to_user_id', 'due_at'] },
  ],
};

/** Document id: the verification's id. */
export interface ReviewedVerificationDocument {
  kind: 'verification';
  organization_id: string;
  expires_at: string;
  /** Exclusive upper bound of the ordinals of this run's item documents. */
  item_documents: number;
  /** Ordinals of items that open automatically when the verification completes. */
  opening: number[];
}

/** Replaces the root after expiry or erasure. */
export interface ForgottenVerificationDocument {
  kind: 'tombstone';
}

/** Document id: `reviewItemId`. */
export interface ReviewItemDocument {
  kind: 'item';
  organization_id: string;
  listed: boolean;
  /** null until the item is first opened. */
  state: ReviewState | null;
  assigned: boolean;
  human_review_status: HumanReviewStatus;
  /** RFC 3339; null until listed. */
  opened_at: string | null;
  updated_at: string | null;
  verification_id: string;
  expires_at: string;
  claim_id: string;
  ordinal: number;
  materiality: Materiality;
  verdict: Verdict | null;
  assigned_to_user_id: string | null;
  due_at: string | null;
  /** The human decision, from the last action that made one; kept separately from the verdict. */
  decision: Verdict | null;
  /** The last review's explanation, sealed under its review id. */
  explanation: { review_id: string; sealed: string } | null;
  /** Sealed ClaimDetail, copied from ClaimExtracted. */
  detail: string;
}

/** Id of a claim's item document. It starts with the verification's id, as `Projection` requires. */
export function reviewItemId(verificationId: string, ordinal: number): string {
  return `${verificationId}/item/${ordinalKey(ordinal)}`;
}
