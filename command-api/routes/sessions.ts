/** Routes of sessions: two operations, and outside of /v1 signing in and out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ApiError } from '#contracts/errors.ts';
import { KIBIBYTE } from '#contracts/http/operation.ts';
import { revokeSession, revokeSessions } from '#contracts/http/operations/sessions.ts';
import { InvitationSignIn, KeySignIn, PasswordSignIn } from '#contracts/http/session.ts';
import { checkOrigin } from '#http/auth/csrf.ts';
import { sessionRecord } from '#http/auth/session-record.ts';
import { INVITATION_PATH, KEY_PATH, PASSWORD_PATH, SESSION_PATH } from '#http/paths.ts';
import { clientIp, type RouteDependencies, registerRoute } from '#http/route.ts';
import { validate } from '#http/validation.ts';
import { callerOf } from '../caller.ts';
import type { SessionDependencies } from '../dependencies.ts';
import * as commands from '../sessions/commands.ts';

/** Senders are strangers, so no more is read of what they send. */
const BODY_LIMIT = 16 * KIBIBYTE;

export function registerSessionRoutes(
  app: FastifyInstance,
  routes: RouteDependencies,
  dependencies: SessionDependencies,
): void {
  const { sessions } = routes;
  registerRoute(app, routes, revokeSession, async ({ params, context }) => {
    await commands.revokeSession(dependencies, callerOf(context), params.session_id);
    return {};
  });
  registerRoute(app, routes, revokeSessions, async ({ context, request }) => {
    await commands.revokeSessions(dependencies, callerOf(context));
    const inSession = context.principal.kind === 'session' && sessions !== undefined;
    return inSession ? { headers: { 'set-cookie': sessions.cookie.without(request) } } : {};
  });

  if (sessions === undefined) return;
  const visitorOf = (request: FastifyRequest): commands.Visitor => ({
    ip: clientIp(request),
    request_id: request.id,
    token: sessions.cookie.tokenOf(request),
  });
  const signingIn = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    enter: (
      dependencies: SessionDependencies,
      visitor: commands.Visitor,
      input: z.output<Schema>,
    ) => Promise<commands.Entered>,
  ) =>
    app.route({
      method: 'POST',
      url: path,
      bodyLimit: BODY_LIMIT,
      config: { takesBody: true },
      // Another site must not sign a person in as somebody else.
      onRequest: async (request) => checkOrigin(request, dependencies.settings.publicUrl),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const parsed = validate(schema, 'body', request.body);
        if (!parsed.success) throw new ApiError('validation_error', { detail: parsed.detail });
        const { session, role, token } = await enter(dependencies, visitorOf(request), parsed.value);
        reply.code(201).header('set-cookie', sessions.cookie.with(request, token));
        return sessionRecord(session, role, sessions.csrfToken(session.session_id));
      },
    });
  signingIn(PASSWORD_PATH, PasswordSignIn, commands.signInWithPassword);
  signingIn(KEY_PATH, KeySignIn, commands.signInWithKey);
  signingIn(INVITATION_PATH, InvitationSignIn, commands.acceptInvitation);

  app.delete(SESSION_PATH, async (request, reply) => {
    const signedIn = await sessions.authenticate(request, clientIp(request));
    if (signedIn !== null) await commands.signOut(dependencies, visitorOf(request), signedIn.session);
    return reply.code(204).header('set-cookie', sessions.cookie.without(request)).send();
  });
}
