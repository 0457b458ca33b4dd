/**
 * The read model behind GET /reviews: one root per verification, and under it one item per claim. Every claim has its
 * item from the start, because a review may be asked for any of them and the claim's text stands in one event only;
 * `listed` says whether the item is there for people to see.
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
  ],
};

/** Id: the verification's. */
export interface ReviewedVerificationDocument {
  kind: 'verification';
  organization_id: string;
  expires_at: string;
  /** Item documents of this run have ordinals below this. */
  item_documents: number;
  /** Ordinals of items that open by themselves once the verification is completed. */
  opening: number[];
}

export interface ForgottenVerificationDocument {
  kind: 'tombstone';
}

export interface ReviewItemDocument {
  kind: 'item';
  organization_id: string;
  listed: boolean;
  /** null while nothing was ever opened. */
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
  /** The human decision beside the verdict: of the last action that made one. */
  decision: Verdict | null;
  /** Sealed words of the last review, under its id. */
  explanation: { review_id: string; sealed: string } | null;
  /** Sealed ClaimDetail, as ClaimExtracted has it. */
  detail: string;
}

export function reviewItemId(verificationId: string, ordinal: number): string {
  return `${verificationId}/item/${ordinalKey(ordinal)}`;
}
