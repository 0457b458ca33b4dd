/**
 * Distinguishes calls of the service's own pages from those that another site makes in a browser, which sends the
 * cookie along. Only calls that change something are checked: another site can't read the responses to the others.
 */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { keyedHash } from '#common/keyed-hash.ts';
import { ApiError } from '#contracts/errors.ts';
import { originAt } from './host-cookie.ts';

const TOKEN_HEADER = 'x-csrf-token';
/** Calls of a session with these methods need no token. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The token that pages of a session send, as X-CSRF-Token or in a hidden field of a form (workbench). It is derived from the session, so it need not be stored. */
export function csrfTokenOf(pepper: Uint8Array, sessionId: string): string {
  return keyedHash(pepper, 'csrf', sessionId);
}

/** Throws csrf_failed for a call of a session that changes something, unless it comes from a page of the service. */
export function checkSessionCall(
  request: FastifyRequest,
  pepper: Uint8Array,
  sessionId: string,
  publicUrl: string | null,
): void {
  if (SAFE_METHODS.has(request.method)) return;
  checkOrigin(request, publicUrl);
  checkCsrfToken(pepper, sessionId, request.headers[TOKEN_HEADER]);
}

/** Throws csrf_failed unless the token is the session's. */
export function checkCsrfToken(pepper: Uint8Array, sessionId: string, token: string | string[] | undefined): void {
  const given = Buffer.from(String(token ?? ''));
  const right = Buffer.from(csrfTokenOf(pepper, sessionId));
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new ApiError('csrf_failed');
}

/**
 * Throws csrf_failed unless the browser states that the call comes from a page of the same origin. Older browsers,
 * which don't state that, send the page's origin. `publicUrl`: base URL of the service as browsers reach it; null: as
 * the request did.
 */
export function checkOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  const isOwn = site === undefined ? origin === originAt(request, publicUrl) : site === 'same-origin';
  if (!isOwn) throw new ApiError('csrf_failed');
}
