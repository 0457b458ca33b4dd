/**
 * The engine as its callers see it: asynchronous, because it runs in worker threads, and in groups, so that a text of
 * a thousand claims costs few round trips. It knows neither events nor stores.
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

/** A page as it came: `charset` is what the header names. */
export interface EncodedInput extends Omit<ReadableInput, 'body'> {
  body: Uint8Array;
  charset: string | null;
}

export interface JudgeItem {
  claim: ExtractedClaim;
  passages: RankedPassage[];
  gaps: RetrievalGap[];
  /** What an NLI model read of the passages; left out: it was not asked. */
  entailment?: Entailment;
  /** Lower-case words of the name of what the claim's text is about (`mainName`); left out: nothing stands out. */
  about?: string[];
  /** What stands around the claim in its text, for a language model; left out: none is asked. */
  surroundings?: string;
  /** Number of its paragraph: one question to a language model is about claims of one. Left out: not known. */
  paragraph?: number;
  /** What a language model replied about the claim; left out: none was asked. */
  consultation?: Consultation;
}

/** The part of the engine that reads pages and documents. */
export interface PageReader {
  /** Readable text of a fetched or local document. */
  readable(input: ReadableInput | EncodedInput): Promise<ReadableDocument>;
  /** Passages of a readable text, in order. */
  splitPassages(text: string): Promise<Passage[]>;
}

/** Characters (UTF-16) of a text in which its main name is looked for. */
export const NAMED_WITHIN = 20_000;

/** Claims in order. Those of a long text are made as they are read, so read them once, and a few at a time. */
export interface ClaimList extends Iterable<ExtractedClaim> {
  readonly length: number;
}

export interface Extraction extends Omit<ExtractionOutput, 'claims'> {
  claims: ClaimList;
}

/** Texts that belong together, with placeholders for what identifies persons. */
export interface DeidentifiedTexts {
  texts: string[];
  /** What each placeholder stands for. */
  placeholders: [placeholder: string, value: string][];
}

export interface Engine extends PageReader {
  extract(input: ExtractionInput): Promise<Extraction>;
  /** Questions to a language model about a text, in the order in which replies are expected; none: don't ask. */
  extractionQuestions(input: ExtractionInput, use: TextUse): Promise<ModelRequest[]>;
  /**
   * Second questions, about what a model has listed in its replies to these and code alone can't tell to be stated: one for each,
   * null where there is nothing to ask.
   */
  secondQuestions(input: ExtractionInput, consultation: TextConsultation): Promise<(ModelRequest | null)[]>;
  /** The parts of the text that these questions are about, in order; also those that no question is asked about. */
  stretches(input: ExtractionInput, use: TextUse): Promise<TextStretch[]>;
  /** One list of queries per claim. */
  planQueries(claims: SearchedClaim[], mode: Mode): Promise<SearchQuery[][]>;
  /**
   * The best passages of each claim, irrelevant ones dropped. `candidates[i]` belongs to `claims[i]`, and `paragraphs[i]` is the
   * number of its paragraph, for a text about which a language model is asked: claims then have passages of their neighbours too.
   */
  rank(claims: SearchedClaim[], candidates: CandidatePassage[][], paragraphs?: number[]): Promise<RankedPassage[][]>;
  /**
   * The words by which other texts know what this one is about, in lower case; null if none stands out. Looked for in the
   * first `NAMED_WITHIN` characters.
   */
  mainName(text: string): Promise<string[] | null>;
  /** `now` is RFC 3339: freshness counts from it. */
  judge(items: JudgeItem[], policy: PolicyRules, now: string): Promise<ClaimJudgement[]>;
  /**
   * Questions to a language model about each item, in the order in which replies are expected; none: don't ask. One that is
   * about several items stands with each of them, and `judge` must get the same items to read its reply in full.
   */
  modelQuestions(items: JudgeItem[], use: ModelUse, policy: PolicyRules): Promise<ModelRequest[][]>;
  summarise(input: SummaryInput): Promise<Summary>;
  /**
   * Hides what identifies persons before texts leave for an external host. Names of persons stay, unless the profile is
   * medical_clinical.
   */
  deidentify(texts: string[], profile?: BaseProfile): Promise<DeidentifiedTexts>;
  /** Literal sentences of the candidates that answer a question (`questionAsClaim`); null if none does. */
  answer(question: ExtractedClaim, candidates: CandidatePassage[]): Promise<string | null>;
}

/** The engine in the calling thread: all claims are there already. */
export interface InThreadEngine extends Engine {
  extract(input: ExtractionInput): Promise<ExtractionOutput>;
}

/** The engine as organizations share it: where it has more to do than it can at once, they take turns. */
export interface SharedEngine {
  /** The same engine, its calls in this organization's line. */
  forOrganization(organizationId: string): Engine;
}

/**
 * engine_timeout: it took more processor time than such a call may, and will do so again; engine_error: it threw, and
 * will do so again; engine_busy: too many calls waiting, the machine too busy, or it is shutting down.
 */
export type EngineErrorCode = 'engine_timeout' | 'engine_error' | 'engine_busy';

/** Recognised by `code`. The message never holds text of the customer's. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}
