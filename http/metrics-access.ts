/**
 * Who may read metrics: direct callers on the same machine, and holders of the token. Metrics tell how much an
 * organization's neighbours do, so strangers get none.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '#contracts/errors.ts';
import { isLoopback } from './auth/ip.ts';

/** Headers that proxies add. A caller behind a proxy on this machine is not a caller on this machine. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const BEARER = /^Bearer +(?<token>\S+) *$/i;

const REFUSED = 'Metrics are for direct callers on the same machine, and for holders of EVIDENCE_METRICS_TOKEN.';

/** `token` null: nobody but direct callers on the same machine. Throws missing_credentials, invalid_credentials. */
export function checkMetricsAccess(request: FastifyRequest, token: string | null): void {
  if (isDirectAndLocal(request)) return;
  const given = BEARER.exec(request.headers.authorization ?? '')?.groups?.token;
  if (given === undefined) throw new ApiError('missing_credentials', { message: REFUSED });
  if (token === null || !isSame(given, token)) throw new ApiError('invalid_credentials', { message: REFUSED });
}

/** By the peer of the connection: X-Forwarded-For says nothing here, even if it comes from a trusted proxy. */
function isDirectAndLocal({ socket, headers }: FastifyRequest): boolean {
  return isLoopback(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined);
}

/** Hashed first, so that the time does not depend on the length either. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [given, token].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
