/** One request to a source: no redirects, one time limit over all of it, a bounded body. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { WebFailure } from '#contracts/ports/web-sources.ts';
import { OutboundError } from '#platform/outbound/outbound-url.ts';
import { ACCEPTED_ENCODINGS } from '#platform/outbound/page-body.ts';
import { rejectOnAbort } from '#platform/outbound/reject-on-abort.ts';
import { decodedInTurns, parsedJson, readResponse } from '#platform/outbound/response.ts';
import type { SourceRequest } from './wire.ts';

export interface ExchangeOptions {
  dispatcher: Dispatcher;
  /** User-Agent and credential. */
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Largest body, compressed and decompressed. */
  maxBytes: number;
  /** Ends the exchange, which then rejects with the signal's reason. */
  signal: AbortSignal;
}

export type Exchanged =
  /** `body` is parsed JSON, or text if the request asks for XML; undefined if it is not JSON. */
  { ok: true; status: number; headers: IncomingHttpHeaders; body: unknown } | { ok: false; failure: WebFailure };

/** XML is parsed in one go. A search for the most records that are asked for has far less. */
const MOST_XML_BYTES = 1_000_000;

const ACCEPT = { json: 'application/json', xml: 'application/atom+xml, application/xml, text/xml' } as const;

/** Sends `source` to the path below `baseUrl`. Rejects only with the signal's reason. */
export async function exchange(baseUrl: string, source: SourceRequest, options: ExchangeOptions): Promise<Exchanged> {
  // Loaded on the first request: the HTTP client is a tenth of what a start would load.
  const { request } = await import('undici');
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([deadline, options.signal]);
  let isConnected = false;
  const dispatcher = noticing(options.dispatcher, () => {
    isConnected = true;
  });
  const send = async (): Promise<Exchanged> => {
    const response = await request(urlOf(baseUrl, source), {
      method: source.method,
      dispatcher,
      signal,
      headers: {
        accept: ACCEPT[source.answer],
        'accept-encoding': ACCEPTED_ENCODINGS,
        ...(source.body !== undefined && { 'content-type': 'application/json' }),
        ...source.headers,
        ...options.headers,
      },
      ...(source.body !== undefined && { body: JSON.stringify(source.body) }),
    });
    const isJson = source.answer === 'json';
    const bytes = await readResponse(response, isJson ? options.maxBytes : Math.min(options.maxBytes, MOST_XML_BYTES));
    const body = await (isJson ? parsedJson(bytes) : decodedInTurns(bytes));
    return { ok: true, status: response.statusCode, headers: response.headers, body };
  };
  try {
    // undici notices an abort only once it has a connection, and a resolver may never respond.
    return await Promise.race([send(), rejectOnAbort(signal)]);
  } catch (error) {
    options.signal.throwIfAborted();
    if (!deadline.aborted) return { ok: false, failure: { reason: reasonOf(error) } };
    // Without a connection by then, the host was not reached.
    return { ok: false, failure: { reason: isConnected ? 'timeout' : 'no_network' } };
  }
}

/** `dispatcher`, which calls `onConnected` as soon as a request has a connection. */
function noticing(dispatcher: Dispatcher, onConnected: () => void): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    return dispatch(options, {
      onRequestStart(controller, context) {
        onConnected();
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...response) => handler.onResponseStart?.(...response),
      onResponseData: (...data) => handler.onResponseData?.(...data),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...failure) => handler.onResponseError?.(...failure),
    });
  });
}

function urlOf(baseUrl: string, { path, query }: SourceRequest): string {
  const url = `${baseUrl.replace(/(?<!\/)\/+$/, '')}${path}`;
  const parameters = new URLSearchParams(query).toString();
  if (parameters === '') return url;
  return `${url}${path.includes('?') ? '&' : '?'}${parameters}`;
}

/** Codes of the operating system and the HTTP client where nothing gets through to the host. */
const UNREACHABLE = new Set([
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function reasonOf(error: unknown): 'no_network' | 'timeout' | 'unavailable' | 'blocked' | 'too_large' {
  if (error instanceof OutboundError) {
    if (error.reason === 'too_large') return 'too_large';
    if (error.reason === 'dns_failure') return 'no_network';
    return error.reason.startsWith('blocked_') || error.reason === 'credentials_in_url' ? 'blocked' : 'unavailable';
  }
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'unavailable';
  if (UNREACHABLE.has(code)) return 'no_network';
  return /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(code) ? 'timeout' : 'unavailable';
}
