/** Signing in, by password, API key, one-time link or invitation, and out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { browserOfVisitor } from '#command-api/sessions/browser.ts';
import { signInWithKey, signInWithPassword, signOut } from '#command-api/sessions/commands.ts';
import type { Entered, Visitor } from '#command-api/sessions/enter.ts';
import { acceptInvitation } from '#command-api/sessions/invitation.ts';
import { signInWithLink } from '#command-api/sessions/sign-in-link.ts';
import { ApiError } from '#contracts/errors.ts';
import { KIBIBYTE } from '#contracts/http/operation.ts';
import { InvitationSignIn, KeySignIn, PasswordSignIn } from '#contracts/http/session.ts';
import { ROLES } from '#contracts/vocabulary.ts';
import { checkOrigin } from '#http/auth/csrf.ts';
import { keepsCookies } from '#http/auth/host-cookie.ts';
import { clientIp } from '#http/client-ip.ts';
import { ENTER_PATH } from '#http/paths.ts';
import { parsedBody } from '#http/validation.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { messageOf } from '../http/error-page.ts';
import { fieldsOf } from '../http/form.ts';
import { type RegisterPage, sendPage } from '../http/page.ts';
import { HOME_PATH, INVITATION_PATH, LOGIN_PATH, LOGOUT_PATH, pathWithin } from '../paths.ts';
import { enterPage, invitationPage, loginPage } from '../views/sign-in.ts';

/** The senders may be anybody, so large bodies are not read. */
const BODY_LIMIT = 16 * KIBIBYTE;
const NOT_KEPT =
  'Your browser keeps nobody signed in over plain HTTP, except on the machine that the service runs on. Use its address with https, or sign in there.';
const ANOTHER_LINK = 'Make another one in a terminal: npm run evidence -- login';

type Fields = Record<string, string>;
type Page = ReturnType<typeof loginPage>;

export function registerSignIn(
  app: FastifyInstance,
  page: RegisterPage,
  { routes: { sessions }, commands }: WorkbenchDependencies,
): void {
  const { visitorOf, keep } = browserOfVisitor(sessions, commands.settings.publicUrl);

  /** A form for visitors. If they can't be let in, they get it again, with why. */
  const entrance = (
    path: string,
    pageOf: (fields: Fields, refusal: string | null) => Page,
    enter: (visitor: Visitor, fields: Fields) => Promise<Entered>,
  ) => {
    app.get(path, async (request, reply) => {
      const fields = Object.fromEntries(new URLSearchParams(request.url.split('?')[1] ?? ''));
      return sendPage(request, reply, pageOf(fields, null));
    });
    app.route({
      method: 'POST',
      url: path,
      bodyLimit: BODY_LIMIT,
      config: { takesBody: true },
      // Another site must not sign a person in as somebody else.
      onRequest: async (request) => checkOrigin(request, commands.settings.publicUrl),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const fields = fieldsOf(request.body);
        try {
          // Before a link or an invitation is used up.
          if (!keepsCookies(request.headers.origin ?? ''))
            throw new ApiError('validation_error', { message: NOT_KEPT });
          keep(request, reply, await enter(visitorOf(request), fields));
        } catch (error) {
          if (!(error instanceof ApiError) || error.status >= 500) throw error;
          const again = pageOf(fields, messageOf(error));
          return sendPage(request, reply, { ...again, status: error.status });
        }
        return reply.redirect(pathWithin(fields.next), 303);
      },
    });
  };

  entrance(LOGIN_PATH, loginPage, (visitor, { api_key, organization_id, email, password }) =>
    api_key === undefined
      ? signInWithPassword(commands, visitor, parsedBody(PasswordSignIn, { organization_id, email, password }))
      : signInWithKey(commands, visitor, parsedBody(KeySignIn, { api_key: api_key.trim() })),
  );
  entrance(INVITATION_PATH, invitationPage, (visitor, { token, password }) =>
    acceptInvitation(commands, visitor, parsedBody(InvitationSignIn, { token, password })),
  );
  entrance(
    ENTER_PATH,
    (fields, refusal) => enterPage(fields, refusal === null ? null : `${refusal} ${ANOTHER_LINK}`),
    (visitor, { token = '' }) => signInWithLink(commands, visitor, token),
  );

  page(
    {
      name: 'signOut',
      method: 'POST',
      path: LOGOUT_PATH,
      roles: ROLES,
      scope: null,
      bodyLimit: BODY_LIMIT,
      counted: false,
    },
    async ({ request, reply, session }) => {
      await signOut(commands, { ...visitorOf(request), ip: clientIp(request) }, session);
      reply.header('set-cookie', sessions.cookie.without(request));
      return { redirect: `${LOGIN_PATH}?out=1` };
    },
  );
  // Whoever reloads the address of the form is led on.
  app.get(LOGOUT_PATH, async (_request, reply) => reply.redirect(HOME_PATH, 303));
}
