/** Stream `verification-<id>`: the whole history of one verification. Customer text appears sealed only. */
import { z } from 'zod';
import {
  BaseProfile,
  ClaimType,
  CoverageStatus,
  FailureReason,
  HumanReviewStatus,
  Materiality,
  Mode,
  ReviewAction,
  ReviewState,
  RiskLevel,
  Verdict,
} from '#contracts/vocabulary-schemas.ts';
import { defineEvent, type EventOf, Sealed, Timestamp } from '../events/definition.ts';

/** The policy as applied; later changes of the policy do not affect it. */
export const AppliedPolicy = z.object({
  name: z.string(),
  version: z.string(),
  base_profile: BaseProfile,
  minimum_independent_sources: z.int(),
  /** Present if a customer's policy states the minimum, which then holds for every class of source. */
  states_minimum_sources: z.literal(true).optional(),
  authoritative_source_can_decide: z.boolean(),
  coverage_threshold: z.number(),
});
export type AppliedPolicy = z.infer<typeof AppliedPolicy>;

/** Versions of everything that affects verdicts. */
export const EngineVersions = z.object({
  extraction_model: z.string(),
  extraction_version: z.string(),
  retrieval_configuration: z.string(),
  judge_configuration: z.string(),
});
export type EngineVersions = z.infer<typeof EngineVersions>;

export const VerdictCounts = z.object({
  supported: z.int(),
  contradicted: z.int(),
  disputed: z.int(),
  unverifiable: z.int(),
  not_checkable: z.int(),
});
export type VerdictCounts = z.infer<typeof VerdictCounts>;

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
export const Stretches = z.array(z.object({ start: z.int(), end: z.int() }));
export type Stretches = z.infer<typeof Stretches>;

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
    within: Stretches.optional(),
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

export const ClaimExtracted = defineEvent(
  'ClaimExtracted',
  1,
  z.object({
    run: z.int(),
    claim_id: z.string(),
    ordinal: z.int(),
    /** Code-point offsets into the content, end exclusive. */
    start: z.int(),
    end: z.int(),
    chunk: z.int().nullable(),
    page: z.int().nullable(),
    checkable: z.boolean(),
    not_checkable_reason: z.string().nullable(),
    claim_type: ClaimType,
    materiality: Materiality,
    /** Sealed JSON of ClaimDetail. */
    detail: Sealed,
  }),
);

/** The sealed part of ClaimExtracted. */
export const ClaimDetail = z.object({
  original_span: z.string(),
  normalized_claim: z.string(),
  sentence: z.string(),
  /** ISO 639-1 or 'und'; absent for English, and in records of before languages were told apart by claim. */
  language: z.string().optional(),
  entities: z.array(z.string()),
  dates_and_temporal_scope: z.array(z.string()),
  quantities_and_units: z.array(z.string()),
  jurisdiction: z.string().nullable(),
  ambiguous_dependencies: z.array(z.string()),
  unresolved_ambiguity: z.array(z.string()),
  limitations: z.array(z.string()),
});
export type ClaimDetail = z.infer<typeof ClaimDetail>;

export const ExtractionCompleted = defineEvent(
  'ExtractionCompleted',
  1,
  z.object({
    run: z.int(),
    claims: z.int(),
    checkable_claims: z.int(),
    estimated_material_claims: z.int(),
    estimate_method: z.string(),
    /**
     * Code-point offset from which the text was not read because it has too many claims. Absent if all of it was read.
     */
    unread_from: z.int().optional(),
    language: z.string(),
    /** Sealed JSON of ExtractionNotes. */
    detail: Sealed,
  }),
);

export const ExtractionNotes = z.object({ missing_spans: z.array(z.string()), limitations: z.array(z.string()) });
export type ExtractionNotes = z.infer<typeof ExtractionNotes>;

export const EvidenceRetrieved = defineEvent(
  'EvidenceRetrieved',
  1,
  z.object({
    run: z.int(),
    claim_id: z.string(),
    ordinal: z.int(),
    passages: z.int(),
    /** Typed reasons why evidence is missing or thin; may be empty. */
    gaps: z.array(z.string()),
    /** Sealed JSON of RetrievedPassage[]. */
    detail: Sealed,
  }),
);

export const RetrievedPassage = z.object({
  id: z.string(),
  text: z.string(),
  ordinal: z.int(),
  score: z.number(),
  independence_cluster: z.string(),
  source: z.object({
    canonical_url: z.string(),
    title: z.string(),
    publisher: z.string(),
    destination_domain: z.string(),
    source_class: z.string(),
    approved: z.boolean(),
    publication_date: z.string().nullable(),
    jurisdiction: z.string().nullable(),
    licence: z.string().nullable(),
    retrieved_at: z.string(),
    retrieval_provider: z.string(),
    /** The passage is the snippet of a search. Absent if the page itself was read. */
    is_snippet: z.literal(true).optional(),
  }),
});
export type RetrievedPassage = z.infer<typeof RetrievedPassage>;

export const RetrievalCompleted = defineEvent(
  'RetrievalCompleted',
  1,
  z.object({
    run: z.int(),
    claims_searched: z.int(),
    claims_without_evidence: z.int(),
    /** Claims for which no source could be searched. */
    unsearched_claims: z.int(),
    passages: z.int(),
  }),
);

/** A call to a source outside the service. */
export const SourceCall = z.object({
  /** Keyed hash of the question, or of the document's URL: the same in every delivery of a run. */
  id: z.string(),
  /** The source's name, as in `retrieval_provider`. */
  source: z.string(),
  /**
   * `search`: a search is about to be sent, unless its host is failing; `charge`: its price, if it has one;
   * `remembered`: a search was answered from memory; `document`: a document is read.
   */
  kind: z.enum(['search', 'charge', 'remembered', 'document']),
  /** Of a `charge`, in cents and fractions of cents; negative: an earlier one is taken back, as no answer came. */
  cost_cents: z.number().optional(),
});
export type SourceCall = z.infer<typeof SourceCall>;

/** Calls to outside sources. Recorded before they are sent, so that a repeated delivery knows of them. */
export const SourcesAsked = defineEvent('SourcesAsked', 1, z.object({ run: z.int(), calls: z.array(SourceCall) }));

/** A run's use of outside sources, over all its SourcesAsked events. */
export const SourceUsage = z.object({
  /**
   * Searches that were to be sent, whatever their outcome. Includes those that were skipped because the host was
   * failing.
   */
  searches: z.int(),
  /** Searches that were answered from memory. */
  remembered: z.int(),
  /** Documents that were read, including cached copies. */
  documents: z.int(),
  /** In cents and fractions of cents; started cents are charged. */
  cost_cents: z.number(),
});
export type SourceUsage = z.infer<typeof SourceUsage>;

/**
 * The outcome of one question to a language model about a claim. Recorded before it is used, so that no answered
 * question is repeated.
 */
export const ModelConsulted = defineEvent(
  'ModelConsulted',
  1,
  z.object({
    run: z.int(),
    claim_id: z.string(),
    /** Ordinal of the claim. */
    ordinal: z.int(),
    /** Number of the question among those about the claim, from 0. */
    question: z.int(),
    model: z.string(),
    prompt_version: z.string(),
    /** Whether personal identifiers were replaced in the question; its quotes are then found through placeholders. */
    deidentified: z.boolean(),
    /** `answered`, or the kind of the failure. */
    outcome: z.enum([
      'answered',
      'unavailable',
      'rate_limited',
      'refused',
      'invalid_answer',
      'over_limit',
      'question_too_long',
      'quota_spent',
      'unauthorised',
      'unknown_model',
      'disconnected',
      'rejected',
      'not_recorded',
    ]),
    /** null: not reported by the server. */
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    /** Present if the answer was given to an earlier verification and no model was asked; both counts are then 0. */
    remembered: z.literal(true).optional(),
    /** Cost of the answer, in cents and fractions of cents. Absent for a model without a price. */
    cost_cents: z.number().optional(),
    /** Present if a server did not report the tokens of a try. */
    cost_estimated: z.literal(true).optional(),
    /** Sealed JSON of ModelReplyDetail. */
    detail: Sealed,
  }),
);

/**
 * The outcome of one question to a language model about a stretch of the text, from which claims are extracted. Recorded
 * before it is used, like the answers about claims. `question`: number of the stretch among those asked about, from 0.
 */
export const ExtractionConsulted = defineEvent(
  'ExtractionConsulted',
  1,
  ModelConsulted.schema.omit({ claim_id: true, ordinal: true }),
);

/** A run's use of language models, over all its ExtractionConsulted and ModelConsulted events. */
export const ModelUsage = z.object({
  /** Questions that were asked, whatever their outcome. */
  questions: z.int(),
  /** Answers reused from earlier verifications. */
  remembered: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** In cents and fractions of cents; started cents are charged. */
  cost_cents: z.number(),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

/** The sealed part of ModelConsulted and ExtractionConsulted: the answer as received, unchecked; null if there was none. */
export const ModelReplyDetail = z.object({
  answer: z.json(),
  /** The likeliest first tokens; null if the server gave none. */
  first_token: z.array(z.object({ token: z.string(), logprob: z.number() })).nullable(),
});
export type ModelReplyDetail = z.infer<typeof ModelReplyDetail>;

export const ClaimJudged = defineEvent(
  'ClaimJudged',
  1,
  z.object({
    run: z.int(),
    claim_id: z.string(),
    ordinal: z.int(),
    verdict: Verdict,
    reliability: z.number(),
    reason_code: z.string(),
    judged_at: Timestamp,
    /** Sealed JSON of JudgementDetail. */
    detail: Sealed,
  }),
);

/**
 * The sealed part of ClaimJudged. Passages are referenced by their ids in EvidenceRetrieved, which holds their text.
 */
export const JudgementDetail = z.object({
  policy_reason: z.string(),
  passages: z.array(
    z.object({
      id: z.string(),
      relationship: z.enum(['supports', 'contradicts', 'context', 'unresolved']),
      probability: z.number(),
      explanation: z.string(),
      quality: z.object({
        authority: z.number(),
        independence: z.number(),
        freshness: z.number(),
        specificity: z.number(),
        primary: z.boolean(),
        rationale: z.array(z.string()),
      }),
    }),
  ),
  correction: z
    .object({
      original: z.string(),
      suggested: z.string(),
      diff: z.array(z.record(z.string(), z.string())),
      reverified_verdict: Verdict,
      limitations: z.array(z.string()),
    })
    .nullable(),
  limitations: z.array(z.string()),
  unresolved_ambiguity: z.array(z.string()),
});
export type JudgementDetail = z.infer<typeof JudgementDetail>;

export const JudgementCompleted = defineEvent(
  'JudgementCompleted',
  1,
  z.object({ run: z.int(), counts: VerdictCounts }),
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
export type ClaimExtractedData = z.infer<typeof ClaimExtracted.schema>;
export type ExtractionCompletedData = z.infer<typeof ExtractionCompleted.schema>;
export type EvidenceRetrievedData = z.infer<typeof EvidenceRetrieved.schema>;
export type RetrievalCompletedData = z.infer<typeof RetrievalCompleted.schema>;
export type ModelConsultedData = z.infer<typeof ModelConsulted.schema>;
export type ExtractionConsultedData = z.infer<typeof ExtractionConsulted.schema>;
export type ClaimJudgedData = z.infer<typeof ClaimJudged.schema>;
export type VerificationCompletedData = z.infer<typeof VerificationCompleted.schema>;
export type VerificationFailedData = z.infer<typeof VerificationFailed.schema>;
export type VerificationCancelledData = z.infer<typeof VerificationCancelled.schema>;
export type ReviewRecordedData = z.infer<typeof ReviewRecorded.schema>;
export type StageDeadLetteredData = z.infer<typeof StageDeadLettered.schema>;
