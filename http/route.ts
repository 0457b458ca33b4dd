/**
 * Puts an operation on a server. The declaration says everything but what to do; the order of checks is the same for
 * all: authentication, address, scope, role, limit per minute, body, validation, tenancy, then the handler.
 */
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ApiError, type ValidationDetail } from '#contracts/errors.ts';
import { BODY_LIMIT, type Operation, type OperationInput } from '#contracts/http/operation.ts';
import { type LocationRoot, validate } from '#contracts/http/validation.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { NO_TRACING, type Span, type Tracing } from '#contracts/ports/tracing.ts';
import { checkAccess, checkOrganization } from './auth/access.ts';
import { type Authenticator, authenticate } from './auth/authenticator.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Principal, RequestContext } from './context.ts';
import { idempotencyKeyOf } from './headers.ts';
import { isLarge, jsonStream } from './json-stream.ts';
import { routeUrl } from './paths.ts';
import { countRequest, LIMIT_HEADER, quotaHeaders, type RateCounters } from './rate-limit.ts';
import { beginSpan, endSpan } from './span.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who called; undefined until authenticated, and on routes that are no operations. */
    caller?: RequestContext;
    /** What its body takes of the budget; undefined where none was counted. */
    heldBody?: HeldBody;
    /** It may make metered calls, so that the answer says what is left of the quota. */
    reportsQuota?: boolean;
    /** Of the request in its trace; undefined on routes that are no operations. */
    span?: Span;
  }
  interface FastifyContextConfig {
    takesBody?: boolean;
  }
}

interface HeldBody {
  /** The handler has it: the body lives until the handler ends, though the caller may be gone. */
  handled: boolean;
  release(): void;
}

export interface RouteDependencies {
  authenticator: Authenticator;
  counters: RateCounters;
  bodies: BodyBudget;
  clock: Clock;
  /** Left out: requests are not traced. */
  tracing?: Tracing;
}

export interface HandlerInput<O extends Operation> extends OperationInput<O> {
  context: RequestContext;
  request: FastifyRequest;
}

/** A body that somebody wrote down as JSON already, in pieces. */
export class JsonText {
  readonly pieces: readonly Uint8Array[];
  constructor(pieces: readonly Uint8Array[]) {
    this.pieces = pieces;
  }
}

type SuccessBody<O extends Operation> = O['success'] extends { body: infer Body extends z.ZodType }
  ?
      | z.output<Body>
      | JsonText
      | (O['success'] extends { otherMediaTypes: readonly string[] } ? string | Readable : never)
  : undefined;

/** `status` is the operation's own unless given. */
export type Answer<O extends Operation = Operation> = {
  status?: number;
  headers?: Record<string, string>;
} & (undefined extends SuccessBody<O> ? { body?: undefined } : { body: SuccessBody<O> });

export type Handler<O extends Operation> = (input: HandlerInput<O>) => Promise<Answer<O>>;

/** As ids are made: what else a path may hold is no business of the log. */
const VERIFICATION_ID = /^ver_[0-9a-f]{32}$/;

/** Registers `operation` with its checks; `handler` gets parsed input and throws ApiError to refuse. */
export function registerRoute<O extends Operation>(
  app: FastifyInstance,
  dependencies: RouteDependencies,
  operation: O,
  handler: Handler<O>,
): void {
  app.route({
    method: operation.method,
    url: routeUrl(operation.path),
    bodyLimit: operation.bodyLimit ?? BODY_LIMIT,
    config: { takesBody: operation.body !== undefined },
    // Before the body is read: whoever may not call can't make us read megabytes.
    onRequest: async (request, reply) => {
      const span = beginSpan(dependencies.tracing ?? NO_TRACING, request);
      request.span = span;
      const principal = await authenticate(dependencies.authenticator, request.headers.authorization);
      const ip = clientIp(request);
      request.caller = {
        request_id: request.id,
        principal,
        ip,
        traceparent: span.traceparent,
        idempotency_key: null,
        verification_id: null,
      };
      checkAccess(principal, ip, operation);
      if (operation.metered) request.reportsQuota = true;
      else reply.headers(await countRequest(dependencies.counters, dependencies.clock, principal));
      holdBody(dependencies.bodies, principal, operation, request, reply);
    },
    // Where the call was admitted its handler knows the quota: only for the others it has to be looked at, and not where
    // a store has just failed.
    onSend: async (request, reply) => {
      if (!request.reportsQuota || reply.hasHeader(LIMIT_HEADER) || reply.statusCode >= 500) return;
      reply.headers(await quotaHeaders(dependencies.counters, dependencies.clock, request.caller!.principal));
    },
    onResponse: async (request, reply) => endSpan(request, reply),
    handler: async (request, reply) => {
      if (request.heldBody === undefined) return answerTo(operation, handler, request, reply);
      request.heldBody.handled = true;
      try {
        return await answerTo(operation, handler, request, reply);
      } finally {
        request.heldBody.release();
      }
    },
  });
}

async function answerTo<O extends Operation>(
  operation: O,
  handler: Handler<O>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const context = request.caller!;
  const input = parseInput(operation, request, context);
  const { organization_id, verification_id } = (input.params ?? {}) as Partial<Record<string, string>>;
  context.verification_id = VERIFICATION_ID.test(verification_id ?? '') ? verification_id! : null;
  if (organization_id !== undefined) checkOrganization(context.principal, organization_id);
  const answer = await handler({ ...(input as OperationInput<O>), context, request });
  reply.code(answer.status ?? operation.success.status).headers(answer.headers ?? {});
  return send(reply, answer.body);
}

/** Metered operations only: the limit per minute bounds the others, whose bodies are smaller. */
function holdBody(
  bodies: BodyBudget,
  principal: Principal,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!operation.metered || operation.body === undefined) return;
  const limit = operation.bodyLimit ?? BODY_LIMIT;
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const bytes = encoding === undefined ? Number(length ?? 0) : limit;
  // Larger ones are refused unread.
  if (!(bytes <= limit)) return;
  const held: HeldBody = { handled: false, release: bodies.take(principal.organization_id, bytes) };
  request.heldBody = held;
  reply.raw.once('close', () => {
    if (!held.handled) held.release();
  });
  // Whoever left while the key was looked up: the event has passed.
  if (reply.raw.destroyed) held.release();
}

function send(reply: FastifyReply, body: unknown): FastifyReply {
  if (body instanceof JsonText) {
    const pieces = body.pieces.map((piece) => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    const [whole] = pieces;
    const written = pieces.length === 1 ? whole : Readable.from(pieces, { objectMode: false });
    return reply.type(JSON_TYPE).send(written);
  }
  if (body instanceof Readable || !isLarge(body)) return reply.send(body);
  return reply.type(JSON_TYPE).send(jsonStream(body));
}

/** A trusted proxy may pass on an X-Forwarded-For that holds no address: then the proxy itself counts. */
function clientIp(request: FastifyRequest): string {
  return isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip;
}

interface ParsedInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** All of path, query, headers and body, or all that is wrong with them, in this order. Throws validation_error. */
function parseInput(operation: Operation, request: FastifyRequest, context: RequestContext): ParsedInput {
  const detail: ValidationDetail[] = [];
  const parse = (schema: z.ZodType | undefined, root: LocationRoot, value: unknown): unknown => {
    if (schema === undefined) return undefined;
    const parsed = validate(schema, root, value);
    if (parsed.success) return parsed.value;
    detail.push(...parsed.detail);
    return undefined;
  };
  const params = parse(operation.params, 'path', request.params);
  const query = parse(operation.query, 'query', request.query);
  if (operation.idempotent) {
    const read = idempotencyKeyOf(request.headers['idempotency-key']);
    if ('key' in read) context.idempotency_key = read.key;
    else detail.push(read);
  }
  const body = parse(operation.body, 'body', request.body);
  if (detail.length > 0) throw new ApiError('validation_error', { detail });
  return { params, query, body };
}
