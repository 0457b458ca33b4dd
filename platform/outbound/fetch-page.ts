/**
 * Fetches one page. Redirects are followed here, with a full check of each URL; one deadline covers all of it; the size
 * is bounded.
 */

import { type Dispatcher, errors, request } from 'undici';
import { hasControlCharacter } from '#contracts/http/url.ts';
import { type AllowedHosts, OutboundError, type OutboundFailure, parseOutboundUrl } from './outbound-url.ts';
import { ACCEPTED_ENCODINGS, charsetIn, type FileMediaType, pageMediaType, type TextMediaType } from './page-body.ts';
import { rejectOnAbort } from './reject-on-abort.ts';
import { discard, headerOf, readResponse } from './response.ts';

/** The bytes of a page, for text with the character set that the header names. Whoever reads it decodes them. */
export type PageBody =
  | { mediaType: TextMediaType; body: Uint8Array; charset: string | null }
  | { mediaType: FileMediaType; body: Uint8Array };

export type FetchedPage =
  | ({
      ok: true;
      notModified: false;
      /** The URL after redirects. */
      url: string;
      etag: string | null;
      lastModified: string | null;
    } & PageBody)
  | { ok: true; notModified: true; url: string }
  | {
      ok: false;
      reason: OutboundFailure /** The response's status where the reason is http_status. */;
      status: number | null;
    };

export interface PageRequest {
  /** Validators of a cached copy, from an earlier `FetchedPage`. */
  etag?: string | null;
  lastModified?: string | null;
  signal?: AbortSignal;
  /** Called before each request, including redirects; false ends the fetch with `disallowed_by_robots`. */
  mayFetch?: (url: URL) => Promise<boolean>;
}

export interface PageFetcherOptions {
  allowed: AllowedHosts;
  dispatcher: Dispatcher;
  userAgent: string;
  timeoutMs: number;
  maxBytes: number;
}

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const ACCEPT = 'text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.8, application/pdf;q=0.7';

/** Fetches `url`. Never throws: failures are returned with a reason. */
export async function fetchPage(
  options: PageFetcherOptions,
  url: string,
  page: PageRequest = {},
): Promise<FetchedPage> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = page.signal ? AbortSignal.any([deadline, page.signal]) : deadline;
  try {
    // undici notices an abort only once it has a connection, and a resolver may never respond.
    return await Promise.race([follow(options, url, page, signal), rejectOnAbort(signal)]);
  } catch (error) {
    const reason = deadline.aborted ? 'timeout' : page.signal?.aborted ? 'aborted' : reasonOf(error);
    return { ok: false, reason, status: null };
  }
}

async function follow(
  options: PageFetcherOptions,
  start: string,
  page: PageRequest,
  signal: AbortSignal,
): Promise<FetchedPage> {
  let url = parseOutboundUrl(start, options.allowed);
  const { origin } = url;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    if (page.mayFetch !== undefined && !(await page.mayFetch(url))) throw new OutboundError('disallowed_by_robots');
    // Validators are only sent to the site that issued them.
    const validators = url.origin === origin ? validatorHeaders(page) : {};
    const response = await request(url, {
      dispatcher: options.dispatcher,
      signal,
      headers: {
        'user-agent': options.userAgent,
        accept: ACCEPT,
        'accept-encoding': ACCEPTED_ENCODINGS,
        ...validators,
      },
    });
    const location = headerOf(response.headers, 'location');
    if (!REDIRECTS.has(response.statusCode) || location === undefined) {
      return toFetchedPage(options, url, response, Object.keys(validators).length > 0);
    }
    discard(response);
    if (hasControlCharacter(location) || !URL.canParse(location, url)) throw new OutboundError('invalid_url');
    url = parseOutboundUrl(new URL(location, url).href, options.allowed);
  }
  throw new OutboundError('too_many_redirects');
}

async function toFetchedPage(
  options: PageFetcherOptions,
  url: URL,
  response: Dispatcher.ResponseData,
  conditional: boolean,
): Promise<FetchedPage> {
  if (response.statusCode === 304 && conditional) {
    discard(response);
    return { ok: true, notModified: true, url: url.href };
  }
  if (response.statusCode !== 200 && response.statusCode !== 203) {
    discard(response);
    return { ok: false, reason: 'http_status', status: response.statusCode };
  }
  const contentType = headerOf(response.headers, 'content-type');
  const mediaType = pageMediaType(contentType, url);
  if (mediaType === null || Number(headerOf(response.headers, 'content-length') ?? 0) > options.maxBytes) {
    discard(response);
    throw new OutboundError(mediaType === null ? 'unsupported_media_type' : 'too_large');
  }
  const bytes = await readResponse(response, options.maxBytes);
  return {
    ok: true,
    notModified: false,
    url: url.href,
    ...(mediaType === 'application/pdf'
      ? { mediaType, body: bytes }
      : { mediaType, body: bytes, charset: charsetIn(contentType) }),
    etag: headerOf(response.headers, 'etag') ?? null,
    lastModified: headerOf(response.headers, 'last-modified') ?? null,
  };
}

function validatorHeaders(page: PageRequest): Record<string, string> {
  return {
    ...(page.etag ? { 'if-none-match': page.etag } : {}),
    ...(page.lastModified ? { 'if-modified-since': page.lastModified } : {}),
  };
}

function reasonOf(error: unknown): OutboundFailure {
  if (error instanceof OutboundError) return error.reason;
  if (error instanceof errors.HeadersOverflowError) return 'too_large';
  const isTimeout =
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError;
  return isTimeout ? 'timeout' : 'network_error';
}
