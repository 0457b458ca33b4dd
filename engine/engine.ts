/**
 * The engine's interface for its callers. It is asynchronous, because it runs in worker threads, and takes claims in groups, so
 * that a text of a thousand claims needs few round trips. It knows nothing of events and stores.
 */
import type { BaseProfile, Mode } from '#contracts/vocabulary.ts';
import type {
  ExtractedClaim,
  ExtractionInput,
  ExtractionOutput,
  SearchedClaim,
  TextConsultation,
  TextStretch,
  TextUse,
} from './types/extraction.ts';
import type { ClaimJudgement, Consultation, Entailment, ModelUse, PolicyRules } from './types/judging.ts';
import type { ModelRequest } from './types/questions.ts';
import type {
  CandidatePassage,
  Passage,
  RankedPassage,
  ReadableDocument,
  RetrievalGap,
  SearchQuery,
} from './types/retrieval.ts';
import type { Summary, SummaryInput } from './types/summary.ts';

export interface ReadableInput {
  body: string;
  mediaType: 'text/html' | 'text/markdown' | 'text/plain';
  url: string;
}

/** A page as received. `charset` is the one that the header names. */
export interface EncodedInput extends Omit<ReadableInput, 'body'> {
  body: Uint8Array;
  charset: string | null;
}

export interface JudgeItem {
  claim: ExtractedClaim;
  passages: RankedPassage[];
  gaps: RetrievalGap[];
  /** An NLI model's scores for the passages. Left out: it was not asked. */
  entailment?: Entailment;
  /** Lower-case words of the name that the claim's text is about (`mainName`). Left out: no name stands out. */
  about?: string[];
  /** The text around the claim, for a language model. Left out: none is asked. */
  surroundings?: string;
  /** Number of the claim's paragraph: a question to a language model covers claims of one paragraph only. Left out: unknown. */
  paragraph?: number;
  /** A language model's replies about the claim. Left out: none was asked. */
  consultation?: Consultation;
}

/** The part of the engine that reads pages and documents. */
export interface PageReader {
  /** The readable text of a fetched or local document. */
  readable(input: ReadableInput | EncodedInput): Promise<ReadableDocument>;
  /** The passages of a readable text, in order. */
  splitPassages(text: string): Promise<Passage[]>;
}

/** Number of UTF-16 units of a text in which its main name is searched for. */
export const NAMED_WITHIN = 20_000;

/** Claims in order. Those of a long text are created on iteration, so iterate once and keep only a few at a time. */
export interface ClaimList extends Iterable<ExtractedClaim> {
  readonly length: number;
}

export interface Extraction extends Omit<ExtractionOutput, 'claims'> {
  claims: ClaimList;
}

/** Texts de-identified with common placeholders. */
export interface DeidentifiedTexts {
  texts: string[];
  /** All placeholders with their values. */
  placeholders: [placeholder: string, value: string][];
}

export interface Engine extends PageReader {
  extract(input: ExtractionInput): Promise<Extraction>;
  /** The questions to ask a language model about a text, in the order in which the replies are expected. Empty: don't ask. */
  extractionQuestions(input: ExtractionInput, use: TextUse): Promise<ModelRequest[]>;
  /**
   * Second questions, about statements that the model listed in its replies but that code alone can't confirm to be in the text.
   * One for each reply; null where there is nothing to ask.
   */
  secondQuestions(input: ExtractionInput, consultation: TextConsultation): Promise<(ModelRequest | null)[]>;
  /** The parts of the text that these questions are about, in order, including those that no question is asked about. */
  stretches(input: ExtractionInput, use: TextUse): Promise<TextStretch[]>;
  /** One list of queries per claim. */
  planQueries(claims: SearchedClaim[], mode: Mode): Promise<SearchQuery[][]>;
  /**
   * The best passages of each claim, without irrelevant ones. `candidates[i]` belongs to `claims[i]`. `paragraphs[i]` is the
   * number of the claim's paragraph; it is given if a language model is asked about the text, and claims then get passages of
   * their neighbours too.
   */
  rank(claims: SearchedClaim[], candidates: CandidatePassage[][], paragraphs?: number[]): Promise<RankedPassage[][]>;
  /**
   * The lower-case words of the name that this text is about, by which other texts know it; null if none stands out. Searched for
   * in the first `NAMED_WITHIN` UTF-16 units.
   */
  mainName(text: string): Promise<string[] | null>;
  /** `now` is an RFC 3339 time; freshness is measured from it. */
  judge(items: JudgeItem[], policy: PolicyRules, now: string): Promise<ClaimJudgement[]>;
  /**
   * The questions to ask a language model about each item, in the order in which the replies are expected. Empty: don't ask. A
   * question about several items is listed for each of them, and `judge` must get the same items to use its reply fully.
   */
  modelQuestions(items: JudgeItem[], use: ModelUse, policy: PolicyRules): Promise<ModelRequest[][]>;
  summarise(input: SummaryInput): Promise<Summary>;
  /**
   * Replaces data that identifies persons before texts are sent to an external host. Names of persons are replaced only with the
   * profile medical_clinical.
   */
  deidentify(texts: string[], profile?: BaseProfile): Promise<DeidentifiedTexts>;
  /** Literal sentences of the candidates that answer a question (`questionAsClaim`); null if none does. */
  answer(question: ExtractedClaim, candidates: CandidatePassage[]): Promise<string | null>;
}

/** The engine in the calling thread. It extracts all claims at once. */
export interface InThreadEngine extends Engine {
  extract(input: ExtractionInput): Promise<ExtractionOutput>;
}

/** The engine as shared by organizations. When it is overloaded, they take turns. */
export interface SharedEngine {
  /** The same engine; its calls wait in this organization's queue. */
  forOrganization(organizationId: string): Engine;
}

/**
 * engine_timeout: the call took more processor time than allowed, and would do so again. engine_error: the call threw, and would
 * do so again. engine_busy: too many calls are waiting, the machine is too busy, or it is shutting down.
 */
export type EngineErrorCode = 'engine_timeout' | 'engine_error' | 'engine_busy';

/** Identified by `code`. The message never contains customer text. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}
