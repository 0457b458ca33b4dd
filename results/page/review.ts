import type { ReviewRecordedData } from '#domain/verification/events.ts';
import { openExplanation, type TextOpener } from '#domain/verification/result.ts';

export interface ReportedReview extends Omit<ReviewRecordedData, 'explanation'> {
  explanation: string;
}

/** Returns the review with its explanation opened. Throws TextErasedError. */
export function reportedReview(review: ReviewRecordedData, open: TextOpener): ReportedReview {
  return { ...review, explanation: openExplanation(review.review_id, review.explanation, open) };
}
