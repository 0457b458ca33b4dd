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

export interface SourceFetcher {
  /** Null when the resource can't be fetched or read, whatever the reason; rejects only when `signal` aborts. */
  fetch(resource: { url: string; label: string }, signal: AbortSignal): Promise<FetchedSource | null>;
}
