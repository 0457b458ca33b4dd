/** Ids that a log line about a request includes, besides the request's own. */
import type { FastifyRequest } from 'fastify';

export function idsOf({ caller }: FastifyRequest): { organization_id?: string; verification_id?: string } {
  if (caller === undefined) return {};
  const { principal, verification_id } = caller;
  return { organization_id: principal.organization_id, ...(verification_id !== null && { verification_id }) };
}
