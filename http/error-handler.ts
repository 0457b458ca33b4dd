/** Sends every error in one shape. Unexpected errors become internal_error and are logged. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode, errorBody, errorHeaders, storeFailure } from '#contracts/errors.ts';
import { idsOf } from './log-ids.ts';
import { allowedMethods } from './paths.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the error with which the request was refused. */
    refusedFor?: string;
  }
}

/** Errors that fastify and Node throw for bad requests. */
const TRANSPORT_ERRORS: Record<string, ErrorCode> = {
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  // The client disconnected in the middle of its body.
  ECONNRESET: 'bad_request',
  // The client disconnected while it waited for its response.
  client_gone: 'bad_request',
};

export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.refusedFor = codeOf(error);
  return sendError(toApiError(error, request), request, reply);
}

/** Sends 405 if the path has other methods, otherwise 404. */
export function handleUnknownRoute(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = allowedMethods(request.raw.url ?? '');
  const error =
    allowed.length === 0
      ? new ApiError('not_found', { message: 'There is no such path.' })
      : new ApiError('method_not_allowed', { headers: { allow: allowed.join(', ') } });
  return sendError(error, request, reply);
}

/** Sets the headers of every response. Results and secrets must not be cached. */
export function setStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
}

function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Set again here, because errors before routing (a malformed URL) run no hook.
  setStandardHeaders(request, reply);
  return reply.code(error.status).headers(errorHeaders(error)).send(errorBody(error, request.id));
}

/** The refusal that an error becomes; logs what was not expected. */
export function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const code = TRANSPORT_ERRORS[codeOf(error)];
  if (code !== undefined) return new ApiError(code);
  const unavailable = storeFailure(error);
  if (unavailable !== null) {
    request.log.warn({ ...describeError(error), ...idsOf(request) }, 'request failed: a store is unavailable');
    return unavailable;
  }
  request.log.error({ ...describeError(error), ...idsOf(request) }, 'request failed');
  return new ApiError('internal_error');
}

/** The code that a refusal is recorded with. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}

/** Class, code and stack frames. Messages may quote customer text, so they stay out of the log. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error_class: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return { error_class: error.name, error_code: (error as { code?: unknown }).code, stack: frames.join('\n') };
}
