/** The source fetcher port: turns a resource that a customer approved into readable passages. */
export interface FetchedSource {
  /** Where the last redirect led. */
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

/** What a fetch is done for: whose turn it is, what the log names, and the trace that it belongs to. */
export interface FetchOccasion {
  organization_id: string;
  verification_id: string;
  request_id: string;
  /** W3C traceparent of the work that needs the source. It is not sent to the source. */
  traceparent: string;
  /** Ends the fetching. */
  signal: AbortSignal;
}

export interface SourceFetcher {
  /** Null when the resource can't be fetched or read, whatever the reason; rejects only when the occasion's signal aborts. */
  fetch(resource: { url: string; label: string }, occasion: FetchOccasion): Promise<FetchedSource | null>;
}
