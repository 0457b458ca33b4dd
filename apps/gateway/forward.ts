/** Hands requests on to the APIs: reads to the query API, writes to the command API, bodies as they stream in. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import { NO_TRACING } from '#common/tracing.ts';
import { ApiError } from '#contracts/errors.ts';
import type { Tracing } from '#contracts/ports/tracing.ts';
import { beginSpan, endSpan } from '#http/span.ts';
import type { Upstreams } from './upstreams.ts';

export interface ForwardOptions {
  reads: Upstreams;
  writes: Upstreams;
  /** How long an API may take to answer. */
  timeoutMs: number;
  tracing: Tracing;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * Processes that a read is tried at, and only as long as none of them was reached: a request that broke off may have
 * broken what handled it, and must not go on to the next one.
 */
const MAX_TRIES = 2;
/** Requests that wait for a verification hold a connection each. */
const CONNECTIONS_PER_UPSTREAM = 1_024;

/** What RFC 7239 (6.3) calls it where a proxy does not tell an address. */
const UNKNOWN_ADDRESS = 'unknown';

/** Of one connection only (RFC 9110, 7.6.1), or what the gateway answers itself. `connection` names further ones. */
const HOP_BY_HOP = [
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Registers a route for everything that has none of its own. */
export async function forwardToApis(
  app: FastifyInstance,
  { reads, writes, timeoutMs, tracing }: ForwardOptions,
): Promise<void> {
  await app.register(replyFrom, {
    // An agent of our own: the plugin's would not check certificates unless told to.
    undici: new Agent({ connections: CONNECTIONS_PER_UPSTREAM, connect: { timeout: CONNECT_TIMEOUT_MS } }) as never,
    destroyAgent: true,
    disableRequestLogging: true,
    // Whether to try again, and where, is decided below.
    retryMethods: [],
  });
  await app.register(async (scope) => {
    // Bodies pass through; their limits are the APIs' to keep.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    if (tracing !== NO_TRACING) traceRequests(scope, tracing);
    scope.all('/*', (request, reply) => {
      const read = READS.has(request.method);
      send(request, reply, { upstreams: read ? reads : writes, repeatable: read, tried: new Set(), timeoutMs });
      return reply;
    });
  });
}

/** A span per request, whatever the number of attempts; the API's is below it. */
function traceRequests(scope: FastifyInstance, tracing: Tracing): void {
  scope.addHook('onRequest', async (request) => {
    request.span = beginSpan(tracing, request, `gateway ${request.method}`);
  });
  scope.addHook('onResponse', async (request, reply) => endSpan(request, reply));
}

interface Attempt {
  upstreams: Upstreams;
  /** Whether another process may be asked where this one can't be reached. */
  repeatable: boolean;
  tried: Set<string>;
  timeoutMs: number;
}

function send(request: FastifyRequest, reply: FastifyReply, attempt: Attempt): void {
  const { upstreams, repeatable, tried, timeoutMs } = attempt;
  const origin = upstreams.next(tried);
  if (origin === null) {
    reply.send(new ApiError('service_unavailable', { retryAfter: 1 }));
    return;
  }
  tried.add(origin);
  reply.from(undefined, {
    timeout: timeoutMs,
    getUpstream: () => origin,
    rewriteRequestHeaders: (_request, headers) => requestHeaders(request, headers),
    rewriteHeaders: withoutHopByHop,
    onError(_reply, { error }) {
      const failure = failureOf(error);
      if (failure !== 'timeout' && !leftWhileSending(request)) upstreams.failed(origin);
      if (repeatable && failure === 'unreachable' && tried.size < MAX_TRIES) send(request, reply, attempt);
      else reply.send(errorOf(failure));
    },
  });
}

/** The client broke off its body, and so the request to the API, which did nothing wrong. */
function leftWhileSending({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function requestHeaders(request: FastifyRequest, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = withoutHopByHop(headers);
  // A body that came with a read is not handed on, so neither is its length.
  if (READS.has(request.method)) delete kept['content-length'];
  return {
    ...kept,
    'x-request-id': request.id,
    // The one address that counts here: what the client itself claims ends at the gateway.
    'x-forwarded-for': isIP(request.ip) === 0 ? UNKNOWN_ADDRESS : request.ip,
    'x-forwarded-proto': request.protocol,
    // Without spans of its own it passes on what the client sent.
    ...(request.span && { traceparent: request.span.traceparent }),
    ...(request.host && { 'x-forwarded-host': request.host }),
  };
}

function withoutHopByHop<Headers extends IncomingHttpHeaders>(headers: Headers): Headers {
  const named = String(headers.connection ?? '').split(',');
  const dropped = new Set([...HOP_BY_HOP, ...named.map((name) => name.trim().toLowerCase())]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name))) as Headers;
}

type Failure = 'unreachable' | 'broke_off' | 'timeout';

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function failureOf(error: Error): Failure {
  const code = String((error.cause as { code?: unknown } | undefined)?.code ?? '');
  if (TIMEOUTS.has(code)) return 'timeout';
  return UNREACHABLE.has(code) ? 'unreachable' : 'broke_off';
}

/** A write that broke off may have been carried out: with its Idempotency-Key it can be repeated safely. */
function errorOf(failure: Failure): ApiError {
  switch (failure) {
    case 'unreachable':
      return new ApiError('service_unavailable', { retryAfter: 1 });
    case 'timeout':
      return new ApiError('timeout');
    case 'broke_off':
      return new ApiError('provider_error', { message: 'The process that handled the request did not answer.' });
  }
}
