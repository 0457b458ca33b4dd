/** Random commands of every kind, for property tests. */

import {
  BASE_PROFILES,
  CLAIM_TYPES,
  FAILURE_REASONS,
  MATERIALITIES,
  type Materiality,
  MODES,
  REVIEW_ACTIONS,
  VERDICTS,
  type Verdict,
} from '#contracts/vocabulary.ts';
import type { VerificationCommand } from '#domain/verification/commands.ts';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import type { ClaimExtractedData, ModelConsultedData } from '#domain/verification/stage-events.ts';
import fc from '#test/support/property.ts';

const AT = '2026-01-01T00:00:00.000Z';
const counts = { supported: 1, contradicted: 0, disputed: 0, unverifiable: 0, not_checkable: 0 };

/** Data of the VerificationRequested event of `ver_1`, unless overridden. */
export function requestedData(overrides: Partial<VerificationRequestedData> = {}): VerificationRequestedData {
  return {
    verification_id: 'ver_1',
    organization_id: 'org_1',
    request_id: 'req_1',
    kind: 'text',
    created_at: AT,
    expires_at: '2026-01-02T00:00:00.000Z',
    retention_hours: 24,
    zero_retention: false,
    profile: 'general_web',
    mode: 'thorough',
    source_set_id: null,
    policy: {
      name: 'general_web',
      version: '1',
      base_profile: 'general_web',
      minimum_independent_sources: 2,
      authoritative_source_can_decide: true,
      coverage_threshold: 0.8,
    },
    engine: { extraction_model: 'm', extraction_version: '1', retrieval_configuration: 'r', judge_configuration: 'j' },
    content_fingerprint: 'f',
    characters: 10,
    bytes: 10,
    cost_cents: 2,
    key_id: 'key_1',
    content: 's1.content',
    question: 's1.question',
    ...overrides,
  };
}

export const requested: fc.Arbitrary<VerificationRequestedData> = fc
  .record({
    zero_retention: fc.boolean(),
    mode: fc.constantFrom(...MODES),
    base_profile: fc.constantFrom(...BASE_PROFILES),
  })
  .map(({ zero_retention, mode, base_profile }) => {
    const data = requestedData({ zero_retention, mode });
    return { ...data, policy: { ...data.policy, base_profile } };
  });

const claimNumber = fc.integer({ min: 0, max: 4 });
const run = fc.integer({ min: 1, max: 3 });
const verdict = fc.constantFrom(...VERDICTS);

/** The id of claim `n`. */
export function claimId(n: number): string {
  return `clm_${n}`;
}

const extracted: fc.Arbitrary<ClaimExtractedData> = fc
  .record({
    run,
    ordinal: claimNumber,
    claim_type: fc.constantFrom(...CLAIM_TYPES),
    materiality: fc.constantFrom(...MATERIALITIES),
    checkable: fc.boolean(),
  })
  .map(({ run, ordinal, claim_type, materiality, checkable }) => ({
    run,
    claim_id: claimId(ordinal),
    ordinal,
    start: ordinal * 10,
    end: ordinal * 10 + 5,
    chunk: ordinal,
    page: null,
    checkable,
    not_checkable_reason: checkable ? null : 'opinion',
    claim_type,
    materiality,
    detail: 's1.detail',
  }));

/** Data of a ModelConsulted event about the first question on the first claim, unless overridden. */
export function consultedData(overrides: Partial<ModelConsultedData> = {}): ModelConsultedData {
  return {
    run: 1,
    claim_id: claimId(0),
    ordinal: 0,
    question: 0,
    model: 'reader',
    prompt_version: 'passages-1',
    deidentified: false,
    outcome: 'answered',
    input_tokens: 900,
    output_tokens: 60,
    detail: 's1.consultation',
    ...overrides,
  };
}

const groupOf = <T extends { ordinal: number }>(item: fc.Arbitrary<T>) =>
  fc.uniqueArray(item, { maxLength: 5, selector: ({ ordinal }) => ordinal });

/** An arbitrary command, legal or not. */
export const verificationCommand: fc.Arbitrary<VerificationCommand> = fc.oneof(
  requested.map((data) => ({ type: 'RequestVerification' as const, data })),
  fc.record({ run, claims: groupOf(extracted) }).map(({ run, claims }) => ({
    type: 'RecordExtraction' as const,
    run,
    claims: claims.map((claim) => ({ ...claim, run })),
    completion: {
      run,
      claims: claims.length,
      checkable_claims: claims.filter((claim) => claim.checkable).length,
      estimated_material_claims: claims.length,
      estimate_method: 'test',
      language: 'en',
      detail: 's1.notes',
    },
  })),
  fc.record({ run, ordinals: fc.uniqueArray(claimNumber), complete: fc.boolean() }).map((draw) => ({
    type: 'RecordEvidence' as const,
    run: draw.run,
    evidence: draw.ordinals.map((ordinal) => ({
      run: draw.run,
      claim_id: claimId(ordinal),
      ordinal,
      passages: 1,
      gaps: [],
      detail: 's1.evidence',
    })),
    completion: draw.complete
      ? { run: draw.run, claims_searched: 1, claims_without_evidence: 0, unsearched_claims: 0, passages: 1 }
      : null,
  })),
  fc
    .record({ run, ids: fc.array(claimNumber), kind: fc.constantFrom('search' as const, 'document' as const) })
    .map((draw) => ({
      type: 'RecordSourceCalls' as const,
      run: draw.run,
      calls: draw.ids.map((id) => ({ id: String(id), source: 'wikipedia', kind: draw.kind })),
    })),
  fc.record({ run, ordinals: fc.uniqueArray(claimNumber), question: fc.integer({ min: 0, max: 1 }) }).map((draw) => ({
    type: 'RecordConsultations' as const,
    run: draw.run,
    consultations: draw.ordinals.map((ordinal) =>
      consultedData({ run: draw.run, claim_id: claimId(ordinal), ordinal, question: draw.question }),
    ),
  })),
  fc.record({ run, ordinals: fc.uniqueArray(claimNumber), verdict, complete: fc.boolean() }).map((draw) => ({
    type: 'RecordJudgements' as const,
    run: draw.run,
    judgements: draw.ordinals.map((ordinal) => ({
      run: draw.run,
      claim_id: claimId(ordinal),
      ordinal,
      verdict: draw.verdict,
      reliability: 0.5,
      reason_code: 'test',
      judged_at: AT,
      detail: 's1.judgement',
    })),
    completion: draw.complete ? { run: draw.run, counts } : null,
  })),
  fc.constant({ type: 'CancelVerification' as const, cancelled_at: AT }),
  run.map((run) => ({
    type: 'CompleteVerification' as const,
    data: {
      run,
      completed_at: AT,
      counts,
      coverage: {
        score: 1,
        status: 'complete' as const,
        extracted_material_claims: 1,
        estimated_material_claims: 1,
        method: 'test',
        threshold: 0.8,
      },
      risk: { score: 0, level: 'low' as const, model_version: 'test' },
      abstention: { count: 0, rate: 0, material_count: 0 },
      detail: 's1.completion',
    },
  })),
  fc.record({ run, reason: fc.constantFrom(...FAILURE_REASONS) }).map(({ run, reason }) => ({
    type: 'FailVerification' as const,
    run,
    reason,
    stage: 'judge',
    failed_at: AT,
  })),
  fc.record({ run, trigger: fc.constantFrom('e1', 'e2') }).map(({ run, trigger }) => ({
    type: 'DeadLetterStage' as const,
    run,
    stage: 'judge',
    trigger_event_id: trigger,
    attempts: 5,
    error_class: 'Error',
    error_code: null,
    reason: 'internal_error' as const,
    dead_lettered_at: AT,
  })),
  fc.constantFrom('idempotent_retry' as const, 'dead_letter_retry' as const).map((cause) => ({
    type: 'RestartVerification' as const,
    cause,
    restarted_at: AT,
    key_id: 'key_2',
  })),
  fc
    .record({
      review: fc.integer({ min: 0, max: 5 }),
      ordinal: claimNumber,
      action: fc.constantFrom(...REVIEW_ACTIONS),
      decision: fc.option(verdict, { nil: null }),
      assignee: fc.option(fc.constant('usr_1'), { nil: null }),
    })
    .map((draw) => ({
      type: 'RecordReview' as const,
      review_id: `rev_${draw.review}`,
      claim_id: claimId(draw.ordinal),
      action: draw.action,
      decision: draw.decision,
      assigned_to_user_id: draw.assignee,
      due_at: null,
      reviewer: { type: 'api_key' as const, id: 'key_1' },
      recorded_at: AT,
      explanation: 's1.explanation',
    })),
  fc.constantFrom('expired' as const, 'zero_retention' as const).map((reason) => ({
    type: 'ExpireVerification' as const,
    reason,
    expired_at: AT,
  })),
  fc.constant({ type: 'EraseVerification' as const, erased_at: AT }),
);

/** The shortest sequence of commands that completes a verification of one claim. */
export function completedPath(verdict: Verdict, materiality: Materiality): VerificationCommand[] {
  const claim = { run: 1, claim_id: claimId(0), ordinal: 0 };
  const counts = { supported: 0, contradicted: 0, disputed: 0, unverifiable: 0, not_checkable: 0, [verdict]: 1 };
  return [
    { type: 'RequestVerification', data: requestedData() },
    {
      type: 'RecordExtraction',
      run: 1,
      claims: [
        {
          ...claim,
          start: 0,
          end: 5,
          chunk: 0,
          page: null,
          checkable: true,
          not_checkable_reason: null,
          claim_type: 'event',
          materiality,
          detail: 's1.detail',
        },
      ],
      completion: {
        run: 1,
        claims: 1,
        checkable_claims: 1,
        estimated_material_claims: 1,
        estimate_method: 'test',
        language: 'en',
        detail: 's1.notes',
      },
    },
    {
      type: 'RecordEvidence',
      run: 1,
      evidence: [{ ...claim, passages: 1, gaps: [], detail: 's1.evidence' }],
      completion: { run: 1, claims_searched: 1, claims_without_evidence: 0, unsearched_claims: 0, passages: 1 },
    },
    {
      type: 'RecordJudgements',
      run: 1,
      judgements: [{ ...claim, verdict, reliability: 0.9, reason_code: 'test', judged_at: AT, detail: 's1.judgement' }],
      completion: { run: 1, counts },
    },
    {
      type: 'CompleteVerification',
      data: {
        run: 1,
        completed_at: AT,
        counts,
        coverage: {
          score: 1,
          status: 'complete',
          extracted_material_claims: 1,
          estimated_material_claims: 1,
          method: 'test',
          threshold: 0.8,
        },
        risk: { score: 0, level: 'low', model_version: 'test' },
        abstention: { count: 0, rate: 0, material_count: 0 },
        detail: 's1.completion',
      },
    },
  ];
}
