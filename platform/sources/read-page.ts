/** Reads one page of a source as passages: from the cache while it is fresh, else by a (conditional) request. */
import { inSpan } from '#common/tracing.ts';
import { DocumentError, type DocumentReader } from '#contracts/ports/document-reader.ts';
import type { FetchOccasion } from '#contracts/ports/source-fetcher.ts';
import type { Tracing } from '#contracts/ports/tracing.ts';
import { type EncodedInput, EngineError, type PageReader } from '#engine/engine.ts';
import type {
  FetchedPage,
  OutboundFailure,
  OutboundGuard,
  PageBody,
  PageRequest,
} from '#platform/outbound/outbound-guard.ts';
import type { CachedPage, PageCache, PageContent } from './page-cache.ts';
import { pdfAsPage } from './pdf-page.ts';

export interface PageReadingOptions {
  guard: Pick<OutboundGuard, 'fetchPage'>;
  /** Reads pages in a worker thread with a time limit; organizations take turns. */
  readers: { forOrganization(organizationId: string): PageReader };
  /** Reads PDFs in separate processes; organizations take turns. */
  documents: Pick<DocumentReader, 'read'>;
  cache: PageCache;
  /**
   * A keyed hash of the URL, as a plain one could be guessed. Each organization has its own pages: the speed of a
   * shared cache would reveal what others read.
   */
  cacheKey: (organizationId: string, url: string) => string;
  now: () => Date;
  /** How long a page is cached, in seconds. */
  cacheTtl: number;
  /** How long a cached page is used without revalidation, in seconds. */
  freshFor: number;
  /** The same for a page that broke its reader, which would happen again. */
  unreadableFor: number;
  /** The same for a page whose reading timed out, which may not happen again. */
  timedOutFor: number;
  tracing: Tracing;
}

export type PageFailure = OutboundFailure | 'unreadable' | 'reading_timeout';

export interface ReadPage extends CachedPage {
  content: PageContent;
}

export type PageResult = { ok: true; page: ReadPage } | { ok: false; reason: PageFailure; status: number | null };

/** Options for one page. */
export interface PageLimits {
  /** Called before each request. Default: all are allowed. */
  mayFetch?: NonNullable<PageRequest['mayFetch']>;
  /** Longest time for reading a PDF, in milliseconds. Default: that of the reader. */
  pdfTimeoutMs?: number;
}

/** Reads `url`. Never throws for anything that the page or its server does. */
export async function readPage(
  options: PageReadingOptions,
  url: string,
  occasion: FetchOccasion,
  { mayFetch, pdfTimeoutMs }: PageLimits = {},
): Promise<PageResult> {
  const key = options.cacheKey(occasion.organization_id, url);
  const cached = await options.cache.get(key);
  if (cached !== null && isFresh(cached, options) && !mayReadLonger(cached, pdfTimeoutMs)) return resultOf(cached);
  // An unreadable page is fetched without validators, as "unchanged" does not tell whether it can be read now.
  const known = cached?.content == null ? null : cached;
  const fetched = await fetchTraced(options, occasion, url, {
    etag: known?.etag ?? null,
    lastModified: known?.lastModified ?? null,
    signal: occasion.signal,
    ...(mayFetch && { mayFetch }),
  });
  if (!fetched.ok) return fetched;
  const page = await pageOf(options, cached, fetched, occasion, pdfTimeoutMs);
  if (page === null) return UNREADABLE;
  const ttl = Math.min(options.cacheTtl, occasion.kept_for_s ?? options.cacheTtl);
  if (ttl > 0) await options.cache.put(key, page, ttl);
  return resultOf(page);
}

const UNREADABLE = { ok: false, reason: 'unreadable', status: null } as const;

function resultOf(page: CachedPage): PageResult {
  const { content, timedOut } = page;
  if (content !== null) return { ok: true, page: { ...page, content } };
  return timedOut ? { ...UNREADABLE, reason: 'reading_timeout' } : UNREADABLE;
}

/** Null when the page could not be read for a reason that is not its own; this is not cached. */
async function pageOf(
  options: PageReadingOptions,
  cached: CachedPage | null,
  fetched: FetchedPage & { ok: true },
  occasion: FetchOccasion,
  pdfTimeoutMs: number | undefined,
): Promise<CachedPage | null> {
  const confirmed_at = options.now().toISOString();
  // Only sent to requests with validators, which come from a cached copy.
  if (fetched.notModified) return { ...cached!, confirmed_at };
  const { url, etag, lastModified } = fetched;
  const page = { url, etag, lastModified, confirmed_at };
  try {
    return { ...page, content: await contentOf(options, fetched, occasion, pdfTimeoutMs) };
  } catch (error) {
    const code = error instanceof EngineError || error instanceof DocumentError ? error.code : null;
    if (code === 'engine_busy') return null;
    if (code === 'engine_timeout') return { ...page, content: null, timedOut: { after_ms: null } };
    if (error instanceof DocumentError && !error.isFinal)
      return { ...page, content: null, timedOut: { after_ms: pdfTimeoutMs ?? null } };
    return { ...page, content: null };
  }
}

async function contentOf(
  { readers, documents }: PageReadingOptions,
  page: PageBody & { url: string },
  occasion: FetchOccasion,
  pdfTimeoutMs: number | undefined,
): Promise<PageContent> {
  const reader = readers.forOrganization(occasion.organization_id);
  const isFile = page.mediaType === 'application/pdf';
  const input = isFile ? await pdfAsPage(documents, page, occasion, pdfTimeoutMs) : encodedInput(page);
  const { text, ...document } = await reader.readable(input);
  const passages = await reader.splitPassages(text);
  // A file's name says less than the title in the search results, or the customer's label.
  return { ...document, ...(isFile && { title: '' }), passages: passages.map((passage) => passage.text) };
}

/** Only the fields that are sent to the reader's thread. */
function encodedInput({ body, charset, mediaType, url }: EncodedInput): EncodedInput {
  return { body, charset, mediaType, url };
}

/** Neither the URL nor the content becomes part of the span, and the trace context is not sent to the page's server. */
function fetchTraced(
  { guard, tracing }: PageReadingOptions,
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

/**
 * Whether reading timed out with a shorter limit than the present one. A page's own limit is shorter than the reader's.
 */
function mayReadLonger({ timedOut }: CachedPage, limitMs: number | undefined): boolean {
  const after = timedOut?.after_ms ?? null;
  return after !== null && after < (limitMs ?? Number.POSITIVE_INFINITY);
}

function isFresh(page: CachedPage, { now, freshFor, unreadableFor, timedOutFor }: PageReadingOptions): boolean {
  const failedFor = page.timedOut ? timedOutFor : unreadableFor;
  const seconds = page.content === null ? failedFor : freshFor;
  return now().getTime() - Date.parse(page.confirmed_at) < seconds * 1_000;
}
