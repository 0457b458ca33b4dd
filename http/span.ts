/** A request in the trace that its client began, or in a new one. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Span, Tracing } from '#contracts/ports/tracing.ts';
import { routeOf } from './metrics.ts';

/** Called by its method and route, unless `name` is given. */
export function beginSpan(tracing: Tracing, request: FastifyRequest, name?: string): Span {
  const { traceparent } = request.headers;
  const route = routeOf(request);
  return tracing.begin(name ?? `${request.method} ${route}`, {
    // Two headers of one name are no traceparent.
    parent: typeof traceparent === 'string' ? traceparent : '',
    kind: 'server',
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'evidence.request_id': request.id,
    },
  });
}

/** With the answer's status; what the client did wrong is no failure of ours. */
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
