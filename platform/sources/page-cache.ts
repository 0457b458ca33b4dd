/** Fetched pages kept between verifications of an organization, as long as the retention rules allow. */
import type { ReadableDocument } from '#engine/types.ts';

/** A page as it was read, with what a conditional request needs. Plain JSON. */
export interface CachedPage {
  /** Where the redirects led. */
  url: string;
  etag: string | null;
  lastModified: string | null;
  /** RFC 3339 time at which the page was fetched or last confirmed unchanged. */
  confirmed_at: string;
  /** Null for a page that broke its reader or took it too long. */
  content: PageContent | null;
  /** It took its reader too long: its own fault, or that of a machine that was busy. */
  timedOut?: boolean;
}

export interface PageContent extends Omit<ReadableDocument, 'text'> {
  passages: string[];
}

/** Keeps pages under opaque keys. It holds customer-chosen sources, so an implementation seals what it stores. */
export interface PageCache {
  get(key: string): Promise<CachedPage | null>;
  /** `ttl` in seconds. */
  put(key: string, value: CachedPage, ttl: number): Promise<void>;
}
