/** Headers of every page: nothing runs, and nothing is loaded, but what the service itself serves. */
import type { FastifyReply } from 'fastify';

export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

export function setPageHeaders(reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': CONTENT_SECURITY_POLICY,
    // With `no-referrer`, browsers would send `Origin: null` with forms, by which older ones are checked.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    vary: 'cookie',
  });
}
