/** Builds verifications for tests by running commands through the decider, so that only legal histories result. */

import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { JsonObject } from '#contracts/json.ts';
import type { EventMetadata, EventStore, NewEvent } from '#contracts/ports/event-store.ts';
import type { Materiality, Relationship, ReviewAction, Verdict } from '#contracts/vocabulary.ts';
import { registry } from '#domain/events/registry.ts';
import { derivedId, newEventId } from '#domain/ids.ts';
import type { VerificationCommand } from '#domain/verification/commands.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { EVERY_DETAIL, withDetails } from '#domain/verification/details.ts';
import type { CompletionDetail, VerificationEvent, VerificationRequestedData } from '#domain/verification/events.ts';
import {
  claimRecord,
  claimRequestOf,
  claimsOfRun,
  resultWithoutClaims,
  type TextOpener,
} from '#domain/verification/result.ts';
import type {
  ClaimDetail,
  ClaimExtractedData,
  JudgementDetail,
  RetrievedPassage,
} from '#domain/verification/stage-events.ts';
import {
  evolve,
  type FoldedClaim,
  initialState,
  type VerificationHead,
  type VerificationState,
} from '#domain/verification/state.ts';
import { requestedData } from './arbitraries.ts';

/** A fake seal without encryption; `open` checks the record and field. */
export function seal(record: string, field: string, text: string): string {
  return `sealed|${record}|${field}|${Buffer.from(text).toString('base64')}`;
}

/** Opens what `seal` made. Throws for another record or field. */
function openText(sealed: string, record: string, field: string): string {
  const [, itsRecord, itsField, text] = sealed.split('|');
  if (itsRecord !== record || itsField !== field) throw new Error(`sealed as ${itsRecord}/${itsField}`);
  return Buffer.from(text!, 'base64').toString();
}

export const open: TextOpener = {
  text: openText,
  detail: (...sealed) => JSON.parse(openText(...sealed)),
};

/** Opens nothing, as after the key was destroyed. */
export const SHREDDED: TextOpener = { text: () => null, detail: () => null };

export interface PlannedClaim {
  text?: string;
  start?: number;
  materiality?: Materiality;
  verdict?: Verdict;
  reliability?: number;
  /** Relationship of each passage. */
  passages?: Relationship[];
  passage?: Partial<Omit<RetrievedPassage, 'source'>> & { source?: Partial<RetrievedPassage['source']> };
  correction?: JudgementDetail['correction'];
  /** Of each passage. */
  explanation?: string;
  /** What the judge left open, the hint first. */
  ambiguity?: string[];
}

export interface Plan {
  id?: string;
  organization_id?: string;
  content?: string;
  question?: string;
  claims?: PlannedClaim[];
  request?: Partial<VerificationRequestedData>;
  completion?: Partial<CompletionDetail>;
}

export interface History {
  id: string;
  state: VerificationState;
  events: VerificationEvent[];
  /** Runs a command and returns its events; none if it was rejected or had nothing to do. */
  decide(command: VerificationCommand): VerificationEvent[];
  request(): void;
  extract(): void;
  retrieve(): void;
  judge(): void;
  complete(): void;
  /** All of the above. */
  run(): History;
  fail(reason?: 'provider_unavailable' | 'engine_timeout' | 'engine_error'): void;
  restart(): void;
  cancel(): void;
  review(
    ordinal: number,
    action: ReviewAction,
    options?: { decision?: Verdict; assignee?: string; due?: string; text?: string },
  ): void;
  expire(): void;
  erase(): void;
  claimId(ordinal: number): string;
}

const AT = '2026-03-01T10:00:00.000Z';

/** Creates an empty history; its commands follow the plan. */
export function createHistory(plan: Plan = {}): History {
  const id = plan.id ?? 'ver_00000000000070008000000000000001';
  const claims = plan.claims ?? [{}];
  let reviews = 0;

  const history: History = {
    id,
    state: initialState(),
    events: [],
    claimId: (ordinal) => derivedId('clm', id, ordinal),
    decide(command) {
      const decision = VERIFICATION.decide(command, history.state);
      const events = decision.accepted ? decision.events : [];
      for (const event of events) history.state = evolve(history.state, event);
      history.events.push(...events);
      return events;
    },
    request() {
      history.decide({ type: 'RequestVerification', data: requested(id, plan) });
    },
    extract() {
      const { run } = history.state.head;
      history.decide({
        type: 'RecordExtraction',
        run,
        claims: claims.map((claim, ordinal) => extracted(history.claimId(ordinal), run, ordinal, claim)),
        completion: {
          run,
          claims: claims.length,
          checkable_claims: claims.length,
          estimated_material_claims: claims.length,
          estimate_method: 'clauses-1',
          language: 'en',
          detail: seal(id, 'extraction', JSON.stringify({ missing_spans: [], limitations: [] })),
        },
      });
    },
    retrieve() {
      const { run } = history.state.head;
      history.decide({
        type: 'RecordEvidence',
        run,
        evidence: claims.map((claim, ordinal) => {
          const passages = passagesOf(history.claimId(ordinal), claim);
          return {
            run,
            claim_id: history.claimId(ordinal),
            ordinal,
            passages: passages.length,
            gaps: [],
            detail: seal(history.claimId(ordinal), 'evidence', JSON.stringify(passages)),
          };
        }),
        completion: {
          run,
          claims_searched: claims.length,
          claims_without_evidence: 0,
          unsearched_claims: 0,
          passages: 1,
        },
      });
    },
    judge() {
      const { run } = history.state.head;
      history.decide({
        type: 'RecordJudgements',
        run,
        judgements: claims.map((claim, ordinal) => ({
          run,
          claim_id: history.claimId(ordinal),
          ordinal,
          verdict: claim.verdict ?? 'supported',
          reliability: claim.reliability ?? 0.9,
          reason_code: 'enough_sources',
          judged_at: AT,
          detail: seal(
            history.claimId(ordinal),
            'judgement',
            JSON.stringify(judgementOf(history.claimId(ordinal), claim)),
          ),
        })),
        completion: { run, counts: countsOf(claims) },
      });
    },
    complete() {
      const { run } = history.state.head;
      const detail: CompletionDetail = {
        missing_or_uncertain_spans: [],
        risk_drivers: [],
        abstention_explanation: 'No claim was left undecided.',
        overall_statement: 'Every claim was found in suitable sources.',
        limitations: ['Only local sources were asked.'],
        ...plan.completion,
      };
      history.decide({
        type: 'CompleteVerification',
        data: {
          run,
          completed_at: '2026-03-01T10:00:05.000Z',
          counts: countsOf(claims),
          coverage: {
            score: 1,
            status: 'complete',
            extracted_material_claims: claims.length,
            estimated_material_claims: claims.length,
            method: 'clauses-1',
            threshold: 0.8,
          },
          risk: { score: 0.1, level: 'low', model_version: 'risk-1' },
          abstention: { count: 0, rate: 0, material_count: 0 },
          detail: seal(id, 'completion', JSON.stringify(detail)),
        },
      });
    },
    run() {
      history.request();
      history.extract();
      history.retrieve();
      history.judge();
      history.complete();
      return history;
    },
    fail(reason = 'engine_error') {
      history.decide({ type: 'FailVerification', run: history.state.head.run, reason, stage: 'judge', failed_at: AT });
    },
    restart() {
      history.decide({
        type: 'RestartVerification',
        cause: 'idempotent_retry',
        restarted_at: AT,
        key_id: 'key_2',
      });
    },
    cancel() {
      history.decide({ type: 'CancelVerification', cancelled_at: AT });
    },
    review(ordinal, action, { decision, assignee, due, text = 'I looked it up.' } = {}) {
      const review_id = `rev_${++reviews}`;
      history.decide({
        type: 'RecordReview',
        review_id,
        claim_id: history.claimId(ordinal),
        action,
        decision: decision ?? null,
        assigned_to_user_id: assignee ?? null,
        due_at: due ?? null,
        reviewer: { type: 'user', id: 'usr_1' },
        recorded_at: `2026-03-01T11:00:${String(reviews).padStart(2, '0')}.000Z`,
        explanation: seal(review_id, 'explanation', text),
      });
    },
    expire() {
      history.decide({ type: 'ExpireVerification', reason: 'expired', expired_at: '2026-03-02T10:00:00.000Z' });
    },
    erase() {
      history.decide({ type: 'EraseVerification', erased_at: '2026-03-02T10:00:01.000Z' });
    },
  };
  return history;
}

export const METADATA: EventMetadata = {
  actor: { type: 'system', id: 'test' },
  ip: null,
  request_id: 'req_1',
  correlation_id: 'cor_1',
  causation_id: 'cau_1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  organization_id: 'org_1',
};

/** The event in its stored form, with a new id. */
export function toStored(event: VerificationEvent): NewEvent {
  return {
    id: newEventId(),
    type: registry.storedType(event.type),
    data: event.data as unknown as JsonObject,
    metadata: METADATA,
  };
}

/** Appends the events of the history that the stream doesn't have yet. */
export async function store(events: EventStore, history: History): Promise<void> {
  const stream = VERIFICATION.stream(history.id);
  const there = (await events.readStream(stream)).length;
  const missing = history.events.slice(there).map(toStored);
  const result = await events.append(stream, there === 0 ? 'no_stream' : there - 1, missing);
  if (result.outcome !== 'appended') throw new Error('the stream has moved on');
}

function requested(id: string, plan: Plan): VerificationRequestedData {
  const content = plan.content ?? 'The tower is 330 metres tall.';
  return requestedData({
    verification_id: id,
    organization_id: plan.organization_id ?? 'org_1',
    created_at: AT,
    expires_at: '2026-03-02T10:00:00.000Z',
    engine: {
      extraction_model: 'evidence-extractive-1',
      extraction_version: '1.0.0',
      retrieval_configuration: 'retrieval-1',
      judge_configuration: 'judge-1',
    },
    content_fingerprint: 'f'.repeat(64),
    characters: Array.from(content).length,
    bytes: Buffer.byteLength(content),
    content: seal(id, 'content', content),
    question: seal(id, 'question', plan.question ?? ''),
    ...plan.request,
  });
}

function extracted(claim_id: string, run: number, ordinal: number, claim: PlannedClaim): ClaimExtractedData {
  const text = claim.text ?? `The tower is ${ordinal} metres tall.`;
  const start = claim.start ?? ordinal * 10;
  const detail: ClaimDetail = {
    original_span: text,
    normalized_claim: text,
    sentence: text,
    entities: ['tower'],
    dates_and_temporal_scope: [],
    quantities_and_units: [`${ordinal} metres`],
    jurisdiction: null,
    ambiguous_dependencies: [],
    unresolved_ambiguity: [],
    limitations: ['read alone'],
  };
  return {
    run,
    claim_id,
    ordinal,
    start,
    end: start + Array.from(text).length,
    chunk: 0,
    page: null,
    checkable: true,
    not_checkable_reason: null,
    claim_type: 'numerical',
    materiality: claim.materiality ?? 'medium',
    detail: seal(claim_id, 'claim', JSON.stringify(detail)),
  };
}

function passagesOf(claimId: string, claim: PlannedClaim): RetrievedPassage[] {
  return (claim.passages ?? ['supports']).map((_, index) => ({
    id: derivedId('evd', claimId, index),
    text: `Passage ${index}.`,
    ordinal: index,
    score: 1 + (index % 3),
    independence_cluster: `cluster-${index}`,
    ...claim.passage,
    source: {
      canonical_url: `https://example.org/${index}`,
      title: 'A page',
      publisher: 'Example',
      destination_domain: 'example.org',
      source_class: 'web',
      approved: false,
      publication_date: null,
      jurisdiction: null,
      licence: null,
      retrieved_at: AT,
      retrieval_provider: 'library',
      ...claim.passage?.source,
    },
  }));
}

function judgementOf(claimId: string, claim: PlannedClaim): JudgementDetail {
  return {
    policy_reason: 'enough_sources: two independent sources support it.',
    passages: (claim.passages ?? ['supports']).map((relationship, index) => ({
      id: derivedId('evd', claimId, index),
      relationship,
      probability: 0.5 + ((index * 7) % 5) / 10,
      explanation: claim.explanation ?? 'names the same height',
      quality: { authority: 0.5, independence: 1, freshness: 0.5, specificity: 1, primary: false, rationale: [] },
    })),
    correction: claim.correction ?? null,
    limitations: ['read alone', 'one source only'],
    unresolved_ambiguity: claim.ambiguity ?? [],
  };
}

function countsOf(claims: PlannedClaim[]): Record<Verdict, number> {
  const counts = { supported: 0, contradicted: 0, disputed: 0, unverifiable: 0, not_checkable: 0 };
  for (const claim of claims) counts[claim.verdict ?? 'supported']++;
  return counts;
}

/** These histories are folded with all details. */
const NOTHING_LEFT = new Map();

/** The result in one go, to compare with what the service makes of it in steps. */
export function assembleResult(
  head: VerificationHead,
  claims: Iterable<FoldedClaim>,
  open: TextOpener,
): VerificationResult {
  const result = resultWithoutClaims(head, open);
  const from = claimRequestOf(head, open);
  return {
    ...result,
    claims: claimsOfRun(head, claims).map((claim) =>
      claimRecord(from, withDetails(claim, NOTHING_LEFT, EVERY_DETAIL), open),
    ),
  };
}
