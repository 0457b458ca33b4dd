/** The cache of fetched pages, which the verifications of an organization share as long as retention rules allow. */
import type { ReadableDocument } from '#engine/types/retrieval.ts';

/** A page after reading, with the validators for a conditional request. Plain JSON. */
export interface CachedPage {
  /** The URL after redirects. */
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** RFC 3339 time of the fetch, or of the last response that it is unchanged. */
  confirmed_at: string;
  /** Null for a page that broke its reader or exceeded the reader's time limit. */
  content: PageContent | null;
  /**
   * Set if reading timed out, because of the page or because the machine was busy; with the page's own time limit, if
   * it had one.
   */
  timedOut?: { after_ms: number | null };
}

export interface PageContent extends Omit<ReadableDocument, 'text'> {
  passages: string[];
}

/** Caches pages by opaque keys. Customers choose the sources, so an implementation seals what it stores. */
export interface PageCache {
  get(key: string): Promise<CachedPage | null>;
  /** `ttl` in seconds. */
  put(key: string, value: CachedPage, ttl: number): Promise<void>;
}
