/** People's decision on a claim, beside the engine's verdict. */
import type { Verdict } from '#contracts/vocabulary.ts';
import type { ReviewRecordedData } from './events.ts';

/** The decision after one more action: accept takes the verdict, override another one, reopen clears it. */
export function decisionAfter(
  before: Verdict | null,
  verdict: Verdict | null,
  { action, decision }: Pick<ReviewRecordedData, 'action' | 'decision'>,
): Verdict | null {
  switch (action) {
    case 'accept':
      return verdict;
    case 'override':
      return decision;
    case 'reopen':
      return null;
    case 'request_evidence':
    case 'assign':
    case 'resolve':
      return before;
  }
}

/** The decision after all of a claim's reviews; null: none, or reopened. */
export function humanDecision(verdict: Verdict, reviews: readonly ReviewRecordedData[]): Verdict | null {
  return reviews.reduce<Verdict | null>((decision, review) => decisionAfter(decision, verdict, review), null);
}
