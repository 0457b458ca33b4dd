/**
 * `/mcp`: the tools over streamable HTTP, with the keys of the API. Each request has a server of its own, so any process
 * answers any request, and no sessions have to be kept.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '#command-api/caller.ts';
import { NO_TRACING } from '#common/tracing.ts';
import { ApiError } from '#contracts/errors.ts';
import { MEBIBYTE } from '#contracts/http/operation.ts';
import { authenticate } from '#http/auth/authenticator.ts';
import { isAllowedIp } from '#http/auth/ip.ts';
import { type Client, clientOf } from '#http/client.ts';
import { clientIp } from '#http/client-ip.ts';
import { contextOf, type RequestContext } from '#http/context.ts';
import { handleError } from '#http/error-handler.ts';
import { MCP_PATH } from '#http/paths.ts';
import { countRequest } from '#http/rate-limit.ts';
import { openBody, type RouteDependencies } from '#http/route.ts';
import { beginSpan, endSpan } from '#http/span.ts';
import { callTool } from './call-tool.ts';
import { cancelCall } from './cancel-call.ts';
import type { AgentDependencies } from './dependencies.ts';
import { checkPageOrigin } from './origin.ts';

/** Fits a text with all its sources, each character escaped. */
const MCP_BODY_LIMIT = 4 * MEBIBYTE;
/** Given to clients of versions before 2026-07-28, which give it back: their cancellations name a call of it. */
const SESSION_HEADER = 'mcp-session-id';
const MOST_SESSION_CHARACTERS = 100;
const MOST_MESSAGES = 50;

/** What the tools get to know of the HTTP request that calls them. */
interface Exchange {
  context: RequestContext;
  client: Client;
  session: string | null;
  /** Tools that it has called. The protocol refuses other calls itself, such as those of unknown tools. */
  called: number;
}

export interface McpSettings {
  version: string;
  /** Base URL of the service as browsers reach it; null: as the request did. */
  publicUrl: string | null;
}

export function registerMcp(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: AgentDependencies,
  { version, publicUrl }: McpSettings,
): void {
  let handler: Promise<McpHttpHandler> | null = null;
  /** Notifications count apart: a call can be cancelled when the limit is reached. */
  const counted = ({ principal: { key_id } }: RequestContext, kind: 'notification' | 'message') =>
    countRequest(routes.counters, routes.clock, { key_id: kind === 'message' ? key_id : `${key_id}/notifications` });
  app.addHook('onClose', async () => (await handler)?.close());
  app.route({
    method: 'POST',
    url: MCP_PATH,
    bodyLimit: MCP_BODY_LIMIT,
    config: { takesBody: true },
    onRequest: async (request, reply) => {
      checkPageOrigin(request, publicUrl);
      const span = beginSpan(routes.tracing ?? NO_TRACING, request);
      request.span = span;
      const ip = clientIp(request);
      const principal = await authenticate(routes.authenticator, request.headers.authorization, ip);
      request.caller = contextOf({ request_id: request.id, principal, ip, traceparent: span.traceparent });
      if (!isAllowedIp(ip, principal.allowed_ips)) throw new ApiError('ip_not_allowed');
      routes.refusedCalls.check(refusedAs(request.caller));
      await openBody(routes, request, reply);
    },
    onResponse: async (request, reply) => endSpan(request, reply),
    errorHandler: async (error, request, reply) => {
      if (!(error instanceof ApiError) || error.code !== 'validation_error') return handleError(error, request, reply);
      await routes.refusedCalls.count(refusedAs(request.caller!));
      request.refusedFor = error.code;
      const parseError = { code: -32700, message: 'Parse error: the request body is not valid JSON' };
      return reply.code(400).send({ jsonrpc: '2.0', id: null, error: parseError });
    },
    handler: async (request, reply) => {
      request.handled = true;
      try {
        const context = request.caller!;
        let calls = 0;
        for (const message of messagesOf(request.body)) {
          const kind = kindOf(message);
          // Tools have limits of their own.
          if (kind === 'call') {
            calls++;
            continue;
          }
          reply.headers(await counted(context, kind));
          if (message?.method === 'notifications/cancelled') await cancelled(dependencies, request, message);
        }
        handler ??= openHandler(dependencies, version);
        const client = clientOf(reply, routes.responseSlots, context.principal);
        const exchange: Exchange = { context, client, session: sessionOf(request), called: 0 };
        void client.served.then(() => {
          if (exchange.called < calls) return routes.refusedCalls.count(refusedAs(context));
        });
        return await respond(await handler, exchange, request, reply);
      } finally {
        request.bodyBytes?.release();
      }
    },
  });
}

/** Clients of version 2025-03-26 may send several messages at once. */
function messagesOf(body: unknown): readonly Message[] {
  if (!Array.isArray(body)) return [body as Message];
  if (body.length > MOST_MESSAGES) throw new ApiError('payload_too_large');
  return body as Message[];
}

type Message = { method?: unknown; id?: unknown; params?: { requestId?: unknown } | null } | null;

/** `notification`: is not answered. `message`: anything else, be it nonsense. */
function kindOf(message: Message): 'call' | 'notification' | 'message' {
  const { method, id } = message ?? {};
  if (id === undefined) return typeof method === 'string' ? 'notification' : 'message';
  return method === 'tools/call' ? 'call' : 'message';
}

/** Messages that the protocol refuses are counted like refused calls of an operation, apart from those. */
function refusedAs({ principal: { key_id } }: RequestContext): string {
  return `${key_id}/messages`;
}

/** The protocol's package is loaded with the first request: most services have none. */
async function openHandler(dependencies: AgentDependencies, version: string): Promise<McpHttpHandler> {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./mcp-server.ts'),
  ]);
  return createMcpHandler(
    ({ authInfo }) => {
      const exchange = authInfo!.extra!.exchange as Exchange;
      const { context, client, session } = exchange;
      return createMcpServer(version, (tool, args, { signal, report, id }) => {
        exchange.called++;
        const call_id = session === null ? null : callIdOf(session, id);
        return callTool(dependencies, { context, client, signal, report, call_id }, tool, args);
      });
    },
    // Nothing is published, so nobody needs to listen.
    { responseMode: 'sse', maxSubscriptions: 0 },
  );
}

async function respond(
  { fetch }: McpHttpHandler,
  exchange: Exchange,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort();
  });
  if (reply.raw.destroyed) left.abort();
  const asked = new Request(new URL(MCP_PATH, 'http://service.invalid'), {
    method: 'POST',
    headers: protocolHeaders(request),
    signal: left.signal,
  });
  const { key_id, scopes } = exchange.context.principal;
  // The key itself stays outside: it has been checked.
  const authInfo = { token: '', clientId: key_id, scopes: [...scopes], extra: { exchange } };
  const { status, headers, body } = await fetch(asked, { parsedBody: request.body, authInfo });
  reply.code(status).headers(Object.fromEntries(headers));
  const { method } = (request.body ?? {}) as { method?: unknown };
  if (method === 'initialize') reply.header(SESSION_HEADER, randomUUID());
  if (body === null) return reply.send();
  return reply.send(Readable.fromWeb(body as ReadableStream));
}

function protocolHeaders({ headers }: FastifyRequest): [string, string][] {
  return Object.entries(headers).filter(
    (header): header is [string, string] =>
      typeof header[1] === 'string' && /^(?:accept|content-type|mcp-.*|last-event-id)$/.test(header[0]),
  );
}

function sessionOf({ headers }: FastifyRequest): string | null {
  const session = headers[SESSION_HEADER];
  return typeof session === 'string' && session.length <= MOST_SESSION_CHARACTERS ? session : null;
}

/** Request ids are the client's own, unique within its session. */
function callIdOf(session: string, id: string | number): string {
  return JSON.stringify([session, id]);
}

async function cancelled(dependencies: AgentDependencies, request: FastifyRequest, message: Message): Promise<void> {
  const session = sessionOf(request);
  const id = message?.params?.requestId;
  if (session === null || (typeof id !== 'string' && typeof id !== 'number')) return;
  await cancelCall(dependencies, callerOf(request.caller!), callIdOf(session, id));
}
