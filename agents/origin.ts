/**
 * Which browsers may call the tools. The protocol has servers refuse pages of other sites, which could reach one on the
 * person's own machine by letting their name point there. They have no key either way; this is a second line of defence.
 */
import type { FastifyRequest } from 'fastify';
import { ApiError } from '#contracts/errors.ts';
import { isLoopbackOrigin, originAt } from '#http/auth/host-cookie.ts';

/** `null` is what a page without an origin of its own sends. */
const FROM_A_PAGE = /^(?:https?:|null$)/i;

/**
 * Throws csrf_failed for a page of another site. Programs send no `Origin`, or one that is no page's, and pass. `publicUrl`:
 * base URL of the service as browsers reach it; null: only pages on a loopback address are its own, as any name can
 * be made to point to it.
 */
export function checkPageOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const { origin } = request.headers;
  if (origin === undefined || !FROM_A_PAGE.test(origin)) return;
  const isOwn = origin === originAt(request, publicUrl) && (publicUrl !== null || isLoopbackOrigin(origin));
  if (!isOwn) throw new ApiError('csrf_failed', { message: 'Pages of other sites may not call the tools.' });
}
