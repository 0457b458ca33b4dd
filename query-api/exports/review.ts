import type { ReviewRecordedData } from '#domain/verification/events.ts';
import { type OpenText, openExplanation } from '#domain/verification/result.ts';

export interface ReportedReview extends Omit<ReviewRecordedData, 'explanation'> {
  explanation: string;
}

/** Returns the review with its explanation opened. Throws TextErasedError. */
export function reportedReview(review: ReviewRecordedData, open: OpenText): ReportedReview {
  return { ...review, explanation: openExplanation(review.review_id, review.explanation, open) };
}
