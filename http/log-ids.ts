/** What a line about a request names besides the request itself. */
import type { FastifyRequest } from 'fastify';

export function idsOf({ caller }: FastifyRequest): { organization_id?: string; verification_id?: string } {
  if (caller === undefined) return {};
  const { principal, verification_id } = caller;
  return { organization_id: principal.organization_id, ...(verification_id !== null && { verification_id }) };
}
