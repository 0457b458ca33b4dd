/** Where a request comes from. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Null if a trusted proxy sends an X-Forwarded-For without an address; the proxy's own address would say nothing. */
export function clientIp(request: FastifyRequest): string | null {
  return isIP(request.ip) === 0 ? null : request.ip;
}
