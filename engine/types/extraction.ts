/**
 * Input and output of extraction: a text, the model's replies about it, and its claims. Plain data (structured-cloneable),
 * because the engine runs in worker threads.
 */
import type { TextForm } from '#contracts/ports/organization-models.ts';
import type { BaseProfile, ClaimType, Materiality } from '#contracts/vocabulary.ts';
import type { ModelReply, ModelRequest } from './questions.ts';

export interface ExtractionInput {
  content: string;
  /** Context of the text, e.g. who "he" is or what was asked. Never a claim itself. */
  question: string;
  /** RFC 3339 time of the request. The text can't have been written after it. */
  requestedAt: string;
  /** Direct claim: the whole text is taken as one claim, whatever it is. */
  direct: boolean;
  /** Code-point offsets of the beginnings of a document's pages, in order. Left out: the text has no pages. */
  page_starts?: readonly number[];
  /** Number of claims after which the rest of the text is not read. Default: the limit for a text. */
  most_claims?: number;
  /** Only claims that overlap with these places are wanted; the rest is read as context. Default: all. */
  within?: readonly Place[];
  /** A language model's replies to the questions about the text. Left out: none was asked. */
  consultation?: TextConsultation;
}

/** A place in a text, in code points, end exclusive. */
export interface Place {
  start: number;
  end: number;
}

/** How to ask a language model about a text. */
export interface TextUse {
  /** Default: `statements`. */
  form?: Exclude<TextForm, 'none'>;
  /** Whether to replace data that identifies persons with placeholders. */
  deidentify: boolean;
  base_profile: BaseProfile;
  /**
   * Languages of the documents to be searched (ISO 639-1), the most frequent first. The model is asked for search words in those
   * that differ from the text's. Default: none.
   */
  document_languages?: readonly string[];
}

/** A part of a text that is the subject of one question to a language model. */
export interface TextStretch extends Place {
  /** Null if none of it may be shown to a model. */
  question: ModelRequest | null;
  /**
   * The text that its claims depend on, besides the answer and the claims found by rules: title, question, preceding text, the
   * stretch itself.
   */
  around: string;
  /** Offsets in code points, from its start, of the statements that open and close the text, if it has them. */
  outer: [opening: number | null, closing: number | null];
}

/** Search words for documents in other languages, by language (ISO 639-1). */
export type SearchWords = Record<string, string[]>;

/** How a language model was asked about a text, and its replies, stretch by stretch. */
export interface TextConsultation extends TextUse {
  /** One per question, in order. */
  replies: ModelReply[];
  /** Replies to the second questions, one per question; null where there was none. Left out: there were no second questions. */
  second_replies?: readonly (ModelReply | null)[];
}

/** An atomic statement. `start` and `end` are code-point offsets into the content, end exclusive. */
export interface ExtractedClaim {
  ordinal: number;
  start: number;
  end: number;
  /** Exactly the code points [start, end) of the content. */
  original_span: string;
  /**
   * The claim made to stand alone, in the text's own words. A pronoun or "the company" is replaced if exactly one antecedent
   * fits. "Last year" is kept as it is.
   */
  normalized_claim: string;
  /** The sentence that the claim was taken from. It helps to judge what could not be resolved. */
  sentence: string;
  /** Ordinal of the segment (sentence, list item, table row, heading …) that contains it. */
  chunk: number;
  /** ISO 639-1 or 'und'; absent for English, the only language that is fully analysed. */
  language?: string | undefined;
  /** Additional search words, by language. Used for search only. */
  search_words?: SearchWords | undefined;
  checkable: boolean;
  /**
   * One of: opinion, prediction, question, instruction (only if it urges and states nothing: "please come"), greeting,
   * first_person_experience, fiction, not_a_statement. Null if checkable.
   */
  not_checkable_reason: string | null;
  claim_type: ClaimType;
  materiality: Materiality;
  entities: string[];
  /** As written. If the date of the text is known, what "last year" refers to is appended. */
  dates_and_temporal_scope: string[];
  quantities_and_units: string[];
  jurisdiction: string | null;
  ambiguous_dependencies: string[];
  unresolved_ambiguity: string[];
  limitations: string[];
}

/** The parts of a claim that are used to search for and rank evidence. */
export type SearchedClaim = Pick<
  ExtractedClaim,
  'checkable' | 'normalized_claim' | 'sentence' | 'language' | 'search_words'
>;

export interface ExtractionOutput {
  claims: ExtractedClaim[];
  /** Number of factual clauses of high or medium materiality, counted independently of the extractor's result. */
  estimated_material_claims: number;
  /** How they were counted; reported as `coverage.method`. */
  estimate_method: string;
  /**
   * Literal parts of the text (shortened to 200 code points) that look factual but gave no claim, and blocks of code. The last
   * one is the part that was not read, preceded by its offsets.
   */
  missing_spans: string[];
  /** Code-point offset from which on the text was not read because it has too many claims. Null: it was read to the end. */
  unread_from: number | null;
  /** ISO 639-1 of the detected language of the text, or 'und'. */
  language: string;
  /** Limitations of the text as a whole: "no claims: the text is white space", "not in English", … */
  limitations: string[];
  /** Indices of the language model's replies that are unusable. Absent if none was asked. */
  unusable_replies?: readonly number[];
  /** The same for the replies to second questions. */
  unusable_second_replies?: readonly number[];
}
