/** Turns the resources of source sets into passages: fetched through the outbound guard, read, and kept for a while. */
import type { FetchedSource, FetchOccasion, SourceFetcher } from '#contracts/ports/source-fetcher.ts';
import type { Engine } from '#engine/engine.ts';
import { HostTurns } from './host-turns.ts';
import { type PageFailure, type PageReaderOptions, readPage } from './read-page.ts';

export type { CachedPage, PageCache } from './page-cache.ts';
export type { PageFailure } from './read-page.ts';

/** Why a resource gave nothing. Holds no URL: those of customers don't belong into logs. */
export interface SourceFailure {
  reason: PageFailure | 'no_text';
  /** The answer's status where the reason is http_status. */
  status: number | null;
}

export interface SourceFetcherOptions extends PageReaderOptions {
  /** Cuts readable text into passages. */
  splitPassages: Engine['splitPassages'];
  /** Told of every resource that gave nothing, for logs and metrics. */
  onFailure?: (failure: SourceFailure, occasion: FetchOccasion) => void;
}

/**
 * The source fetcher over HTTP. Pages of one host are asked one after the other, over all callers; how many hosts are
 * asked at once is the caller's choice.
 */
export function createSourceFetcher(options: SourceFetcherOptions): SourceFetcher {
  const turns = new HostTurns();
  return {
    async fetch({ url, label }, occasion) {
      const { signal } = occasion;
      const result = await turns.run(hostOf(url), () => {
        signal.throwIfAborted();
        return readPage(options, url, occasion);
      });
      signal.throwIfAborted();
      if (!result.ok) {
        options.onFailure?.({ reason: result.reason, status: result.status }, occasion);
        return null;
      }
      const { document, url: landed, confirmed_at } = result.page;
      const passages = await options.splitPassages(document.text);
      if (passages.length === 0) {
        options.onFailure?.({ reason: 'no_text', status: null }, occasion);
        return null;
      }
      return {
        canonical_url: landed,
        title: document.title || label,
        publisher: document.publisher ?? label,
        destination_domain: (await registrableDomain(landed)) ?? hostOf(landed),
        publication_date: document.publication_date,
        licence: document.licence,
        retrieved_at: confirmed_at,
        passages: passages.map((passage) => passage.text),
      } satisfies FetchedSource;
    },
  };
}

/** People who share a host but not an owner (github.io and the like) have domains of their own. */
async function registrableDomain(url: string): Promise<string | null> {
  // The list of public suffixes is large, and of no use before the first page.
  const { getDomain } = await import('tldts');
  return getDomain(url, { allowPrivateDomains: true });
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}
