/**
 * What retrieval takes and gives: queries, documents and their passages, and what was missing. Plain data
 * (structured-cloneable), because the engine runs in worker threads.
 */

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
