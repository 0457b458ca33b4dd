/** Says when the session of a page has ended, and ends all sessions of a person. */
import { callerOf } from '#command-api/caller.ts';
import { revokeSessions } from '#command-api/sessions/commands.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterLiveStream } from '../http/live-stream.ts';
import type { RegisterPage } from '../http/page.ts';
import { LOGIN_PATH, SESSION_PATH } from '../paths.ts';

export function registerSession(
  page: RegisterPage,
  live: RegisterLiveStream,
  { routes: { sessions }, commands }: WorkbenchDependencies,
): void {
  live({ name: 'watchSession', path: SESSION_PATH, ...ACCESS.revokeSession }, null);

  page(
    { name: 'revokeSessions', method: 'POST', path: `${SESSION_PATH}/everywhere`, ...ACCESS.revokeSessions },
    async ({ context, request, reply }) => {
      await revokeSessions(commands, callerOf(context));
      reply.header('set-cookie', sessions.cookie.without(request));
      return { redirect: `${LOGIN_PATH}?out=1` };
    },
  );
}
