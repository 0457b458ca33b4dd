import { verificationIdOf } from '#domain/verification/decider.ts';
import { VERIFICATION_EVENTS, type VerificationEvent } from '#domain/verification/events.ts';
import { type ClaimEvent, evolveClaim, evolveHead, initialHead, isClaimEvent } from '#domain/verification/state.ts';
import type { Documents, Projection } from '../projection.ts';
import {
  type ClaimDocument,
  claimDocumentId,
  type TombstoneDocument,
  VERIFICATIONS,
  type VerificationDocument,
} from './document.ts';

/** Folds a verification's events into its head and claim documents, with the functions that fold the stream. */
export const verificationsProjection: Projection<VerificationEvent> = {
  view: VERIFICATIONS,
  // Calls to models and sources are visible in their results only.
  events: VERIFICATION_EVENTS.map(({ name }) => name).filter(
    (name) => name !== 'ModelConsulted' && name !== 'ExtractionConsulted' && name !== 'SourcesAsked',
  ),
  root: ({ stream }) => verificationIdOf(stream),
  reads: ({ event, stream }) =>
    isClaimEvent(event) ? [claimDocumentId(verificationIdOf(stream), event.data.ordinal)] : [],

  async project(projected, documents) {
    const { event, stream } = projected;
    const id = verificationIdOf(stream);
    if (event.type === 'VerificationRequested') {
      documents.put<VerificationDocument>(id, {
        kind: 'verification',
        organization_id: event.data.organization_id,
        head: evolveHead(initialHead(), event),
        claim_documents: 0,
      });
      return;
    }
    const root = await documents.get<VerificationDocument | TombstoneDocument>(id);
    if (root === null) return;
    if (root.kind === 'tombstone') {
      // A stage that is still running may write events after the expiry; the view ignores them.
      if (event.type === 'VerificationErased') {
        documents.put<TombstoneDocument>(id, { ...root, erased_at: event.data.erased_at });
      }
      return;
    }
    await projectLive(event, id, root, documents);
  },
};

async function projectLive(
  event: VerificationEvent,
  id: string,
  root: VerificationDocument,
  documents: Documents,
): Promise<void> {
  if (isClaimEvent(event)) {
    await projectClaim(event, id, documents);
    if (event.type === 'ClaimExtracted') {
      const claim_documents = Math.max(root.claim_documents, event.data.ordinal + 1);
      documents.put<VerificationDocument>(id, { ...root, claim_documents });
    }
    return;
  }
  const next = rootAfter(root, event);
  if (next.kind === 'tombstone' || next.claim_documents === 0) removeClaims(id, root, documents);
  documents.put(id, next);
}

/** The root document after an event that is not about a claim. */
function rootAfter(
  root: VerificationDocument,
  event: Exclude<VerificationEvent, ClaimEvent>,
): VerificationDocument | TombstoneDocument {
  switch (event.type) {
    case 'VerificationExpired':
      return tombstoneOf(root, event.data.expired_at, null);
    case 'VerificationErased':
      return tombstoneOf(root, event.data.erased_at, event.data.erased_at);
    case 'VerificationRestarted':
      return { ...root, head: evolveHead(root.head, event), claim_documents: 0 };
    case 'VerificationRequested':
    case 'CompletionGenerated':
    case 'ExtractionCompleted':
    case 'SourcesAsked':
    case 'RetrievalCompleted':
    case 'ExtractionConsulted':
    case 'ModelConsulted':
    case 'JudgementCompleted':
    case 'VerificationCompleted':
    case 'VerificationFailed':
    case 'VerificationCancelled':
    case 'DocumentVerificationEnded':
    case 'StageDeadLettered':
      return { ...root, head: evolveHead(root.head, event) };
  }
}

async function projectClaim(event: ClaimEvent, verificationId: string, documents: Documents): Promise<void> {
  const id = claimDocumentId(verificationId, event.data.ordinal);
  const known = await documents.get<ClaimDocument>(id);
  const claim = evolveClaim(known?.claim, event);
  if (claim === undefined) return;
  documents.put<ClaimDocument>(id, {
    kind: 'claim',
    verification_id: verificationId,
    ordinal: claim.extracted.ordinal,
    verdict: claim.judged?.verdict ?? null,
    materiality: claim.extracted.materiality,
    claim,
  });
}

function removeClaims(id: string, root: VerificationDocument, documents: Documents): void {
  for (let ordinal = 0; ordinal < root.claim_documents; ordinal++) documents.remove(claimDocumentId(id, ordinal));
}

function tombstoneOf(root: VerificationDocument, expired_at: string, erased_at: string | null): TombstoneDocument {
  const request = root.head.request!;
  return {
    kind: 'tombstone',
    organization_id: root.organization_id,
    request_id: request.request_id,
    created_at: request.created_at,
    expires_at: request.expires_at,
    expired_at,
    erased_at,
  };
}
