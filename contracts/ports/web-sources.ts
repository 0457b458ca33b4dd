/**
 * The port of outside sources: an encyclopaedia, public databases, web search. Queries arrive de-identified. Failures
 * are returned with a type and never thrown, except that every call rejects when its occasion's signal aborts.
 */
import type { BaseProfile } from '../vocabulary.ts';
import type { FetchedSource, FetchOccasion } from './source-fetcher.ts';

/** A search. Its text is de-identified already. */
export interface WebQuery {
  /** Words of the claim, at most 300 characters; its names have their capitals. */
  text: string;
  /** ISO 639-1 code of the language of the verified text. */
  language: string;
  /** Most results wanted, 1 to 20. */
  limit: number;
}

/** One result of a search. */
export interface WebCandidate {
  /** Identifies the document within the source, for reading it: a page id, a DOI, an accession number. */
  key: string;
  /** Where people find the document: an absolute http(s) URL. It becomes the `canonical_url` of the evidence. */
  url: string;
  /** Where `url` leads, if that is another host, whose domain then counts as the source. Default: `url` itself. */
  destination_url?: string;
  title: string;
  /** Who is responsible for the document's content: a journal, an agency, a court; null: the source itself. */
  publisher: string | null;
  /** RFC 3339 date; a year or month alone is allowed. Null: unknown. */
  publication_date: string | null;
  /** As the source states it: an SPDX id, a name or a URL. Null: not stated. */
  licence: string | null;
  jurisdiction: string | null;
  /** The kind of document: encyclopaedia, journal_article, preprint, regulation, court_opinion … */
  source_class: string;
  /** Literal text of the document that the search returned, such as an abstract or a snippet; null: none. */
  snippet: string | null;
}

/** Why a source gave no answer. */
export type WebFailure =
  | {
      reason:
        | 'no_network'
        | 'timeout'
        | 'unavailable'
        | 'bad_credential'
        /** The organization has removed its credential in the meantime. */
        | 'disconnected'
        /** The account has used up its quota. */
        | 'quota_exceeded'
        /** A monthly limit of the organization, or of its key, does not allow the price. */
        | 'cost_limit_reached'
        /** The server is configured not to return the format that we read. */
        | 'format_disabled'
        | 'blocked'
        | 'too_large'
        | 'circuit_open'
        | 'budget_spent';
    }
  /** `retry_after_ms` is null if the source gave none. */
  | { reason: 'rate_limited'; retry_after_ms: number | null }
  /** `field` is missing from the response or has another form; never holds a value. */
  | { reason: 'format'; field: string }
  /** The source rejected the request. */
  | { reason: 'refused'; status: number };

/**
 * `cached`: a cached answer, so nothing was sent, and the question that it answered; null if that is unknown.
 * `unasked`: nothing was sent, so the source refused nothing.
 */
export type WebOutcome<Value> =
  | { ok: true; value: Value; cached?: { verification_id: string | null } }
  | { ok: false; failure: WebFailure; unasked?: true };

/** Sends a search, or returns why it may not be sent. */
export type WebSearchSender = (send: () => Promise<WebOutcome<WebCandidate[]>>) => Promise<WebOutcome<WebCandidate[]>>;

/** A document that was read. */
export interface WebDocument extends FetchedSource {
  source_class: string;
  jurisdiction: string | null;
  /** URLs of the document's own references, most relevant first. */
  references: readonly string[];
  /** True if the page could not be read, so the passages are those of the search's snippet. */
  is_snippet: boolean;
}

export interface WebSource {
  /** The `retrieval_provider` of its evidence. */
  readonly id: string;
  /** Whether queries contain the words of a claim, or only the name of its subject. */
  readonly looks_up: 'claims' | 'subjects';
  /** Price of an answered search, in cents and fractions of cents; 0: free. */
  readonly cents_per_search: number;
  /** Results, best first. What is not cached is sent through `sender`, and cached before this resolves. */
  search(query: WebQuery, occasion: FetchOccasion, sender: WebSearchSender): Promise<WebOutcome<WebCandidate[]>>;
  /**
   * One outcome per candidate, in the same order, each as soon as it is known; null for a document without text. When
   * the signal aborts, those that are not known yet reject.
   */
  read(
    candidates: readonly WebCandidate[],
    query: WebQuery,
    occasion: FetchOccasion,
  ): Promise<WebOutcome<WebDocument | null>>[];
  /** The page at a URL that one of the documents refers to; null if it can't be read. */
  follow(url: string, occasion: FetchOccasion): Promise<WebDocument | null>;
}

/** The context in which sources are used. */
export interface WebSourceUse {
  organization_id: string;
  base_profile: BaseProfile;
  /** How long answers and pages may be kept, in seconds; 0: not at all. */
  retention_s: number;
}

export interface WebSources {
  /** The sources that a verification may use, in order of their weight; empty: none. */
  of(use: WebSourceUse): Promise<readonly WebSource[]>;
}
