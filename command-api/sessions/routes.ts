/** Routes of sessions: two operations, and outside of /v1 signing in and out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { newTraceparent } from '#common/traceparent.ts';
import { ApiError } from '#contracts/errors.ts';
import { KIBIBYTE } from '#contracts/http/operation.ts';
import { revokeSession, revokeSessions } from '#contracts/http/operations/sessions.ts';
import {
  InvitationSignIn,
  KeySignIn,
  MemberErasureRequest,
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
  PasswordSignIn,
} from '#contracts/http/session.ts';
import { checkOrigin } from '#http/auth/csrf.ts';
import type { SessionAuthenticator, SignedIn } from '#http/auth/session-authenticator.ts';
import { sessionRecord } from '#http/auth/session-record.ts';
import { clientIp } from '#http/client-ip.ts';
import { contextOf } from '#http/context.ts';
import {
  ERASURE_PATH,
  INVITATION_PATH,
  KEY_PATH,
  PASSWORD_PATH,
  RESET_PATH,
  RESET_TOKEN_PATH,
  SESSION_PATH,
} from '#http/paths.ts';
import { countRequest } from '#http/rate-limit.ts';
import { type RouteDependencies, recordRefusal, registerRoute } from '#http/route.ts';
import { parsedBody } from '#http/validation.ts';
import { callerOf } from '../caller.ts';
import type { SessionDependencies } from '../dependencies.ts';
import { browserOfVisitor } from './browser.ts';
import * as commands from './commands.ts';
import type { Entered, Visitor } from './enter.ts';
import { eraseOwn } from './erasure.ts';
import { acceptInvitation } from './invitation.ts';
import { changePassword, issuePasswordReset, resetPassword } from './new-password.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the routes outside of /v1 that require a session. */
    signedIn?: SignedIn;
  }
}

/** The senders may be anybody, so large bodies are not read. */
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

  if (sessions !== undefined) registerSigningIn(app, routes, sessions, dependencies);
}

/** Registers the routes outside of /v1. */
function registerSigningIn(
  app: FastifyInstance,
  routes: RouteDependencies,
  sessions: SessionAuthenticator,
  dependencies: SessionDependencies,
): void {
  const { visitorOf, keep } = browserOfVisitor(sessions, dependencies.settings.publicUrl);
  const entered = (request: FastifyRequest, reply: FastifyReply, given: Entered) => {
    keep(request, reply, given);
    return sessionRecord(given.session, given.role, sessions.csrfToken(given.session.session_id));
  };
  const signingIn = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    enter: (dependencies: SessionDependencies, visitor: Visitor, input: z.output<Schema>) => Promise<Entered>,
  ) =>
    app.route({
      method: 'POST',
      url: path,
      bodyLimit: BODY_LIMIT,
      config: { takesBody: true },
      // Another site must not sign a person in as somebody else.
      onRequest: async (request) => checkOrigin(request, dependencies.settings.publicUrl),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const input = parsedBody(schema, request.body);
        reply.code(201);
        return entered(request, reply, await enter(dependencies, visitorOf(request), input));
      },
    });
  signingIn(PASSWORD_PATH, PasswordSignIn, commands.signInWithPassword);
  signingIn(KEY_PATH, KeySignIn, commands.signInWithKey);
  signingIn(INVITATION_PATH, InvitationSignIn, acceptInvitation);
  signingIn(RESET_PATH, PasswordReset, resetPassword);

  const signedInAs = async (request: FastifyRequest): Promise<SignedIn> => {
    const signedIn = await sessions.authenticate(request, clientIp(request));
    if (signedIn === null) throw new ApiError('session_expired', { message: 'Nobody is signed in.' });
    return signedIn;
  };
  /**
   * As with an operation of the API, a call counts against the limit per minute of the person or the key, and a refusal
   * is recorded.
   */
  const inSession = <Schema extends z.ZodType>(
    operation: { operationId: string; method: 'POST' | 'PUT' },
    url: string,
    schema: Schema,
    handle: (visitor: Visitor, signedIn: SignedIn, input: z.output<Schema>, reply: FastifyReply) => Promise<object>,
  ) =>
    app.route({
      method: operation.method,
      url,
      bodyLimit: BODY_LIMIT,
      config: { takesBody: true },
      // Runs before the body is read.
      onRequest: async (request, reply) => {
        const signedIn = await signedInAs(request);
        request.signedIn = signedIn;
        const { principal } = signedIn;
        const ip = clientIp(request);
        request.caller = contextOf({ request_id: request.id, principal, ip, traceparent: newTraceparent() });
        reply.headers(await countRequest(routes.counters, routes.clock, principal));
      },
      onSend: (request, reply) => recordRefusal(routes, operation, request, reply, memberIn(request)),
      handler: (request, reply) =>
        handle(visitorOf(request), request.signedIn!, parsedBody(schema, request.body), reply),
    });
  inSession(
    { operationId: 'changePassword', method: 'PUT' },
    PASSWORD_PATH,
    PasswordChange,
    async (visitor, signedIn, input, reply) =>
      entered(reply.request, reply, await changePassword(dependencies, visitor, signedIn, input)),
  );
  inSession(
    { operationId: 'issuePasswordReset', method: 'POST' },
    RESET_TOKEN_PATH,
    PasswordResetRequest,
    async (visitor, signedIn, input, reply) => {
      reply.code(201);
      return issuePasswordReset(dependencies, visitor, signedIn, input);
    },
  );
  inSession(
    { operationId: 'eraseMember', method: 'POST' },
    ERASURE_PATH,
    MemberErasureRequest,
    async (visitor, signedIn, input, reply) => {
      const erased = await eraseOwn(dependencies, visitor, signedIn, input);
      reply.header('set-cookie', sessions.cookie.without(reply.request));
      return erased;
    },
  );

  app.delete(SESSION_PATH, async (request, reply) => {
    const signedIn = await sessions.authenticate(request, clientIp(request));
    if (signedIn !== null) await commands.signOut(dependencies, visitorOf(request), signedIn.session);
    return reply.code(204).header('set-cookie', sessions.cookie.without(request)).send();
  });
}

/** The member that the body names, if any. */
function memberIn({ body }: FastifyRequest): { user_id: unknown } {
  return { user_id: (body as { user_id?: unknown } | null | undefined)?.user_id };
}
