import { verificationIdOf } from '#domain/verification/decider.ts';
import type { ReviewRecordedData, VerificationEvent } from '#domain/verification/events.ts';
import { decisionAfter } from '#domain/verification/human-decision.ts';
import { opensByItself } from '#domain/verification/state.ts';
import type { Documents, ProjectedEvent, Projection } from '../projection.ts';
import {
  type ForgottenVerificationDocument,
  REVIEWS,
  type ReviewedVerificationDocument,
  type ReviewItemDocument,
  reviewItemId,
} from './document.ts';

/** Folds a verification's events into its review items; an item is listed from its first opening or review on. */
export const reviewsProjection: Projection<VerificationEvent> = {
  view: REVIEWS,
  events: [
    'VerificationRequested',
    'ClaimExtracted',
    'ClaimJudged',
    'VerificationCompleted',
    'VerificationRestarted',
    'ReviewRecorded',
    'VerificationExpired',
    'VerificationErased',
  ],
  root: ({ stream }) => verificationIdOf(stream),
  reads: ({ event, stream }) =>
    event.type === 'ClaimJudged' || event.type === 'ReviewRecorded'
      ? [reviewItemId(verificationIdOf(stream), event.data.ordinal)]
      : [],

  async project(projected, documents) {
    const { event, stream } = projected;
    const id = verificationIdOf(stream);
    if (event.type === 'VerificationRequested') {
      const { organization_id, expires_at } = event.data;
      const root: ReviewedVerificationDocument = {
        kind: 'verification',
        organization_id,
        expires_at,
        item_documents: 0,
        opening: [],
      };
      documents.put(id, root);
      return;
    }
    const root = await documents.get<ReviewedVerificationDocument | ForgottenVerificationDocument>(id);
    // A stage that is still running may write events after the expiry; the view ignores them.
    if (root === null || root.kind === 'tombstone') return;
    await projectLive(projected, id, root, documents);
  },
};

async function projectLive(
  { event }: ProjectedEvent<VerificationEvent>,
  id: string,
  root: ReviewedVerificationDocument,
  documents: Documents,
): Promise<void> {
  const update = (changes: Partial<ReviewedVerificationDocument>): void => documents.put(id, { ...root, ...changes });
  switch (event.type) {
    case 'ClaimExtracted': {
      const { claim_id, ordinal, materiality, detail } = event.data;
      documents.put<ReviewItemDocument>(reviewItemId(id, ordinal), {
        kind: 'item',
        organization_id: root.organization_id,
        listed: false,
        state: null,
        assigned: false,
        human_review_status: 'unreviewed',
        opened_at: null,
        updated_at: null,
        verification_id: id,
        expires_at: root.expires_at,
        claim_id,
        ordinal,
        materiality,
        verdict: null,
        assigned_to_user_id: null,
        due_at: null,
        decision: null,
        explanation: null,
        detail,
      });
      update({ item_documents: Math.max(root.item_documents, ordinal + 1) });
      return;
    }
    case 'ClaimJudged': {
      const { ordinal, verdict } = event.data;
      const item = await documents.get<ReviewItemDocument>(reviewItemId(id, ordinal));
      if (item === null) return;
      documents.put<ReviewItemDocument>(reviewItemId(id, ordinal), { ...item, verdict });
      if (opensByItself(item.materiality, verdict)) update({ opening: [...root.opening, ordinal] });
      return;
    }
    case 'VerificationCompleted':
      for (const ordinal of root.opening) await openItem(reviewItemId(id, ordinal), event.data.completed_at, documents);
      update({ opening: [] });
      return;
    case 'ReviewRecorded':
      await recordReview(reviewItemId(id, event.data.ordinal), event.data, documents);
      return;
    case 'VerificationRestarted':
      removeItems(id, root, documents);
      update({ item_documents: 0, opening: [] });
      return;
    case 'VerificationExpired':
    case 'VerificationErased':
      removeItems(id, root, documents);
      documents.put<ForgottenVerificationDocument>(id, { kind: 'tombstone' });
      return;
  }
}

async function openItem(itemId: string, opened_at: string, documents: Documents): Promise<void> {
  const item = await documents.get<ReviewItemDocument>(itemId);
  if (item === null) return;
  documents.put<ReviewItemDocument>(itemId, {
    ...item,
    listed: true,
    state: 'open',
    opened_at,
    updated_at: opened_at,
  });
}

async function recordReview(itemId: string, review: ReviewRecordedData, documents: Documents): Promise<void> {
  const item = await documents.get<ReviewItemDocument>(itemId);
  if (item === null) return;
  const assignee = review.assigned_to_user_id ?? item.assigned_to_user_id;
  documents.put<ReviewItemDocument>(itemId, {
    ...item,
    listed: true,
    state: review.state,
    assigned: assignee !== null,
    assigned_to_user_id: assignee,
    human_review_status: review.human_review_status,
    due_at: review.due_at ?? item.due_at,
    decision: decisionAfter(item.decision, item.verdict, review),
    explanation: { review_id: review.review_id, sealed: review.explanation },
    opened_at: item.opened_at ?? review.recorded_at,
    updated_at: review.recorded_at,
  });
}

function removeItems(id: string, root: ReviewedVerificationDocument, documents: Documents): void {
  for (let ordinal = 0; ordinal < root.item_documents; ordinal++) documents.remove(reviewItemId(id, ordinal));
}
