/** Forwards requests to the APIs: reads to the query API, writes to the command API. Bodies are streamed. */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Agent } from 'undici';
import { NO_TRACING } from '#common/tracing.ts';
import { ApiError } from '#contracts/errors.ts';
import type { Tracing } from '#contracts/ports/tracing.ts';
import { beginSpan, endSpan } from '#http/span.ts';
import { ClientLeft, forwardedBody } from './request-body.ts';
import type { Upstreams } from './upstreams.ts';

export interface ForwardOptions {
  reads: Upstreams;
  writes: Upstreams;
  /** How long an API may take to respond. */
  timeoutMs: number;
  tracing: Tracing;
}

/** Pages of the command API, which reads its own writes: the local pages of billing, and the workbench. */
const PAGES_OF_COMMANDS = /^\/(?:billing\/|app(?:[/?]|$)|(?:\?|$))/;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * Processes that a read is tried on, and only while none of them could be reached: a request whose connection broke may
 * have crashed its process, and must not be sent to the next one.
 */
const MAX_TRIES = 2;
/** A request that waits for a verification holds a connection. */
const CONNECTIONS_PER_UPSTREAM = 1_024;

/** RFC 7239 (6.3): the address is not disclosed. */
const UNKNOWN_ADDRESS = 'unknown';

/** Headers of one connection (RFC 9110, 7.6.1), or handled by the gateway itself. `connection` names further ones. */
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

/** Registers a catch-all route. */
export async function forwardToApis(
  app: FastifyInstance,
  { reads, writes, timeoutMs, tracing }: ForwardOptions,
): Promise<void> {
  await app.register(replyFrom, {
    // A separate agent, as the plugin's does not check certificates by default.
    undici: new Agent({ connections: CONNECTIONS_PER_UPSTREAM, connect: { timeout: CONNECT_TIMEOUT_MS } }) as never,
    destroyAgent: true,
    disableRequestLogging: true,
    // Retries are decided below.
    retryMethods: [],
  });
  await app.register(async (scope) => {
    // Bodies pass through; the APIs enforce their limits.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, forwardedBody(payload)));
    if (tracing !== NO_TRACING) traceRequests(scope, tracing);
    scope.all('/*', (request, reply) => {
      const read = READS.has(request.method);
      const readsStreams = read && !PAGES_OF_COMMANDS.test(request.url);
      send(request, reply, { upstreams: readsStreams ? reads : writes, repeatable: read, tried: new Set(), timeoutMs });
      return reply;
    });
  });
}

/** One span per request, whatever the number of attempts; the API's span is its child. */
function traceRequests(scope: FastifyInstance, tracing: Tracing): void {
  scope.addHook('onRequest', async (request) => {
    request.span = beginSpan(tracing, request, `gateway ${request.method}`);
  });
  scope.addHook('onResponse', async (request, reply) => endSpan(request, reply));
}

interface Attempt {
  upstreams: Upstreams;
  /** Whether another process may be tried when one is unreachable. */
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
      if (failure !== 'timeout' && !(error.cause instanceof ClientLeft)) upstreams.failed(origin);
      if (repeatable && failure === 'unreachable' && tried.size < MAX_TRIES) send(request, reply, attempt);
      else reply.send(errorOf(failure));
    },
  });
}

function requestHeaders(request: FastifyRequest, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = withoutHopByHop(headers);
  // The body of a read is not forwarded, so neither is its length.
  if (READS.has(request.method)) delete kept['content-length'];
  return {
    ...kept,
    'x-request-id': request.id,
    // The only trusted address: addresses claimed by the client are dropped at the gateway.
    'x-forwarded-for': isIP(request.ip) === 0 ? UNKNOWN_ADDRESS : request.ip,
    'x-forwarded-proto': request.protocol,
    // Without tracing, the client's own value is passed on.
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

/** An interrupted write may have taken effect: with its Idempotency-Key, it can be repeated safely. */
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
