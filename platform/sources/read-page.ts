/** One page of a source, as readable text: from the cache while it is fresh, else by a (conditional) request. */
import type { FetchOccasion } from '#contracts/ports/source-fetcher.ts';
import { inSpan, type Tracing } from '#contracts/ports/tracing.ts';
import type { Engine, ReadableInput } from '#engine/engine.ts';
import type { ReadableDocument } from '#engine/types.ts';
import type { FetchedPage, OutboundFailure, OutboundGuard, PageRequest } from '#platform/security/outbound-guard.ts';
import type { CachedPage, PageCache } from './page-cache.ts';

export interface PageReaderOptions {
  guard: Pick<OutboundGuard, 'fetchPage'>;
  /** Extracts the text, in a worker and within a time limit; rejects when it fails or takes too long. */
  readable: Engine['readable'];
  cache: PageCache;
  /** A keyed hash of the URL: a bare one could be guessed. */
  cacheKey: (url: string) => string;
  now: () => Date;
  /** How long a page is kept, in seconds. */
  cacheTtl: number;
  /** How long a kept page is used without asking whether it changed, in seconds. */
  freshFor: number;
  tracing: Tracing;
}

export type PageFailure = OutboundFailure | 'unreadable';

export type PageResult = { ok: true; page: CachedPage } | { ok: false; reason: PageFailure; status: number | null };

/** Reads `url`; never throws for anything the page or its server does. */
export async function readPage(options: PageReaderOptions, url: string, occasion: FetchOccasion): Promise<PageResult> {
  const key = options.cacheKey(url);
  const cached = await options.cache.get(key);
  if (cached !== null && isFresh(cached, options)) return { ok: true, page: cached };
  const fetched = await fetchTraced(options, occasion, url, {
    etag: cached?.etag ?? null,
    lastModified: cached?.lastModified ?? null,
    signal: occasion.signal,
  });
  if (!fetched.ok) return fetched;
  const confirmed_at = options.now().toISOString();
  if (fetched.notModified) {
    // Only a copy at hand brings validators, and only validators bring this answer.
    const page = { ...cached!, confirmed_at };
    await options.cache.put(key, page, options.cacheTtl);
    return { ok: true, page };
  }
  const { mediaType, body, etag, lastModified } = fetched;
  const document = await readOrNull(options, { body, mediaType, url: fetched.url });
  if (document === null) return { ok: false, reason: 'unreadable', status: null };
  const page = { url: fetched.url, etag, lastModified, confirmed_at, document };
  await options.cache.put(key, page, options.cacheTtl);
  return { ok: true, page };
}

/** Neither the address nor what it holds becomes part of the span, and the trace is not told to the page's server. */
function fetchTraced(
  { guard, tracing }: PageReaderOptions,
  { traceparent, verification_id, request_id }: FetchOccasion,
  url: string,
  page: PageRequest,
): Promise<FetchedPage> {
  const attributes = { 'evidence.verification_id': verification_id, 'evidence.request_id': request_id };
  return inSpan(tracing, 'fetch', { parent: traceparent, kind: 'client', attributes }, async (span) => {
    const fetched = await guard.fetchPage(url, page);
    if (fetched.ok) {
      span.set({ 'evidence.outcome': fetched.notModified ? 'not_modified' : 'fetched' });
    } else {
      span.set({
        'evidence.outcome': fetched.reason,
        ...(fetched.status !== null && { 'http.response.status_code': fetched.status }),
      });
      span.fail(fetched.reason);
    }
    return fetched;
  });
}

/** A page that breaks the extraction, or takes too long, is one page less and not the end of the verification. */
async function readOrNull({ readable }: PageReaderOptions, input: ReadableInput): Promise<ReadableDocument | null> {
  try {
    return await readable(input);
  } catch {
    return null;
  }
}

function isFresh(page: CachedPage, { now, freshFor }: PageReaderOptions): boolean {
  return now().getTime() - Date.parse(page.confirmed_at) < freshFor * 1_000;
}
