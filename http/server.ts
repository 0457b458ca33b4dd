/** The server of both APIs: limits on everything that a client can send, and one shape for every error. */
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { ApiError } from '#contracts/errors.ts';
import { BODY_LIMIT } from '#contracts/http/operation.ts';
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  type Connections,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  watchConnections,
} from './connections.ts';
import { countCutOffs } from './cut-offs.ts';
import { handleError, handleUnknownRoute, setStandardHeaders } from './error-handler.ts';
import { limitHandlers } from './handler-timeout.ts';
import { requestIdOf } from './headers.ts';
import { readJsonBody } from './json-body.ts';
import { idsOf } from './log-ids.ts';
import { createHttpMetrics, routeOf } from './metrics.ts';
import { handleClientError, refuseSlow, takeOverProtocolEvents } from './socket-errors.ts';
import { discardUnreadBodies } from './unread-body.ts';

export interface ServerOptions {
  /** If omitted, nothing is logged. */
  logger?: FastifyBaseLogger;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[];
  /** How long a handler may take until its response begins; longer than a synchronous verification may take. */
  handlerTimeoutMs?: number;
  /** How long a request, head and body, may take to arrive. */
  requestTimeoutMs?: number;
  /** Overrides single values of CONNECTION_LIMITS. */
  connections?: Partial<ConnectionLimits>;
  /** Where request metrics are registered. If omitted, there are none. */
  metrics?: Registry;
}

const HANDLER_TIMEOUT_MS = 150_000;
const REQUEST_TIMEOUT_MS = 60_000;
/** How often Node checks for requests that take too long to arrive. */
const CHECK_INTERVAL_MS = 1_000;
const MAX_PARAM_LENGTH = 512;

/** Creates a fastify instance without routes, not yet listening. */
export function createServer(options: ServerOptions = {}): FastifyInstance {
  const requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const app: FastifyInstance = Fastify({
    // Its own, as its level is its own for a moment (`listen.ts`).
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger.child({}) }),
    // One line per request, written by recordRequests, without URLs.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    genReqId: requestIdOf,
    requestTimeout,
    keepAliveTimeout: KEEP_ALIVE_MS,
    bodyLimit: BODY_LIMIT,
    http: {
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeout),
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, requestTimeout),
      // Node would refuse a missing Host header itself, without our headers; nothing here depends on it.
      requireHostHeader: false,
    },
    // Operations validate and serialize bodies themselves, so the JSON schema compilers are neither used nor loaded.
    schemaController: { compilersFactory: { buildValidator: unusedCompiler, buildSerializer: unusedCompiler } },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, querystringParser: lastOfEach },
    frameworkErrors: handleError,
    clientErrorHandler: handleClientError,
    // The hook below does this, in the shape of every other error.
    return503OnClosing: false,
  });
  app.setErrorHandler(handleError);
  takeOverProtocolEvents(app.server);
  const connections = watchConnections(
    app.server,
    { ...CONNECTION_LIMITS, ...options.connections },
    { cutOff: countCutOffs(() => connections.open(), options), refuseSlow },
  );
  acceptOnlyJson(app);
  limitHandlers(app, options.handlerTimeoutMs ?? HANDLER_TIMEOUT_MS);
  app.addHook('onRequest', async (request, reply) => setStandardHeaders(request, reply));
  discardUnreadBodies(app);
  refuseWhileDraining(app, connections);
  refuseUnknownRoutes(app);
  recordRequests(app, options);
  return app;
}

function unusedCompiler(): never {
  throw new Error('no route has a schema of fastify');
}

/** Parses query parameters as strings; the last value of a repeated one counts. */
function lastOfEach(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

const FORM_WANTED = 'The request body must be multipart/form-data.';

/** Operations without a body ignore any body; the others accept JSON only, or a form where they take a file. */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { config, bodyLimit: limit } = request.routeOptions;
    if (config.takesUpload) throw new ApiError('unsupported_media_type', { message: FORM_WANTED });
    if (!config.takesBody) return undefined;
    // The announced length is too large: refuse the body before it is sent.
    if (Number(request.headers['content-length'] ?? 0) > limit) throw new ApiError('payload_too_large');
    try {
      const held = request.bodyBytes;
      return await readJsonBody(payload, {
        limit,
        received: (bytes) => held?.add(bytes),
        turn: async () => held?.turn(),
      });
    } catch (error) {
      request.bodyBytes?.release();
      throw error;
    }
  });
  app.addContentTypeParser('multipart/form-data', (request, _payload, done) => {
    const { config, bodyLimit } = request.routeOptions;
    if (config.takesUpload && Number(request.headers['content-length'] ?? 0) > bodyLimit) {
      done(new ApiError('payload_too_large'));
    } else if (config.takesBody) done(new ApiError('unsupported_media_type'));
    // The handler reads a form itself.
    else done(null, undefined);
  });
  app.addContentTypeParser('*', (request, _payload, done) => {
    if (request.routeOptions.config.takesUpload) {
      done(new ApiError('unsupported_media_type', { message: FORM_WANTED }));
      return;
    }
    if (request.routeOptions.config.takesBody) done(new ApiError('unsupported_media_type'));
    else done(null, undefined);
  });
}

/**
 * Lets requests in progress finish while the server closes. Connections end with their response; those without a
 * request end soon.
 */
function refuseWhileDraining(app: FastifyInstance, connections: Connections): void {
  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
    connections.beginClosing();
  });
  app.addHook('onRequest', async () => {
    if (draining) throw new ApiError('service_unavailable', { message: 'The service is shutting down.' });
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    // If a body is still arriving, the connection ends after it: see unread-body.ts.
    if (draining && raw.complete) reply.header('connection', 'close');
  });
}

/**
 * Runs before the body is considered, because fastify refuses some requests for their body, such as a QUERY without a
 * content type.
 */
function refuseUnknownRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return handleUnknownRoute(request, reply);
  });
}

function recordRequests(app: FastifyInstance, options: ServerOptions): void {
  const observe = options.metrics && createHttpMetrics(options.metrics);
  app.addHook('onResponse', async (request, reply) => {
    observe?.(request, reply);
    request.log.info(
      {
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        ...idsOf(request),
      },
      'request',
    );
  });
}
