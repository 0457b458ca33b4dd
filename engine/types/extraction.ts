/**
 * What extraction takes and gives: a text, what a model was asked about it, and its claims. Plain data (structured-cloneable),
 * because the engine runs in worker threads.
 */
import type { TextForm } from '#contracts/ports/organization-models.ts';
import type { BaseProfile, ClaimType, Materiality } from '#contracts/vocabulary.ts';
import type { ModelReply, ModelRequest } from './questions.ts';

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
  /** Those to the second questions, one per question; null: there was none. Left out: nothing was asked twice. */
  second_replies?: readonly (ModelReply | null)[];
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
  /** The same of the replies to second questions. */
  unusable_second_replies?: readonly number[];
}
