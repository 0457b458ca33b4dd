/**
 * The shapes that pass between the parts of the engine, and between the engine and its callers. All of them are plain
 * data (structured-cloneable), because the engine runs in worker threads.
 */
import type { HintKind } from '#common/hint-words.ts';
import type { Json } from '#contracts/json.ts';
import type { EntailmentFailure, PairScores } from '#contracts/ports/entailment-model.ts';
import type { LanguageModelRequest, ModelFailure, TokenProbability } from '#contracts/ports/language-model.ts';
import type { ClaimForm, ModelKind, TextForm } from '#contracts/ports/organization-models.ts';
import type {
  BaseProfile,
  ClaimType,
  CoverageStatus,
  Materiality,
  Relationship,
  RiskLevel,
  Verdict,
} from '#contracts/vocabulary.ts';
import type { CalibrationTable } from './judging/entailment/calibration-table.ts';

/* ------------------------------------------------------------------ extraction */

export interface ExtractionInput {
  content: string;
  /** Context for the text (who "he" is, what was asked); never itself a claim. */
  question: string;
  /** RFC 3339 time of the request; a date after it is none on which the text was written. */
  requestedAt: string;
  /** Direct claim: the whole text is one claim as it stands, whatever it is. */
  direct: boolean;
  /** Code-point offsets at which the pages of a document begin, in order; left out: the text has no pages. */
  page_starts?: readonly number[];
  /** Claims after which the rest of the text is not read. Default: those of a text. */
  most_claims?: number;
  /** Only claims that stand in these, in part at least, are wanted; the rest is read to understand them. Default: all. */
  within?: readonly Place[];
  /** What a language model replied to the questions about the text; left out: none was asked. */
  consultation?: TextConsultation;
}

/** A place in a text, in code points, end exclusive. */
export interface Place {
  start: number;
  end: number;
}

/** How a language model is asked about a text. */
export interface TextUse {
  /** Default: `statements`. */
  form?: Exclude<TextForm, 'none'>;
  /** Whether what identifies persons is replaced by placeholders. */
  deidentify: boolean;
  base_profile: BaseProfile;
  /**
   * Languages of the documents that will be searched (ISO 639-1), those of most documents first: search words are asked for
   * in those that the text isn't in. Default: none.
   */
  document_languages?: readonly string[];
}

/** A part of a text that a language model is asked about in one question. */
export interface TextStretch extends Place {
  /** null: nothing of it may be shown. */
  question: ModelRequest | null;
  /** What its claims depend on besides the answer and the rules' claims: title, question, what stands before, the stretch. */
  around: string;
  /** Code points from its start to the statement that opens the text, and to the one that closes it, if it has them. */
  outer: [opening: number | null, closing: number | null];
}

/** Words by which documents in a language are searched for, by that language (ISO 639-1). */
export type SearchWords = Record<string, string[]>;

/** What a language model was asked about a text, stretch by stretch, and what it replied. */
export interface TextConsultation extends TextUse {
  /** One per question, in their order. */
  replies: ModelReply[];
}

/** One atomic statement. `start` and `end` are code-point offsets into the content, end exclusive. */
export interface ExtractedClaim {
  ordinal: number;
  start: number;
  end: number;
  /** Exactly the code points [start, end) of the content. */
  original_span: string;
  /**
   * The claim made to stand alone, in the text's own words: a pronoun or "the company" is replaced where one antecedent fits.
   * "Last year" keeps its words.
   */
  normalized_claim: string;
  /** The sentence the claim was taken from, for judging what could not be resolved. */
  sentence: string;
  /** Ordinal of the segment (sentence, list item, table row, heading …) it stands in. */
  chunk: number;
  /** ISO 639-1 or 'und'; absent for English, which alone is analysed. */
  language?: string | undefined;
  /** By language, what else passages are searched by; nothing else is made of it. Absent: nothing. */
  search_words?: SearchWords | undefined;
  checkable: boolean;
  /**
   * opinion, prediction, question, instruction (one that only urges: "please come"), greeting, first_person_experience,
   * fiction, not_a_statement; null if checkable.
   */
  not_checkable_reason: string | null;
  claim_type: ClaimType;
  materiality: Materiality;
  entities: string[];
  /** As written; behind them what "last year" is, if the text says when it was written. */
  dates_and_temporal_scope: string[];
  quantities_and_units: string[];
  jurisdiction: string | null;
  ambiguous_dependencies: string[];
  unresolved_ambiguity: string[];
  limitations: string[];
}

/** All of a claim that evidence is searched and ranked by. */
export type SearchedClaim = Pick<
  ExtractedClaim,
  'checkable' | 'normalized_claim' | 'sentence' | 'language' | 'search_words'
>;

export interface ExtractionOutput {
  claims: ExtractedClaim[];
  /** Independent count of factual clauses of high or medium materiality, made without the extractor's own result. */
  estimated_material_claims: number;
  /** How that count was made; goes to `coverage.method`. */
  estimate_method: string;
  /**
   * Literal pieces of the text (shortened to 200 code points) that look factual and gave no claim, and blocks of code; the
   * part that was not read is the last of them, after its offsets.
   */
  missing_spans: string[];
  /** Code-point offset from which on the text was not read, as it holds too many claims; null: all of it was. */
  unread_from: number | null;
  /** ISO 639-1 of what the text seems to be written in, or 'und'. */
  language: string;
  /** About the text as a whole: "no claims: the text is white space", "not in English", … */
  limitations: string[];
  /** Places of the language model's replies that are of no use; absent if none was asked. */
  unusable_replies?: readonly number[];
}

/* ------------------------------------------------------------------ retrieval */

export interface SearchQuery {
  /**
   * `neutral` looks for the claim's subject matter, `contradiction` for a passage that would gainsay it, `translation` for the
   * subject matter in documents of another language; only indexes of ours are searched by that one.
   */
  purpose: 'neutral' | 'contradiction' | 'translation';
  /** For search providers: names as the claim writes them, other words in lower case. */
  text: string;
  /** For full-text stores: lower-case words, most selective first, stop words removed. */
  terms: string[];
  /** The first name of the claim, for sources that find entries by their names; absent if it has none. As written. */
  subject?: string;
}

/** Where a passage comes from. */
export interface SourceDocument {
  /** Stable within one verification: the canonical URL. */
  canonical_url: string;
  title: string;
  publisher: string;
  /** Registrable domain, or `library`, or `given` for what the caller gave with the text. */
  destination_domain: string;
  /** customer_approved, operator_library, given_by_caller, or a class the customer named. */
  source_class: string;
  /** True for documents of a source set or of the operator's library: they count as authoritative. */
  approved: boolean;
  publication_date: string | null;
  jurisdiction: string | null;
  licence: string | null;
  retrieved_at: string;
  /** Which adapter found it: `library`, `source_set`, `given`, later provider ids. */
  retrieval_provider: string;
  /** The page could not be had, so its passages are a search's snippet: they are shown and decide nothing. */
  is_snippet?: true | undefined;
}

/** A piece of 1–3 sentences: a literal substring of the document's readable text. */
export interface Passage {
  text: string;
  /** Position of the passage in its document. */
  ordinal: number;
}

export interface CandidatePassage extends Passage {
  source: SourceDocument;
}

export interface RankedPassage extends CandidatePassage {
  /** Higher is better; comparable only within one claim. */
  score: number;
  /** Same value: not independent (same registrable domain, or near-identical text). */
  independence_cluster: string;
}

export interface ReadableDocument {
  title: string;
  publisher: string | null;
  publication_date: string | null;
  language: string | null;
  licence: string | null;
  /** Paragraphs separated by a blank line. */
  text: string;
}

/** Why evidence is missing or thin. Each has words of its own in `limitations`. */
export type RetrievalGap =
  | 'no_source_configured'
  | 'no_source_reachable'
  | 'no_words_to_search'
  | 'no_passage_found'
  | 'passage_irrelevant'
  | 'provider_failed'
  | 'budget_spent'
  | 'snippet_only'
  | 'no_network'
  | 'rate_limited'
  | 'format_not_understood'
  | 'credential_refused'
  | 'search_quota_spent'
  | 'cost_limit_reached'
  | 'left_out_by_mode'
  | 'query_deidentified';

/* ------------------------------------------------------------------ judging */

export interface PolicyRules {
  base_profile: BaseProfile;
  minimum_independent_sources: number;
  /** True if a customer's policy states the minimum: it then holds for unknown pages as well. */
  states_minimum_sources?: true | undefined;
  authoritative_source_can_decide: boolean;
  coverage_threshold: number;
}

/** How a language model is asked. */
export interface ModelUse {
  kind: ModelKind;
  /** Of the questions to a general model. Default: `passages`. */
  form?: ClaimForm;
  /** Whether what identifies persons is replaced by placeholders. */
  deidentify: boolean;
}

/** A question as it is sent, but for the model's name. */
export type ModelRequest = Omit<LanguageModelRequest, 'model'>;

/**
 * Why a question has no answer: as the model's client says, because the verification's questions or time are used up, or
 * because a monthly limit forbids its cost.
 */
export type MissingReply =
  | ModelFailure['kind']
  | 'question_too_long'
  | 'quota_spent'
  | 'budget_spent'
  | 'cost_limit_reached';

/** What came of one question: the answer as it came, unchecked, or why there is none. */
export type ModelReply = { answer: Json; first_token: readonly TokenProbability[] | null } | { missing: MissingReply };

/** What a language model was asked about one claim, and what it replied. */
export interface Consultation extends ModelUse {
  /** One per question, in their order. */
  replies: ModelReply[];
}

/** What an NLI model read of the passages of one claim. */
export interface Entailment {
  /** By place in the item's passages; null where it was not asked. */
  scores: (PairScores | null)[];
  /** What the model's scores are worth. */
  table: CalibrationTable;
  /** Why scores are missing that were asked for; null if none are. */
  missing: EntailmentFailure | null;
}

/** What one passage says about one claim. */
export interface PassageJudgement {
  relationship: Relationship;
  /** Calibrated probability, 0..1, that `relationship` is right. */
  probability: number;
  /** Names the words, numbers and dates the relationship rests on. */
  explanation: string;
  /**
   * Codes for the explanation: which clash it is (`number`, `entity`), what is missing (`missing_name`), what limits the
   * statement (`reported`), or which part of a table decides (`table_row`, `table_comparison`, `table_figure`). For the
   * engine and its tests alone: no response and no event has them, so they may change with any version of the judge.
   */
  grounds: string[];
}

export interface SourceQuality {
  authority: number;
  independence: number;
  freshness: number;
  specificity: number;
  primary: boolean;
  rationale: string[];
}

export interface JudgedPassage extends RankedPassage {
  judgement: PassageJudgement;
  quality: SourceQuality;
}

export interface Correction {
  original: string;
  suggested: string;
  /** Word-level edit script: objects {op: 'equal' | 'delete' | 'insert', text}. */
  diff: Record<string, string>[];
  reverified_verdict: Verdict;
  limitations: string[];
}

export interface ClaimJudgement {
  verdict: Verdict;
  /** Calibrated probability that the verdict is right. */
  reliability: number;
  /** Typed reason and one sentence, e.g. "no_evidence: no passage speaks of this claim." */
  policy_reason: string;
  /** The typed reason alone, for grouping. */
  reason_code: string;
  passages: JudgedPassage[];
  correction: Correction | null;
  limitations: string[];
  unresolved_ambiguity: string[];
  /** Places of the language model's replies that are of no use; absent if there are none. */
  unusable_replies?: readonly number[];
}

/** Texts that belong together, with placeholders for what identifies persons. */
export interface DeidentifiedTexts {
  texts: string[];
  /** What each placeholder stands for. */
  placeholders: [placeholder: string, value: string][];
}

/* ------------------------------------------------------------------ summary */

/** The little that the summary needs to know of each judged claim. */
export interface SummaryClaim {
  ordinal: number;
  /** Claim text as shown to people; empty if the summary does not show it (`shownInSummary`). */
  text: string;
  verdict: Verdict;
  materiality: Materiality;
  reliability: number;
  reason_code: string;
  /** What its nearest passage looks like; left out or null: it has a verdict, or nothing was found. */
  hint?: HintKind | null;
  /** What was missing when it was searched for. */
  gaps?: readonly RetrievalGap[];
  /** What was missing when it was judged, as its own limitations say. */
  limitations?: readonly string[];
}

export interface SummaryInput {
  claims: SummaryClaim[];
  estimated_material_claims: number;
  estimate_method: string;
  missing_spans: string[];
  coverage_threshold: number;
  /** Code-point offset from which on the text was not read; null: all of it was. */
  unread_from: number | null;
  /** Set if only parts of the text were to be verified. */
  is_part?: true | undefined;
  /** Claims that could not be searched at all (source down, budget spent). */
  unsearched_claims: number;
  limitations: string[];
}

export interface Summary {
  counts: Record<Verdict, number>;
  coverage: {
    score: number;
    status: CoverageStatus;
    extracted_material_claims: number;
    estimated_material_claims: number;
    method: string;
    threshold: number;
    missing_or_uncertain_spans: string[];
  };
  risk: { score: number; level: RiskLevel; model_version: string; drivers: string[] };
  abstention: { count: number; rate: number; material_count: number; explanation: string };
  overall_statement: string;
  limitations: string[];
}
