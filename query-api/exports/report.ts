/** Everything an export shows, opened. */
import type { ReviewRecordedData } from '#contracts/events/verification.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { openContent, openExplanation, openQuestion } from '#domain/verification/result.ts';
import type { ReadableVerification } from '../readable-verification.ts';

export interface ReportedReview extends Omit<ReviewRecordedData, 'explanation'> {
  explanation: string;
}

export interface Report {
  result: VerificationResult;
  content: string;
  question: string;
  mode: string;
  /** By claim id, oldest first. */
  reviews: ReadonlyMap<string, ReportedReview[]>;
}

/** Throws TextErasedError when the key went meanwhile. */
export function openReport({ head, claims, open, result }: ReadableVerification): Report {
  const request = head.request!;
  const reviews = claims.map((claim): [string, ReportedReview[]] => [
    claim.extracted.claim_id,
    claim.reviews.map((review) => ({
      ...review,
      explanation: openExplanation(review.review_id, review.explanation, open),
    })),
  ]);
  return {
    result,
    content: openContent(request, open),
    question: openQuestion(request, open),
    mode: request.mode,
    reviews: new Map(reviews),
  };
}
