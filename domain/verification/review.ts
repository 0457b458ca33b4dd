/**
 * The review state machine: which action leads to which state. The engine's verdict is never overwritten; the human
 * decision is recorded separately.
 */

import type { HumanReviewStatus, ReviewState } from '#contracts/vocabulary.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import type { RecordReviewCommand } from './commands.ts';
import type { VerificationEvent } from './events.ts';
import type { VerificationState } from './state.ts';

/**
 * Actions on the claims of one verification: two on each of a long document. Every read of the verification reads all of
 * them.
 */
export const MOST_REVIEWS = 40_000;

export type ReviewRejection = 'not_found' | 'review_closed' | 'validation_error' | 'verification_expired';

/** Decides one review action on a claim. A review id that was recorded before yields no events. */
export function decideReview(
  command: RecordReviewCommand,
  state: VerificationState,
): Decision<VerificationEvent, ReviewRejection> {
  if (state.head.erasure !== 'none') return reject('verification_expired', 'the verification has expired');
  const claim = state.claims.get(command.claim_id);
  if (state.head.status !== 'completed' || claim?.judged == null) return reject('not_found', 'no such claim');
  if (claim.reviews.some((review) => review.review_id === command.review_id)) return NOTHING_TO_DO;

  if (claim.review_state === 'resolved' && command.action !== 'reopen') {
    return reject('review_closed', 'the review item is resolved; reopen it first');
  }

  if (reviewsOf(state) >= MOST_REVIEWS) {
    const reason = `the verification has ${MOST_REVIEWS} recorded actions, which is the most`;
    return reject('validation_error', reason, 'claim_id');
  }

  const verdict = claim.judged.verdict;
  let status: HumanReviewStatus = claim.human_review_status;
  let itemState: ReviewState = 'open';
  switch (command.action) {
    case 'accept':
      if (command.decision !== null && command.decision !== verdict) {
        return reject('validation_error', 'accept takes no decision or the verdict itself', 'decision');
      }
      status = 'accepted';
      itemState = 'resolved';
      break;
    case 'override':
      if (command.decision === null || command.decision === verdict) {
        return reject('validation_error', 'override needs a decision other than the verdict', 'decision');
      }
      status = 'overridden';
      itemState = 'resolved';
      break;
    case 'request_evidence':
      status = 'needs_evidence';
      break;
    case 'assign':
      if (command.assigned_to_user_id === null) {
        return reject('validation_error', 'assign needs assigned_to_user_id', 'assigned_to_user_id');
      }
      break;
    case 'resolve':
      itemState = 'resolved';
      break;
    case 'reopen':
      if (claim.review_state !== 'resolved') {
        return reject('validation_error', 'only a resolved item can be reopened', 'action');
      }
      status = 'unreviewed';
      break;
  }

  return accept({
    type: 'ReviewRecorded',
    data: {
      review_id: command.review_id,
      claim_id: command.claim_id,
      ordinal: claim.extracted.ordinal,
      action: command.action,
      decision: command.decision,
      assigned_to_user_id: command.assigned_to_user_id,
      due_at: command.due_at,
      reviewer: command.reviewer,
      recorded_at: command.recorded_at,
      human_review_status: status,
      state: itemState,
      explanation: command.explanation,
    },
  });
}

function reviewsOf({ claims }: VerificationState): number {
  let count = 0;
  for (const { reviews } of claims.values()) count += reviews.length;
  return count;
}
