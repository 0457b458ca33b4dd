/** Refusals as pages. Whoever is not signed in is asked to sign in, and then led back. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, errorHeaders } from '#contracts/errors.ts';
import type { SessionAuthenticator } from '#http/auth/session-authenticator.ts';
import { codeOf, toApiError } from '#http/error-handler.ts';
import { html } from '#markup/html.ts';
import { LOGIN_PATH } from '../paths.ts';
import { SESSION_ENDED } from './live-stream.ts';
import { sendPage } from './page.ts';

const TITLES: Record<number, string> = {
  403: 'You may not do that',
  404: 'Not found',
  410: 'No longer there',
  413: 'Too large',
  415: 'Not a file that can be read',
  422: 'Something is not right with that',
  429: 'Too many at once',
  503: 'Not available at the moment',
};

export function errorPages(sessions: SessionAuthenticator) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const code = codeOf(error);
    request.refusedFor = code;
    const refusal = toApiError(error, request);
    if (refusal.code === 'session_expired') return leadToLogin(request, reply, sessions);
    reply.headers(errorHeaders(refusal));
    return sendPage(request, reply, {
      title: TITLES[refusal.status] ?? 'That did not work',
      status: refusal.status,
      body: html`<section class="card narrow">
<h1>${TITLES[refusal.status] ?? 'That did not work'}</h1>
<p>${messageOf(refusal)}</p>
<p class="muted">Request <code>${request.id}</code></p>
<p><a class="button" href="/app">To the first page</a></p>
</section>`,
    });
  };
}

/** What a person is told: of invalid input, what is wrong with it. */
export function messageOf(error: ApiError): string {
  const [first] = error.detail ?? [];
  return first === undefined ? error.message : `${String(first.loc.at(-1) ?? '')}: ${first.msg}`;
}

function leadToLogin(request: FastifyRequest, reply: FastifyReply, sessions: SessionAuthenticator): FastifyReply {
  const hadSession = sessions.cookie.valueOf(request) !== null;
  if (hadSession) reply.header('set-cookie', sessions.cookie.without(request));
  // An event source that is led to a page fails without a reason; the page's script knows this event.
  if (request.method === 'GET' && request.headers.accept === 'text/event-stream') {
    return reply.type('text/event-stream; charset=utf-8').send(SESSION_ENDED);
  }
  const query = new URLSearchParams();
  // Only a page can be led back to, not the target of a form.
  if (request.method === 'GET' && request.url !== '/app') query.set('next', request.url);
  if (hadSession) query.set('ended', '1');
  return reply.redirect(query.size === 0 ? LOGIN_PATH : `${LOGIN_PATH}?${query}`, 303);
}
