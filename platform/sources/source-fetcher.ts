/** Turns pages into passages: fetched through the outbound guard, read, and cached. */
import type { ShareOf } from '#common/fair-slots.ts';
import type { FetchedSource, FetchOccasion, SourceFetcher } from '#contracts/ports/source-fetcher.ts';
import { registrableDomain } from '#platform/outbound/registrable-domain.ts';
import type { Robots } from '#platform/outbound/robots.ts';
import { PageTurns } from './page-turns.ts';
import { type PageFailure, type PageReadingOptions, readPage } from './read-page.ts';

export type { CachedPage, PageCache } from './page-cache.ts';
export type { PageFailure } from './read-page.ts';

/** Why a resource gave no passages. Contains no URL, as customers' URLs must not be logged. */
export interface SourceFailure {
  reason: PageFailure | 'no_text';
  /** The response's status when the reason is http_status. */
  status: number | null;
}

export interface SourceFetcherOptions extends PageReadingOptions {
  robots: Robots;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Called for every resource that gave no passages, for logs and metrics. */
  onFailure?: (failure: SourceFailure, occasion: FetchOccasion) => void;
}

/**
 * Limits on concurrent pages. A page of five megabytes takes three times that while it is processed; one verification
 * requests six at a time.
 */
const PAGES_AT_ONCE = { pages: 18, perOrganization: 6, perHost: 3 };

/**
 * Time limit for reading a PDF that a search named, in milliseconds. Below the six seconds after which its snippet is
 * used instead: a reading that is cancelled then leaves nothing to cache, so the PDF would be fetched again each time.
 */
const SEARCHED_PDF_MS = 4_000;

/** The source fetcher over HTTP. Organizations take turns, in total and at each host. */
export function createSourceFetcher(options: SourceFetcherOptions): SourceFetcher {
  const { robots, shareOf = async (organization) => organization } = options;
  const turns = new PageTurns(PAGES_AT_ONCE);
  return {
    async fetch({ url, label, named_by }, occasion) {
      const { signal, organization_id } = occasion;
      const mayFetch = (requested: URL) => robots.allows(requested, organization_id);
      const limits = named_by === 'search' ? { mayFetch, pdfTimeoutMs: SEARCHED_PDF_MS } : {};
      const read = () => readPage(options, url, occasion, limits);
      const result = await turns.run(hostOf(url), await shareOf(organization_id), read, signal);
      signal.throwIfAborted();
      if (!result.ok) {
        options.onFailure?.({ reason: result.reason, status: result.status }, occasion);
        return null;
      }
      const { content, url: landed, confirmed_at } = result.page;
      if (content.passages.length === 0) {
        options.onFailure?.({ reason: 'no_text', status: null }, occasion);
        return null;
      }
      const domain = (await registrableDomain(landed)) ?? hostOf(landed);
      return {
        canonical_url: landed,
        title: content.title || label,
        // A customer's label names the publisher of a page; that of a search is the page's title.
        publisher: content.publisher ?? (named_by === 'customer' ? label : domain),
        destination_domain: domain,
        publication_date: content.publication_date,
        licence: content.licence,
        retrieved_at: confirmed_at,
        passages: content.passages,
      } satisfies FetchedSource;
    },
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
