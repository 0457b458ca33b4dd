/** Says when the session of a page has ended, and ends all sessions of a person. */
import { Readable } from 'node:stream';
import { callerOf } from '#command-api/caller.ts';
import { revokeSessions } from '#command-api/sessions/commands.ts';
import { pause, systemTimers } from '#common/time.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import type { SignedIn } from '#http/auth/session-authenticator.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { LiveParts } from '../http/live-parts.ts';
import type { RegisterPage } from '../http/page.ts';
import { LOGIN_PATH, SESSION_PATH } from '../paths.ts';

const EVERY_MS = 1_000;
/** When a browser connects again: once the stream has ended, and if there was no place for one. */
const RETRY_MS = { open: 500, full: 15_000 };

export function registerSession(
  page: RegisterPage,
  live: LiveParts,
  { routes: { sessions }, commands }: WorkbenchDependencies,
): void {
  page(
    {
      name: 'watchSession',
      method: 'GET',
      path: SESSION_PATH,
      ...ACCESS.revokeSession,
      counted: 'apart',
      isUse: false,
    },
    async ({ context, session, request, reply }) => {
      reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
      const signal = request.method === 'HEAD' ? null : await live.open(context.principal, reply);
      if (signal === null) reply.send(`retry: ${RETRY_MS.full}\n\n`);
      else reply.send(Readable.from(endOf(session, signal)));
      return 'sent';
    },
  );

  page(
    { name: 'revokeSessions', method: 'POST', path: `${SESSION_PATH}/everywhere`, ...ACCESS.revokeSessions },
    async ({ context, request, reply }) => {
      await revokeSessions(commands, callerOf(context));
      reply.header('set-cookie', sessions.cookie.without(request));
      return { redirect: `${LOGIN_PATH}?out=1` };
    },
  );

  async function* endOf(session: SignedIn['session'], signal: AbortSignal): AsyncGenerator<string> {
    yield `retry: ${RETRY_MS.open}\n\n`;
    while (!signal.aborted) {
      if (!(await sessions.isOpen(session))) {
        yield 'event: ended\ndata: \n\n';
        return;
      }
      await pause(systemTimers, EVERY_MS, signal);
    }
  }
}
