/** Events that the stages of a verification record, from its claims to their judgements, and what is sealed in them. */
import { z } from 'zod';
import { ClaimType, Materiality, Verdict } from '#contracts/vocabulary-schemas.ts';
import { defineEvent, Sealed, Timestamp } from '../events/definition.ts';
import { VerdictCounts } from './verdict-counts.ts';

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
  /** By ISO 639-1: words by which documents in that language are searched. Absent if a model has given none. */
  search_words: z.record(z.string(), z.array(z.string())).optional(),
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

/** The outcome of a question to a language model about a claim. Recorded before it is used, so that none is repeated. */
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
    /** Ordinals of the claims that the question is about, in its order. Absent: this one alone. */
    about: z.array(z.int()).optional(),
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
    /** Present if the question was about several claims and its tokens and cost stand with another of them; here they are 0. */
    shared: z.literal(true).optional(),
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
  ModelConsulted.schema.omit({ claim_id: true, ordinal: true, about: true, shared: true }),
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

export type ClaimExtractedData = z.infer<typeof ClaimExtracted.schema>;
export type ExtractionCompletedData = z.infer<typeof ExtractionCompleted.schema>;
export type EvidenceRetrievedData = z.infer<typeof EvidenceRetrieved.schema>;
export type RetrievalCompletedData = z.infer<typeof RetrievalCompleted.schema>;
export type ModelConsultedData = z.infer<typeof ModelConsulted.schema>;
export type ExtractionConsultedData = z.infer<typeof ExtractionConsulted.schema>;
export type ClaimJudgedData = z.infer<typeof ClaimJudged.schema>;
