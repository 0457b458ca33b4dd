/** Stream `verification-<id>`: the whole history of one verification. Customer text appears sealed only. */
import { z } from 'zod';
import {
  CoverageStatus,
  FailureReason,
  HumanReviewStatus,
  Mode,
  ReviewAction,
  ReviewState,
  RiskLevel,
  Verdict,
} from '#contracts/vocabulary-schemas.ts';
import { defineEvent, type EventOf, Sealed, Timestamp } from '../events/definition.ts';
import { AppliedPolicy, EngineVersions } from './applied.ts';
import {
  ClaimExtracted,
  ClaimJudged,
  EvidenceRetrieved,
  ExtractionCompleted,
  ExtractionConsulted,
  JudgementCompleted,
  ModelConsulted,
  ModelUsage,
  RetrievalCompleted,
  SourcesAsked,
  SourceUsage,
} from './stage-events.ts';
import { VerdictCounts } from './verdict-counts.ts';

/** The document that a text comes from. */
export const DocumentOrigin = z.object({
  job_id: z.string(),
  /** Code-point offsets at which the pages begin, in order; empty for documents without pages. */
  page_starts: z.array(z.int()),
});
export type DocumentOrigin = z.infer<typeof DocumentOrigin>;

/** The sources that the caller gave, in their order. */
export const SourcesGiven = z.array(z.object({ /** Code points of its text. */ characters: z.int() }));
export type SourcesGiven = z.infer<typeof SourcesGiven>;

/** Places in the text, in code points, end exclusive; in order. */
export const Places = z.array(z.object({ start: z.int(), end: z.int() }));
export type Places = z.infer<typeof Places>;

export const VerificationRequested = defineEvent(
  'VerificationRequested',
  2,
  z.object({
    verification_id: z.string(),
    organization_id: z.string(),
    request_id: z.string(),
    /** What is verified: a text, or a single claim. */
    kind: z.enum(['text', 'claim']),
    created_at: Timestamp,
    /** Equal to created_at for zero retention. */
    expires_at: Timestamp,
    retention_hours: z.int(),
    zero_retention: z.boolean(),
    profile: z.string(),
    mode: Mode,
    source_set_id: z.string().nullable(),
    policy: AppliedPolicy,
    engine: EngineVersions,
    /** Per-organization HMAC of the content, hex. */
    content_fingerprint: z.string(),
    /** Code points of the content. */
    characters: z.int(),
    /** UTF-8 bytes of the content: what is billed. */
    bytes: z.int(),
    cost_cents: z.int(),
    /** Number of the first run. Absent: 1; higher where attempts at a document ended before they began one. */
    run: z.int().optional(),
    /** API key whose slot and reservation this run holds. */
    key_id: z.string(),
    /** The key's project. Absent outside of projects. */
    project_id: z.string().optional(),
    /** The document job that the text comes from. Absent for other texts. */
    document: DocumentOrigin.optional(),
    /** Absent if the caller gave no sources. */
    sources_given: SourcesGiven.optional(),
    /** Only claims that stand in these are verified; the rest of the text says what they mean. Absent: all claims. */
    within: Places.optional(),
    content: Sealed,
    question: Sealed,
  }),
);

/**
 * A model wrote the text that is verified, for a chat completion; recorded together with the request. The text itself
 * is the content of VerificationRequested.
 */
export const CompletionGenerated = defineEvent(
  'CompletionGenerated',
  1,
  z.object({
    /** The model's name in the request. */
    model: z.string(),
    /** `length`: a limit has cut the text off. */
    finish_reason: z.enum(['stop', 'length']),
    /** null: not reported by the server. */
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    /** Cost of writing it, in cents and fractions of cents. Absent for a model without a price. */
    cost_cents: z.number().optional(),
    /** Present if a server did not report the tokens of a try. */
    cost_estimated: z.literal(true).optional(),
  }),
);

export const VerificationCompleted = defineEvent(
  'VerificationCompleted',
  1,
  z.object({
    run: z.int(),
    completed_at: Timestamp,
    counts: VerdictCounts,
    coverage: z.object({
      score: z.number(),
      status: CoverageStatus,
      extracted_material_claims: z.int(),
      estimated_material_claims: z.int(),
      method: z.string(),
      threshold: z.number(),
    }),
    risk: z.object({ score: z.number(), level: RiskLevel, model_version: z.string() }),
    abstention: z.object({ count: z.int(), rate: z.number(), material_count: z.int() }),
    /** Absent if no language model was asked. */
    model_usage: ModelUsage.optional(),
    /** Absent if no outside source was asked. */
    source_usage: SourceUsage.optional(),
    /** Sealed JSON of CompletionDetail. */
    detail: Sealed,
  }),
);

export const CompletionDetail = z.object({
  missing_or_uncertain_spans: z.array(z.string()),
  risk_drivers: z.array(z.string()),
  abstention_explanation: z.string(),
  overall_statement: z.string(),
  limitations: z.array(z.string()),
  /** Present if the configuration of the request names a language model that has answered nothing: the same without it. */
  judge_configuration: z.string().optional(),
  /** The same of the extraction. */
  extraction_model: z.string().optional(),
  extraction_version: z.string().optional(),
});
export type CompletionDetail = z.infer<typeof CompletionDetail>;

export const VerificationFailed = defineEvent(
  'VerificationFailed',
  1,
  z.object({
    run: z.int(),
    reason: FailureReason,
    stage: z.string(),
    failed_at: Timestamp,
    /** Absent if no language model was asked. */
    model_usage: ModelUsage.optional(),
    /** Absent if no outside source was asked. */
    source_usage: SourceUsage.optional(),
  }),
);

/** How many claims of a run each stage has done. */
export const ClaimsDone = z.object({
  extracted: z.int(),
  /** Of those extracted; only these are searched for. */
  checkable: z.int(),
  /** Claims whose evidence is recorded. */
  searched: z.int(),
  judged: z.int(),
});
export type ClaimsDone = z.infer<typeof ClaimsDone>;

/** Somebody stopped the run. Nothing is recorded or charged for it any more. */
export const VerificationCancelled = defineEvent(
  'VerificationCancelled',
  1,
  z.object({
    run: z.int(),
    cancelled_at: Timestamp,
    /** The stage that the run was at. */
    stage: z.enum(['extract', 'retrieve', 'judge', 'conclude']),
    /** What was done until then. */
    claims: ClaimsDone,
    /** Absent if no language model was asked. */
    model_usage: ModelUsage.optional(),
    /** Absent if no outside source was asked. */
    source_usage: SourceUsage.optional(),
  }),
);

/** The end of a run on the text of a document. Its job continues with this event. */
export const DocumentVerificationEnded = defineEvent(
  'DocumentVerificationEnded',
  1,
  z.object({ run: z.int(), job_id: z.string() }),
);

export const VerificationRestarted = defineEvent(
  'VerificationRestarted',
  1,
  z.object({
    /** The new run. */
    run: z.int(),
    cause: z.enum(['idempotent_retry', 'dead_letter_retry', 'job_retry']),
    restarted_at: Timestamp,
    key_id: z.string(),
  }),
);

export const StageDeadLettered = defineEvent(
  'StageDeadLettered',
  1,
  z.object({
    run: z.int(),
    stage: z.string(),
    trigger_event_id: z.string(),
    attempts: z.int(),
    /** Class and code of the last error, never its message. */
    error_class: z.string(),
    error_code: z.string().nullable(),
    dead_lettered_at: Timestamp,
  }),
);

export const ReviewRecorded = defineEvent(
  'ReviewRecorded',
  1,
  z.object({
    review_id: z.string(),
    claim_id: z.string(),
    /** Ordinal of the claim. */
    ordinal: z.int(),
    action: ReviewAction,
    decision: Verdict.nullable(),
    assigned_to_user_id: z.string().nullable(),
    due_at: Timestamp.nullable(),
    reviewer: z.object({ type: z.enum(['api_key', 'user', 'system']), id: z.string() }),
    recorded_at: Timestamp,
    /** Status and state after the action. */
    human_review_status: HumanReviewStatus,
    state: ReviewState,
    explanation: Sealed,
  }),
);

export const VerificationExpired = defineEvent(
  'VerificationExpired',
  1,
  z.object({ reason: z.enum(['expired', 'zero_retention']), expired_at: Timestamp }),
);

export const VerificationErased = defineEvent('VerificationErased', 1, z.object({ erased_at: Timestamp }));

export const VERIFICATION_EVENTS = [
  VerificationRequested,
  CompletionGenerated,
  ExtractionConsulted,
  ClaimExtracted,
  ExtractionCompleted,
  EvidenceRetrieved,
  SourcesAsked,
  RetrievalCompleted,
  ModelConsulted,
  ClaimJudged,
  JudgementCompleted,
  VerificationCompleted,
  VerificationFailed,
  VerificationCancelled,
  DocumentVerificationEnded,
  VerificationRestarted,
  StageDeadLettered,
  ReviewRecorded,
  VerificationExpired,
  VerificationErased,
] as const;

export type VerificationEvent = EventOf<(typeof VERIFICATION_EVENTS)[number]>;
export type VerificationRequestedData = z.infer<typeof VerificationRequested.schema>;
export type CompletionGeneratedData = z.infer<typeof CompletionGenerated.schema>;
export type VerificationCompletedData = z.infer<typeof VerificationCompleted.schema>;
export type VerificationFailedData = z.infer<typeof VerificationFailed.schema>;
export type VerificationCancelledData = z.infer<typeof VerificationCancelled.schema>;
export type ReviewRecordedData = z.infer<typeof ReviewRecorded.schema>;
export type StageDeadLetteredData = z.infer<typeof StageDeadLettered.schema>;
