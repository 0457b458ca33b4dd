/** One page of a source, as readable text: from the cache while it is fresh, else by a (conditional) request. */
import type { Engine, ReadableInput } from '#engine/engine.ts';
import type { ReadableDocument } from '#engine/types.ts';
import type { OutboundFailure, OutboundGuard } from '#platform/security/outbound-guard.ts';
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
}

export type PageFailure = OutboundFailure | 'unreadable';

export type PageResult = { ok: true; page: CachedPage } | { ok: false; reason: PageFailure; status: number | null };

/** Reads `url`; never throws for anything the page or its server does. */
export async function readPage(options: PageReaderOptions, url: string, signal?: AbortSignal): Promise<PageResult> {
  const key = options.cacheKey(url);
  const cached = await options.cache.get(key);
  if (cached !== null && isFresh(cached, options)) return { ok: true, page: cached };
  const fetched = await options.guard.fetchPage(url, {
    etag: cached?.etag ?? null,
    lastModified: cached?.lastModified ?? null,
    ...(signal ? { signal } : {}),
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
