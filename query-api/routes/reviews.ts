import { listReviews } from '#contracts/http/operations/verification.ts';
import type { ReviewFilter, ReviewItem } from '#contracts/http/review.ts';
import { openClaim, openExplanation, TextErasedError, type TextOpener } from '#domain/verification/result.ts';
import { REVIEWS, type ReviewItemDocument } from '#projectors/reviews/document.ts';
import { openTextsIfKnown } from '#sealed/open-texts.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { listOf, ROWS_TO_READ } from '../lists.ts';
import type { RegisterOperation } from '../register.ts';
import { UNOPENED } from '../replay.ts';

/** The item fields that each filter requires. */
export const REVIEW_CONDITIONS: Record<ReviewFilter, Partial<ReviewItemDocument>> = {
  open: { state: 'open' },
  assigned: { state: 'open', assigned: true },
  needs_evidence: { state: 'open', human_review_status: 'needs_evidence' },
  resolved: { state: 'resolved' },
  all: {},
};

export function registerReviewRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  register(listReviews, async ({ query, context }) => {
    const { organization_id } = context.principal;
    const stored = await dependencies.views.find(REVIEWS, {
      where: { organization_id, listed: true, ...(REVIEW_CONDITIONS[query.status_filter] as Record<string, string>) },
      sort: { field: 'opened_at', direction: 'descending' },
      limit: ROWS_TO_READ,
    });
    const found = listOf(stored.map(({ document }) => document as unknown as ReviewItemDocument));
    return { body: { ...found, data: await openItems(dependencies, found.data) } };
  });
}

/** Opens the items whose text can still be read, and leaves out those that have expired in the meantime. */
export async function openItems(
  { vault, sealer, clock }: Pick<QueryDependencies, 'vault' | 'sealer' | 'clock'>,
  documents: readonly ReviewItemDocument[],
): Promise<ReviewItem[]> {
  const now = clock.now();
  const current = documents.filter(({ expires_at }) => Date.parse(expires_at) > now);
  // Items of one verification share its key, so each key is read only once. One that the vault never had does not fail the
  // whole list.
  const ids = [...new Set(current.map(({ verification_id }) => verification_id))];
  const openers = new Map(
    await Promise.all(ids.map(async (id) => [id, await openTextsIfKnown(vault, sealer, id)] as const)),
  );
  return current
    .map((document) => {
      const open = openers.get(document.verification_id) ?? null;
      return open === null ? unopenedItem(document) : unlessErased(() => itemOf(document, open));
    })
    .filter((item) => item !== null);
}

function unlessErased(make: () => ReviewItem): ReviewItem | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof TextErasedError) return null;
    throw error;
  }
}

function itemOf(document: ReviewItemDocument, open: TextOpener): ReviewItem {
  const { claim_id, explanation } = document;
  return itemWith(document, {
    claim_text: openClaim(claim_id, document.detail, open).normalized_claim,
    explanation: explanation && openExplanation(explanation.review_id, explanation.sealed, open),
  });
}

function unopenedItem(document: ReviewItemDocument): ReviewItem {
  return itemWith(document, { claim_text: UNOPENED, explanation: document.explanation && UNOPENED });
}

function itemWith(
  document: ReviewItemDocument,
  { claim_text, explanation }: Pick<ReviewItem, 'claim_text' | 'explanation'>,
): ReviewItem {
  const { claim_id } = document;
  return {
    id: claim_id,
    verification_id: document.verification_id,
    claim_id,
    claim_text,
    verdict: document.verdict!,
    materiality: document.materiality,
    human_review_status: document.human_review_status,
    state: document.state!,
    decision: document.decision,
    explanation,
    assigned_to_user_id: document.assigned_to_user_id,
    due_at: document.due_at,
    created_at: document.opened_at!,
    updated_at: document.updated_at!,
  };
}
