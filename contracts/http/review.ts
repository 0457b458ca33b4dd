/** Human review of claims. */
import { z } from 'zod';
import { REVIEW_ACTIONS, VERDICTS } from '../vocabulary.ts';
import { HumanReviewStatus, ReviewAction, ReviewState, Verdict } from '../vocabulary-schemas.ts';
import { DateTime, Id, listOf, Reviewer, record } from './common.ts';
import { datetime, enumeration, literal, model, query, str, withDefault } from './fields.ts';

export const ReviewRequest = model('ReviewRequest', {
  claim_id: str(),
  action: literal(REVIEW_ACTIONS),
  decision: withDefault(enumeration(VERDICTS).nullable(), null),
  explanation: str({ min: 3, max: 4_000 }),
  assigned_to_user_id: withDefault(str().nullable(), null),
  due_at: withDefault(datetime().nullable(), null),
});
export type ReviewRequest = z.infer<typeof ReviewRequest>;

/** The review action recorded by one POST, with its effect. */
export const ReviewRecord = record('ReviewRecord', {
  id: Id,
  verification_id: Id,
  claim_id: Id,
  action: ReviewAction,
  decision: Verdict.nullable(),
  explanation: z.string(),
  assigned_to_user_id: Id.nullable(),
  due_at: DateTime.nullable(),
  reviewer: Reviewer,
  human_review_status: HumanReviewStatus,
  state: ReviewState,
  created_at: DateTime,
});
export type ReviewRecord = z.infer<typeof ReviewRecord>;

/** A claim under review, with the latest decision beside the engine's verdict. */
export const ReviewItem = record('ReviewItem', {
  id: Id,
  verification_id: Id,
  claim_id: Id,
  claim_text: z.string(),
  verdict: Verdict,
  materiality: z.string(),
  human_review_status: HumanReviewStatus,
  state: ReviewState,
  decision: Verdict.nullable(),
  explanation: z.string().nullable(),
  assigned_to_user_id: Id.nullable(),
  due_at: DateTime.nullable(),
  created_at: DateTime,
  updated_at: DateTime,
});
export type ReviewItem = z.infer<typeof ReviewItem>;

export const ReviewList = listOf('ReviewList', ReviewItem);
export type ReviewList = z.infer<typeof ReviewList>;

export const REVIEW_FILTERS = ['open', 'assigned', 'needs_evidence', 'resolved', 'all'] as const;
export type ReviewFilter = (typeof REVIEW_FILTERS)[number];

export const ReviewQuery = query({
  status_filter: withDefault(literal(REVIEW_FILTERS), 'open').describe('Which items are listed.'),
});
export type ReviewQuery = z.infer<typeof ReviewQuery>;
