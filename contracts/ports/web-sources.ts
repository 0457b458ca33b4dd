/**
 * The port of outside sources: an encyclopaedia, public databases, web search. Queries are de-identified before they get
 * here. What fails is told with a type and never throws, except that every call rejects when its occasion's signal aborts.
 */
import type { BaseProfile } from '../vocabulary.ts';
import type { FetchedSource, FetchOccasion } from './source-fetcher.ts';

/** What is searched for. The text is de-identified already. */
export interface WebQuery {
  /** Words of the claim, at most 300 characters; its names have their capitals. */
  text: string;
  /** ISO 639-1 code of the verified text's language. */
  language: string;
  /** Most results wanted, 1 to 20. */
  limit: number;
}

/** One result of a search. */
export interface WebCandidate {
  /** Names the document within the source, for reading it: a page id, a DOI, an accession number. */
  key: string;
  /** Where a person finds the document: an absolute http(s) URL. It is the `canonical_url` of the evidence. */
  url: string;
  /** Where `url` leads, if that is on another host: its domain is what counts as the source. Left out: `url` itself. */
  destination_url?: string;
  title: string;
  /** Who answers for the document's content: a journal, an agency, a court; null: the source itself. */
  publisher: string | null;
  /** RFC 3339 date; a year or month alone is allowed. Null: unknown. */
  publication_date: string | null;
  /** As the source states it: an SPDX id, a name or a URL. Null: not stated. */
  licence: string | null;
  jurisdiction: string | null;
  /** Names what kind of document it is: encyclopaedia, journal_article, preprint, regulation, court_opinion … */
  source_class: string;
  /** Literal text of the document that the search itself gave, such as an abstract or a snippet; null: none. */
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
        /** The organization has removed its credential meanwhile. */
        | 'disconnected'
        /** What the account may use is used up. */
        | 'quota_exceeded'
        /** A monthly limit of the organization, or of its key, forbids the price. */
        | 'cost_limit_reached'
        /** The server is set up not to answer in the form that we read. */
        | 'format_disabled'
        | 'blocked'
        | 'too_large'
        | 'circuit_open'
        | 'budget_spent';
    }
  /** `retry_after_ms` is null where the source didn't say. */
  | { reason: 'rate_limited'; retry_after_ms: number | null }
  /** The answer lacks `field`, or it has another form; never holds a value. */
  | { reason: 'format'; field: string }
  /** It doesn't take the request. */
  | { reason: 'refused'; status: number };

/**
 * `remembered`: an earlier answer, for which nothing was sent, and whose question it answered; null if that is not known.
 * `unasked`: nothing was sent, so the source refused nothing.
 */
export type WebOutcome<Value> =
  | { ok: true; value: Value; remembered?: { verification_id: string | null } }
  | { ok: false; failure: WebFailure; unasked?: true };

/** Sends a search, or tells why it may not be sent. */
export type WebSearchSender = (send: () => Promise<WebOutcome<WebCandidate[]>>) => Promise<WebOutcome<WebCandidate[]>>;

/** A document that was read. */
export interface WebDocument extends FetchedSource {
  source_class: string;
  jurisdiction: string | null;
  /** URLs of the document's own references, most relevant first. */
  references: readonly string[];
  /** True if its page could not be had, so that the passages are those of the search's snippet. */
  is_snippet: boolean;
}

export interface WebSource {
  /** `retrieval_provider` of its evidence. */
  readonly id: string;
  /** Whether its queries hold the words of a claim, or only the name of what the claim speaks of. */
  readonly looks_up: 'claims' | 'subjects';
  /** Price of a search that is answered, in cents and fractions of them; 0: it costs nothing. */
  readonly cents_per_search: number;
  /** Results, best first. What can't be answered from memory is sent through `sender`, and remembered before that resolves. */
  search(query: WebQuery, occasion: FetchOccasion, sender: WebSearchSender): Promise<WebOutcome<WebCandidate[]>>;
  /**
   * One outcome per candidate, in their order, each as soon as it is known; null for a document without text. When the
   * signal aborts, every one that is not known yet rejects.
   */
  read(
    candidates: readonly WebCandidate[],
    query: WebQuery,
    occasion: FetchOccasion,
  ): Promise<WebOutcome<WebDocument | null>>[];
  /** The page at a URL that one of its documents refers to; null if it can't be had. */
  follow(url: string, occasion: FetchOccasion): Promise<WebDocument | null>;
}

/** For whom and what sources are asked. */
export interface WebSourceUse {
  organization_id: string;
  base_profile: BaseProfile;
  /** How long answers and pages may be kept, in seconds; 0: not at all. */
  retention_s: number;
}

export interface WebSources {
  /** Those that a verification may ask, in the order of their weight; empty: none. */
  of(use: WebSourceUse): Promise<readonly WebSource[]>;
}
