/**
 * Registers a page, or the target of a form, with its checks. They are those of an operation of the API, in the same
 * order: session, address, scope, role, limit per minute, body, and the token of the form. Refusals are recorded.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newTraceparent } from '#common/traceparent.ts';
import { ApiError } from '#contracts/errors.ts';
import { BODY_LIMIT } from '#contracts/http/operation.ts';
import type { Role, Scope } from '#contracts/vocabulary.ts';
import { checkAccess } from '#http/auth/access.ts';
import type { SignedIn } from '#http/auth/session-authenticator.ts';
import { type Client, clientOf } from '#http/client.ts';
import { clientIp } from '#http/client-ip.ts';
import { contextOf, type RequestContext } from '#http/context.ts';
import { countRequest } from '#http/rate-limit.ts';
import { openBody, recordRefusal } from '#http/route.ts';
import { sendText } from '#http/send.ts';
import type { Markup } from '#markup/html.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { document, type Viewer } from '../views/layout.ts';
import { fieldsOf } from './form.ts';

export interface PageDeclaration {
  /** In the audit trail, like the id of an operation. */
  name: string;
  method: 'GET' | 'POST';
  /** In the router's syntax: `/app/verifications/:verification_id`. */
  path: string;
  /** Who may call it: these roles; a session that began with an API key needs its scope as well. */
  roles: readonly Role[];
  scope: Scope | null;
  /** The body is a multipart form with a file, which the handler reads while it arrives, the token of the form included. */
  takesUpload?: boolean;
  /** Bytes. Default: BODY_LIMIT. */
  bodyLimit?: number;
  /**
   * Whether it counts against the limit per minute. `apart`: a live part of a page, against a limit of its own. Default:
   * true.
   */
  counted?: boolean | 'apart';
  /** False: pages ask for it by themselves, so it does not keep a session open that nobody uses. Default: true. */
  isUse?: boolean;
}

export interface PageCall {
  context: RequestContext;
  session: SignedIn['session'];
  viewer: Viewer;
  params: Record<string, string>;
  query: URLSearchParams;
  /** Fields of the form; empty without one. */
  form: Record<string, string>;
  request: FastifyRequest;
  reply: FastifyReply;
  client: Client;
}

export type PageResponse =
  /** `live`: address of the page's event stream, if it shows more live than the end of its session. */
  | { title: string; body: Markup; status?: number; head?: Markup; script?: string; live?: string }
  /** A part of a page, for its script. */
  | { part: Markup }
  /** Where the browser goes after a form; a path of this service. */
  | { redirect: string }
  /** The handler has taken the response over. */
  | 'sent';

export type PageHandler = (call: PageCall) => Promise<PageResponse>;

export type RegisterPage = (declaration: PageDeclaration, handler: PageHandler) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sees the page; undefined until authenticated. */
    viewer?: Viewer;
  }
}

export function pageRegistrar(app: FastifyInstance, { routes }: WorkbenchDependencies): RegisterPage {
  const { sessions } = routes;
  return (declaration, handler) => {
    const { name, method, path, takesUpload = false, counted = true, isUse = true } = declaration;
    const operation = { operationId: name, method };
    app.route({
      method,
      url: path,
      bodyLimit: declaration.bodyLimit ?? BODY_LIMIT,
      config: { takesBody: method === 'POST' && !takesUpload, takesUpload },
      // Runs before the body is read.
      onRequest: async (request, reply) => {
        const ip = clientIp(request);
        const signedIn = await sessions.authenticateForm(request, ip, isUse);
        if (signedIn === null) throw new ApiError('session_expired', { message: 'Nobody is signed in.' });
        request.signedIn = signedIn;
        const { session, principal } = signedIn;
        request.caller = contextOf({ request_id: request.id, principal, ip, traceparent: newTraceparent() });
        request.viewer = {
          role: principal.role,
          scopes: principal.scopes,
          path: request.url.split('?', 1)[0]!,
          csrf: sessions.csrfToken(session.session_id),
        };
        checkAccess(principal, ip, declaration);
        if (counted) {
          const key_id = counted === 'apart' ? `${principal.key_id}/live` : principal.key_id;
          reply.headers(await countRequest(routes.counters, routes.clock, { key_id }));
        }
        if (method === 'POST') await openBody(routes, request, reply);
      },
      onSend: (request, reply) => recordRefusal(routes, operation, request, reply, request.params),
      handler: async (request, reply) => {
        request.handled = true;
        try {
          const { session } = request.signedIn!;
          const form = fieldsOf(request.body);
          if (method === 'POST' && !takesUpload) sessions.checkToken(session.session_id, form.csrf);
          const { principal } = request.caller!;
          const response = await handler({
            context: request.caller!,
            session,
            viewer: request.viewer!,
            params: request.params as Record<string, string>,
            query: new URLSearchParams(request.url.split('?')[1] ?? ''),
            form,
            request,
            reply,
            client: clientOf(reply, routes.responseSlots, principal),
          });
          return request.timedOut ? reply : sendPage(request, reply, response);
        } catch (error) {
          if (request.timedOut) return reply;
          throw error;
        } finally {
          request.bodyBytes?.release();
        }
      },
    });
  };
}

/** Sends a page; also for routes without a session, whose `request.viewer` is undefined. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, response: PageResponse): FastifyReply {
  if (response === 'sent') return reply;
  if ('redirect' in response) return reply.redirect(response.redirect, 303);
  reply.type('text/html; charset=utf-8');
  if ('part' in response) return sendText(request, reply, response.part.text);
  const { status = 200 } = response;
  const mayReload = request.method === 'GET' && status < 400;
  const page = document({ ...response, viewer: request.viewer ?? null, mayReload });
  return sendText(request, reply.code(status), page.text);
}
