/**
 * Input and output of retrieval: queries, documents with their passages, and what was missing. Plain data (structured-cloneable),
 * because the engine runs in worker threads.
 */

export interface SearchQuery {
  /**
   * `neutral` looks for the subject matter of the claim, `contradiction` for a passage that contradicts it, and `translation` for
   * the subject matter in documents of another language. A `translation` is only used with the service's own indexes.
   */
  purpose: 'neutral' | 'contradiction' | 'translation';
  /** For search providers: names as in the claim, other words in lower case. */
  text: string;
  /** For full-text stores: lower-case words without stop words, the most selective first. */
  terms: string[];
  /** The first name in the claim as written, for sources that look up entries by name. Absent if there is none. */
  subject?: string;
}

/** Where a passage comes from. */
export interface SourceDocument {
  /** The canonical URL; stable within one verification. */
  canonical_url: string;
  title: string;
  publisher: string;
  /** Registrable domain, `library`, or `given` for documents that the caller sent with the text. */
  destination_domain: string;
  /** customer_approved, operator_library, given_by_caller, or a class defined by the customer. */
  source_class: string;
  /** True for documents of a source set or of the operator's library, which count as authoritative. */
  approved: boolean;
  publication_date: string | null;
  jurisdiction: string | null;
  licence: string | null;
  retrieved_at: string;
  /** The adapter that found it: `library`, `source_set`, `given` or a provider id. */
  retrieval_provider: string;
  /** Set if the page could not be fetched and its passages are a search provider's snippet. They are shown but decide nothing. */
  is_snippet?: true | undefined;
}

/** One to three sentences: a literal substring of the document's readable text. */
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
  /** Passages with the same value are not independent (same registrable domain, or near-identical text). */
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

/** Why evidence is missing or thin. Each gap has its own message in `limitations`. */
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
