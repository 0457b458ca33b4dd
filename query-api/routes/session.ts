import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contracts/errors.ts';
import { sessionRecord } from '#http/auth/session-record.ts';
import { clientIp } from '#http/client-ip.ts';
import { SESSION_PATH } from '#http/paths.ts';
import type { RouteDependencies } from '#http/route.ts';

/** Tells the pages of the workbench who is signed in. Not an operation of the API. */
export function registerSessionRoute(app: FastifyInstance, { sessions }: RouteDependencies): void {
  app.get(SESSION_PATH, async (request) => {
    const signedIn = await sessions?.authenticate(request, clientIp(request));
    if (!signedIn) throw new ApiError('session_expired', { message: 'Nobody is signed in.' });
    const { session, principal } = signedIn;
    return sessionRecord(session, principal.role, sessions!.csrfToken(session.session_id));
  });
}
