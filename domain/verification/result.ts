/**
 * Turns the folded state of a completed verification into its result. Pure: the caller's `open` opens the texts, so the
 * same function serves views, streams, replays and documents.
 */

import type {
  ClaimRecord,
  EvidenceItem,
  HumanReview,
  VerificationResult,
} from '#contracts/http/verification-result.ts';
import { RESULT_SCHEMA_VERSION } from '#contracts/result-version.ts';
import type { Verdict } from '#contracts/vocabulary.ts';
import type {
  ClaimDetail,
  CompletionDetail,
  JudgementDetail,
  RetrievedPassage,
  VerificationRequestedData,
} from './events.ts';
import { humanDecision } from './human-decision.ts';
import { SEALED, type SealedField } from './sealed-fields.ts';
import type { ClaimState, FoldedClaim, VerificationHead } from './state.ts';

/** Opens what is sealed of one verification; null when its key is destroyed. */
export interface TextOpener {
  text(sealed: string, record: string, field: SealedField): string | null;
  /** A sealed detail. Its schema is not checked: only this service can have sealed it, for exactly this field. */
  detail(sealed: string, record: string, field: SealedField): unknown;
}

/** The text was erased together with its key. An HTTP route that shows the result responds 410. */
export class TextErasedError extends Error {
  readonly code = 'verification_expired';
  readonly field: SealedField;
  constructor(field: SealedField) {
    super(`the text of ${field} was erased`);
    this.name = 'TextErasedError';
    this.field = field;
  }
}

/**
 * The result as the API shows it, with an empty list of claims, whose records are added (`results/records.ts`). Throws
 * TextErasedError when a text can no longer be opened, and Error when the verification is not completed.
 */
export function resultWithoutClaims(head: VerificationHead, open: TextOpener): VerificationResult {
  const { request, completion } = head;
  if (request === null || completion === null) throw new Error('a result needs a completed verification');
  const detail = openDetail<CompletionDetail>(completion.detail, request.verification_id, SEALED.completion, open);
  return {
    id: request.verification_id,
    request_id: request.request_id,
    created_at: request.created_at,
    expires_at: request.expires_at,
    verification_timestamp: completion.completed_at,
    profile: request.profile,
    policy_name: request.policy.name,
    policy_version: request.policy.version,
    original_content_fingerprint: request.content_fingerprint,
    claims: [],
    counts: completion.counts,
    coverage: { ...completion.coverage, missing_or_uncertain_spans: detail.missing_or_uncertain_spans },
    risk: { ...completion.risk, drivers: detail.risk_drivers },
    abstention: { ...completion.abstention, explanation: detail.abstention_explanation },
    overall_statement: detail.overall_statement,
    limitations: detail.limitations,
    engine: {
      ...engineOf(request, detail),
      policy_version: request.policy.version,
      result_schema_version: RESULT_SCHEMA_VERSION,
    },
  };
}

/** The claims of the current run, in text order. */
export function claimsOfRun<Claim extends FoldedClaim>(head: VerificationHead, claims: Iterable<Claim>): Claim[] {
  return Array.from(claims)
    .filter((claim) => claim.run === head.run)
    .sort((a, b) => a.extracted.start - b.extracted.start || a.extracted.ordinal - b.extracted.ordinal);
}

/** The text that was verified. Throws TextErasedError. */
export function openContent(request: VerificationRequestedData, open: TextOpener): string {
  return openText(request.content, request.verification_id, SEALED.content, open);
}

/** The question asked about the text; empty if there was none. Throws TextErasedError. */
export function openQuestion(request: VerificationRequestedData, open: TextOpener): string {
  return openText(request.question, request.verification_id, SEALED.question, open);
}

/** A reviewer's explanation. Throws TextErasedError. */
export function openExplanation(reviewId: string, sealed: string, open: TextOpener): string {
  return openText(sealed, reviewId, SEALED.explanation, open);
}

/** A claim's texts as extracted. Throws TextErasedError. */
export function openClaim(claimId: string, sealedDetail: string, open: TextOpener): ClaimDetail {
  return openDetail(sealedDetail, claimId, SEALED.claim, open);
}

/** What its judge left open of a claim: the hint first, if it has one. Throws TextErasedError. */
export function openAmbiguity({ extracted, judged }: ClaimState, open: TextOpener): readonly string[] {
  if (judged === null) return [];
  return openDetail<JudgementDetail>(judged.detail, extracted.claim_id, SEALED.judgement, open).unresolved_ambiguity;
}

/** The parts of the request that a claim's record repeats. */
export type ClaimRequest = Pick<VerificationRequestedData, 'profile' | 'policy' | 'engine'>;

/** What claims repeat: the engine is the one that took part, as in the result. Throws like resultWithoutClaims. */
export function claimRequestOf({ request, completion }: VerificationHead, open: TextOpener): ClaimRequest {
  if (request === null || completion === null) throw new Error('a result needs a completed verification');
  const { profile, policy, verification_id } = request;
  const detail = openDetail<CompletionDetail>(completion.detail, verification_id, SEALED.completion, open);
  return { profile, policy, engine: engineOf(request, detail) };
}

/** The engine without the language model that was to be asked, where it has answered nothing. */
function engineOf({ engine }: VerificationRequestedData, without: CompletionDetail) {
  const { judge_configuration, extraction_model, extraction_version } = without;
  return {
    ...engine,
    ...(extraction_model !== undefined && extraction_version !== undefined && { extraction_model, extraction_version }),
    ...(judge_configuration !== undefined && { judge_configuration }),
  };
}

/** One claim with its evidence. Throws like resultWithoutClaims, and Error for a claim that was never judged. */
export function claimRecord(request: ClaimRequest, claim: ClaimState, open: TextOpener): ClaimRecord {
  const { extracted, judged } = claim;
  if (judged === null) throw new Error('a completed verification has a claim that was never judged');
  const said = openClaim(extracted.claim_id, extracted.detail, open);
  const judgement = openDetail<JudgementDetail>(judged.detail, extracted.claim_id, SEALED.judgement, open);
  return {
    id: extracted.claim_id,
    original_span: said.original_span,
    location: { start: extracted.start, end: extracted.end, page: extracted.page, chunk: extracted.chunk },
    normalized_claim: said.normalized_claim,
    verification: {
      verification_profile: request.profile,
      policy_name: request.policy.name,
      policy_version: request.policy.version,
      ...request.engine,
      verification_timestamp: judged.judged_at,
    },
    claim_type: extracted.claim_type,
    materiality: extracted.materiality,
    verdict: judged.verdict,
    reliability: judged.reliability,
    policy_reason: judgement.policy_reason,
    entities: said.entities,
    dates_and_temporal_scope: said.dates_and_temporal_scope,
    quantities_and_units: said.quantities_and_units,
    jurisdiction: said.jurisdiction,
    ambiguous_dependencies: said.ambiguous_dependencies,
    ...evidenceLists(claim, judgement, open),
    limitations: union(said.limitations, judgement.limitations),
    unresolved_ambiguity: union(judgement.unresolved_ambiguity, said.unresolved_ambiguity),
    correction: judgement.correction === null ? null : { ...judgement.correction, reverified_result_id: null },
    human_review_status: claim.human_review_status,
    human_review: humanReview(claim, judged.verdict, open),
  };
}

/** The state of the review after its latest action; null without one. */
function humanReview(claim: ClaimState, verdict: Verdict, open: TextOpener): HumanReview | null {
  const latest = claim.reviews.at(-1);
  if (latest === undefined) return null;
  return {
    state: latest.state,
    decision: humanDecision(verdict, claim.reviews),
    action: latest.action,
    explanation: openExplanation(latest.review_id, latest.explanation, open),
    reviewer: latest.reviewer,
    reviewed_at: latest.recorded_at,
    assigned_to_user_id: claim.assigned_to_user_id,
    due_at: claim.due_at,
  };
}

type EvidenceLists = Pick<ClaimRecord, 'supporting_evidence' | 'opposing_evidence' | 'contextual_evidence'>;

/**
 * Joins passages with their judgements. Supporting and contradicting ones come most probable first, the others in the
 * judge's order: nearest first.
 */
function evidenceLists(claim: ClaimState, judgement: JudgementDetail, open: TextOpener): EvidenceLists {
  if (claim.evidence === null) return { supporting_evidence: [], opposing_evidence: [], contextual_evidence: [] };
  const sealed = claim.evidence.detail;
  const passages = openDetail<RetrievedPassage[]>(sealed, claim.extracted.claim_id, SEALED.evidence, open);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const strongestFirst = judgement.passages.toSorted(
    (a, b) =>
      b.probability - a.probability ||
      (byId.get(b.id)?.score ?? 0) - (byId.get(a.id)?.score ?? 0) ||
      (a.id < b.id ? -1 : 1),
  );
  const itemsOf = (passages: JudgementDetail['passages'], ...relationships: EvidenceItem['relationship'][]) =>
    passages
      .filter(({ relationship }) => relationships.includes(relationship))
      .map((judged) => evidenceItem(byId.get(judged.id), judged));
  return {
    supporting_evidence: itemsOf(strongestFirst, 'supports'),
    opposing_evidence: itemsOf(strongestFirst, 'contradicts'),
    contextual_evidence: itemsOf(judgement.passages, 'context', 'unresolved'),
  };
}

function evidenceItem(
  passage: RetrievedPassage | undefined,
  judged: JudgementDetail['passages'][number],
): EvidenceItem {
  if (passage === undefined) throw new Error(`passage ${judged.id} was judged but never retrieved`);
  const { source } = passage;
  return {
    id: passage.id,
    title: source.title,
    publisher: source.publisher,
    canonical_url: source.canonical_url,
    destination_domain: source.destination_domain,
    publication_or_effective_date: source.publication_date,
    retrieved_at: source.retrieved_at,
    source_class: source.source_class,
    jurisdiction: source.jurisdiction,
    licence_or_usage_constraints: source.licence,
    passage: passage.text,
    relationship: judged.relationship,
    relationship_explanation: judged.explanation,
    quality: judged.quality,
    retrieval_provider: source.retrieval_provider,
    independence_cluster: passage.independence_cluster,
  };
}

function openText(sealed: string, record: string, field: SealedField, open: TextOpener): string {
  const text = open.text(sealed, record, field);
  if (text === null) throw new TextErasedError(field);
  return text;
}

/**
 * Without a schema, as a long text's result has thousands of details, and a thread that only reads results needs no
 * schemas this way.
 */
export function openDetail<Detail>(sealed: string, record: string, field: SealedField, open: TextOpener): Detail {
  const detail = open.detail(sealed, record, field);
  if (detail === null) throw new TextErasedError(field);
  return detail as Detail;
}

function union(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])];
}
