/** The source fetcher port: turns a page into readable passages. */
export interface FetchedSource {
  /** The URL after redirects. */
  canonical_url: string;
  title: string;
  publisher: string;
  /** Registrable domain. */
  destination_domain: string;
  /** RFC 3339 date or date-time, or null. */
  publication_date: string | null;
  licence: string | null;
  retrieved_at: string;
  /** Literal pieces of the readable text, in order. */
  passages: readonly string[];
}

/** The context of a fetch: for taking turns, logs and traces. */
export interface FetchOccasion {
  organization_id: string;
  verification_id: string;
  request_id: string;
  /** W3C traceparent of the work that needs the source. It is not sent to the source. */
  traceparent: string;
  /** Aborts the fetch. */
  signal: AbortSignal;
  /** How long the fetched page may be kept, in seconds; 0: not at all. Default: as long as the fetcher keeps pages. */
  kept_for_s?: number;
}

/** A page to be fetched. */
export interface NamedPage {
  url: string;
  /** Title of the page if it has none. */
  label: string;
  /** Who named the page. If it was only found by a search, its site's robots.txt is obeyed. */
  named_by: 'customer' | 'search';
}

export interface SourceFetcher {
  /**
   * Null when the resource cannot be fetched or read for any reason; rejects only when the occasion's signal aborts.
   */
  fetch(page: NamedPage, occasion: FetchOccasion): Promise<FetchedSource | null>;
}
