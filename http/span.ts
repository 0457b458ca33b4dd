/** The span of a request, in the trace of its client or in a new one. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Span, Tracing } from '#contracts/ports/tracing.ts';
import { routeOf } from './metrics.ts';

/** Begins the span, named by method and route unless `name` is given. */
export function beginSpan(tracing: Tracing, request: FastifyRequest, name?: string): Span {
  const { traceparent } = request.headers;
  const route = routeOf(request);
  return tracing.begin(name ?? `${request.method} ${route}`, {
    // Two headers of this name are not a valid traceparent.
    parent: typeof traceparent === 'string' ? traceparent : '',
    kind: 'server',
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'evidence.request_id': request.id,
    },
  });
}

/** Ends the span with the response's status. Client errors do not count as failures. */
export function endSpan({ span, caller }: FastifyRequest, { statusCode }: FastifyReply): void {
  if (span === undefined) return;
  span.set({
    'http.response.status_code': statusCode,
    ...(caller && { 'evidence.organization_id': caller.principal.organization_id }),
    ...(caller?.verification_id && { 'evidence.verification_id': caller.verification_id }),
  });
  if (statusCode >= 500) span.fail(String(statusCode));
  span.end();
}
