/** One POST of JSON to a model's server: no redirects, one time limit for everything, bounded bodies. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { JsonObject } from '#contracts/json.ts';
import type { ModelFailure } from '#contracts/ports/language-model.ts';
import { OutboundError } from '#platform/outbound/outbound-url.ts';
import { ACCEPTED_ENCODINGS } from '#platform/outbound/page-body.ts';
import { rejectOnAbort } from '#platform/outbound/reject-on-abort.ts';
import { parsedJson, readResponse } from '#platform/outbound/response.ts';

export interface ExchangeOptions {
  dispatcher: Dispatcher;
  headers: Record<string, string>;
  timeoutMs: number;
  /** Largest body, compressed and decompressed. */
  maxBytes: number;
  /** Ends the exchange, which then rejects with the signal's reason. */
  signal: AbortSignal;
}

export type Exchanged =
  /** `body` is undefined if it is not JSON. */
  | { ok: true; status: number; headers: IncomingHttpHeaders; body: unknown }
  /** `sent`: the server may have begun to answer. */
  | { ok: false; failure: ModelFailure; sent: boolean };

/** Rejects only with the signal's reason. */
export async function exchange(url: string, content: JsonObject, options: ExchangeOptions): Promise<Exchanged> {
  // Loaded on demand: the HTTP client is a tenth of what a start would load, and many services use no model.
  const { request } = await import('undici');
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([deadline, options.signal]);
  const send = async (): Promise<Exchanged> => {
    const response = await request(url, {
      method: 'POST',
      dispatcher: options.dispatcher,
      signal,
      // The headers of an answer that isn't streamed come when it is complete, so the dispatcher's limits, made for
      // pages, don't fit.
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
      headers: {
        accept: 'application/json',
        'accept-encoding': ACCEPTED_ENCODINGS,
        'content-type': 'application/json',
        ...options.headers,
      },
      body: JSON.stringify(content),
    });
    const bytes = await readResponse(response, options.maxBytes);
    return { ok: true, status: response.statusCode, headers: response.headers, body: await parsedJson(bytes) };
  };
  try {
    // undici notices an abort only once it has a connection.
    return await Promise.race([send(), rejectOnAbort(signal)]);
  } catch (error) {
    options.signal.throwIfAborted();
    if (deadline.aborted) return { ok: false, failure: { kind: 'unavailable', reason: 'timeout' }, sent: true };
    return { ok: false, failure: failureOf(error), sent: mayBeSent(error) };
  }
}

/** Codes of connections that were never established, and of TLS errors when Node does not trust the server. */
const UNSENT =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS|SSL|SELF_SIGNED/;

function mayBeSent(error: unknown): boolean {
  if (error instanceof OutboundError) return error.reason === 'too_large';
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code !== 'string' || !UNSENT.test(code);
}

function failureOf(error: unknown): ModelFailure {
  if (error instanceof OutboundError) {
    if (error.reason === 'too_large') return { kind: 'over_limit', limit: 'response_size' };
    if (error.reason.startsWith('blocked_')) return { kind: 'unavailable', reason: 'blocked_address' };
    return { kind: 'unavailable', reason: 'network' };
  }
  const code = (error as { code?: unknown } | null)?.code;
  const isTimeout = typeof code === 'string' && /^UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code);
  return { kind: 'unavailable', reason: isTimeout ? 'timeout' : 'network' };
}
