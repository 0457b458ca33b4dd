/**
 * Registers an operation on a server. The declaration contains everything but the handler. The order of checks is the
 * same for all operations: authentication, address, scope, role, limit per minute, body, validation, tenancy, then the
 * handler.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ShareOf } from '#common/fair-slots.ts';
import { NO_TRACING } from '#common/tracing.ts';
import { ApiError, type ValidationDetail } from '#contracts/errors.ts';
import { BODY_LIMIT, type Operation, type OperationInput } from '#contracts/http/operation.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { Span, Tracing } from '#contracts/ports/tracing.ts';
import { checkAccess, checkOrganization } from './auth/access.ts';
import { type Authenticator, authenticate } from './auth/authenticator.ts';
import type { JobTokens } from './auth/job-tokens.ts';
import type { SessionAuthenticator } from './auth/session-authenticator.ts';
import type { BodyBudget, HeldBytes } from './body-budget.ts';
import { type Client, clientOf } from './client.ts';
import { clientIp } from './client-ip.ts';
import { contextOf, type Principal, type RequestContext } from './context.ts';
import { idempotencyKeyOf } from './headers.ts';
import { routeUrl } from './paths.ts';
import { countRequest, LIMIT_HEADER, quotaHeaders, type RateCounters } from './rate-limit.ts';
import type { RefusalLog, RefusedCall } from './refusal-log.ts';
import type { RefusedCalls } from './refused-calls.ts';
import { ResponsePieces } from './response-pieces.ts';
import type { ResponseSlots } from './response-slots.ts';
import { send } from './send.ts';
import { beginSpan, endSpan } from './span.ts';
import { type LocationRoot, validate, withInputs } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; undefined until authenticated, and on routes without authentication. */
    caller?: RequestContext;
    /** The part of the body budget that its body uses; undefined on routes without one. */
    bodyBytes?: HeldBytes;
    /** The handler has started: the body stays in memory until it ends, even if the client has left. */
    handled?: boolean;
    /** The operation may make metered calls, so the response reports what is left of the quota. */
    reportsQuota?: boolean;
    /** The request's span in its trace; undefined on routes that are not operations. */
    span?: Span;
  }
  interface FastifyContextConfig {
    takesBody?: boolean;
    /** The body is a multipart form, which the handler reads itself. */
    takesUpload?: boolean;
  }
}

export interface RouteDependencies {
  authenticator: Authenticator;
  /** If omitted, only keys are accepted. */
  sessions?: SessionAuthenticator;
  /** If omitted, job tokens are not accepted. */
  jobTokens?: JobTokens;
  counters: RateCounters;
  bodies: BodyBudget;
  /** The root of an organization, whose share of the bodies its bodies take. Default: the organization itself. */
  rootOf?: ShareOf;
  responseSlots: ResponseSlots;
  refusedCalls: RefusedCalls;
  /** If omitted, refusals are not recorded. */
  refusals?: RefusalLog;
  clock: Clock;
  /** If omitted, requests are not traced. */
  tracing?: Tracing;
}

export interface HandlerInput<O extends Operation> extends OperationInput<O> {
  context: RequestContext;
  request: FastifyRequest;
  client: Client;
}

type SuccessBody<O extends Operation> = O['success'] extends { body: infer Body extends z.ZodType }
  ?
      | z.output<Body>
      // Already serialized, as JSON unless the headers say otherwise.
      | Uint8Array
      | ResponsePieces
  : undefined;

/** `status` defaults to the operation's own. */
export type HandlerResult<O extends Operation = Operation> = {
  status?: number;
  headers?: Record<string, string>;
} & (undefined extends SuccessBody<O> ? { body?: undefined } : { body: SuccessBody<O> });

export type Handler<O extends Operation> = (input: HandlerInput<O>) => Promise<HandlerResult<O>>;

/** The form of ids that the service creates. Anything else in a path is kept out of the log. */
const VERIFICATION_ID = /^ver_[0-9a-f]{32}$/;

/** Registers `operation` with its checks. `handler` gets parsed input and throws ApiError to refuse. */
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
    config: { takesBody: operation.body !== undefined, takesUpload: operation.upload !== undefined },
    // Runs before the body is read, so that an unauthorized client can't make us read megabytes.
    onRequest: async (request, reply) => {
      const span = beginSpan(dependencies.tracing ?? NO_TRACING, request);
      request.span = span;
      const ip = clientIp(request);
      const principal = await principalOf(dependencies, operation, request, ip);
      request.caller = contextOf({ request_id: request.id, principal, ip, traceparent: span.traceparent });
      if (principal.kind !== 'job_token') checkAccess(principal, ip, operation);
      if (operation.metered) {
        dependencies.refusedCalls.check(principal.key_id);
        request.reportsQuota = true;
      } else
        reply.headers(await countRequest(dependencies.counters, dependencies.clock, countedAs(principal, request)));
      if (operation.body !== undefined || operation.upload !== undefined) await openBody(dependencies, request, reply);
    },
    // The handler of an admitted call has set the quota headers. For other calls the quota is looked up here, except
    // after a server error, which may be a failing store.
    onSend: async (request, reply) => {
      if (operation.metered && countsAsRefused(request, reply)) {
        await dependencies.refusedCalls.count(request.caller!.principal.key_id);
      }
      await recordRefusal(dependencies, operation, request, reply, request.params);
      if (!request.reportsQuota || reply.hasHeader(LIMIT_HEADER) || reply.statusCode >= 500) return;
      reply.headers(await quotaHeaders(dependencies.counters, dependencies.clock, request.caller!.principal));
    },
    onResponse: async (request, reply) => endSpan(request, reply),
    handler: async (request, reply) => {
      request.handled = true;
      try {
        return await respondTo(dependencies.responseSlots, operation, handler, request, reply);
      } catch (error) {
        if (request.timedOut) return reply;
        throw error;
      } finally {
        request.bodyBytes?.release();
      }
    },
  });
}

/**
 * Identifies the caller: the holder of a job's token if the operation accepts one and it was sent, else the owner of
 * the key, else the person in the session.
 */
async function principalOf(
  { authenticator, sessions, jobTokens }: RouteDependencies,
  { jobToken = false }: Operation,
  request: FastifyRequest,
  ip: string | null,
): Promise<Principal> {
  const { authorization, 'x-job-token': token } = request.headers;
  const takesJobToken = jobToken && jobTokens !== undefined;
  if (takesJobToken && token !== undefined) return jobTokens.authenticate(jobIdIn(request), String(token));
  if (authorization === undefined) {
    const signedIn = await sessions?.authenticate(request, ip);
    if (signedIn) return signedIn.principal;
    if (takesJobToken) throw new ApiError('job_token_required');
  }
  return authenticate(authenticator, authorization, ip);
}

/** Calls with a job's token are counted per job, so that they don't use up the key's limit per minute. */
function countedAs(principal: Principal, request: FastifyRequest): Pick<Principal, 'key_id'> {
  return principal.kind === 'job_token' ? { key_id: jobIdIn(request) } : principal;
}

function jobIdIn(request: FastifyRequest): string {
  return (request.params as { job_id?: string }).job_id ?? '';
}

async function respondTo<O extends Operation>(
  slots: ResponseSlots,
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
  const client = clientOf(reply, slots, context.principal);
  const { status, headers, body } = await handler({
    ...(input as OperationInput<O>),
    context,
    request,
    client,
  }).catch((error) => {
    throw error instanceof ApiError ? withInputsOf(request, operation, error) : error;
  });
  // An error in the first piece still gets a status of its own.
  if (body instanceof ResponsePieces) await body.begin();
  if (request.timedOut) {
    if (body instanceof ResponsePieces) await body.abandon();
    return reply;
  }
  reply.code(status ?? operation.success.status).headers(headers ?? {});
  return send(request, reply, client, slots.pace, body);
}

function withInputsOf(request: FastifyRequest, operation: Operation, error: ApiError): ApiError {
  if (error.detail === null) return error;
  const detail = withInputs(error.detail, operation.body, request.body);
  return new ApiError(error.code, {
    message: error.message,
    detail,
    headers: error.extraHeaders,
    ...(error.param !== null && { param: error.param }),
    ...(error.retryAfter !== null && { retryAfter: error.retryAfter }),
  });
}

/** Reserves budget for the body. Released when the handler has ended, or when the request can no longer reach it. */
export async function openBody(
  { bodies, rootOf }: RouteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { organization_id } = request.caller!.principal;
  const held = bodies.open({ organization_id, root_id: (await rootOf?.(organization_id)) ?? organization_id });
  request.bodyBytes = held;
  reply.raw.once('close', () => {
    if (!request.handled) held.release();
  });
  // The client left while the key was looked up, and the event has passed.
  if (reply.raw.destroyed) held.release();
}

/** Codes of 4xx refusals that the caller's input did not cause. */
const NOT_THE_CALLERS_FAULT = new Set(['idempotency_in_progress', 'client_gone']);

/**
 * True for refusals that the caller's own bad input caused, also if the client disconnected before it
 * could read the 400. Not counted: a caller without a key, as there is no limit to count against; a 429, which is a
 * limit already; a 403, as a thief of the key must not lock its owner out.
 */
function countsAsRefused({ caller, refusedFor }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (caller === undefined || NOT_THE_CALLERS_FAULT.has(refusedFor ?? '')) return false;
  return statusCode >= 400 && statusCode < 500 && ![401, 403, 429].includes(statusCode);
}

/**
 * Records a refusal before the response is sent, so that whoever has the response can rely on the record. `params`: the
 * path parameters.
 */
export async function recordRefusal(
  { refusals }: Pick<RouteDependencies, 'refusals'>,
  operation: RefusedCall['operation'],
  { caller: context, refusedFor: code }: FastifyRequest,
  { statusCode: status }: FastifyReply,
  params: unknown,
): Promise<void> {
  if (refusals === undefined || context === undefined || code === undefined) return;
  await refusals.record({ operation, context, params, status, code });
}

interface ParsedInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Parses path, query, headers and body. Throws validation_error with all errors, in this order. */
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
