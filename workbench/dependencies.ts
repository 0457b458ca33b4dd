/** What the workbench needs; the composition root provides it. */
import type { CommandApiDependencies } from '#command-api/dependencies.ts';
import type { SessionAuthenticator } from '#http/auth/session-authenticator.ts';
import type { RouteDependencies } from '#http/route.ts';
import type { QueryDependencies } from '#query-api/dependencies.ts';

export interface WorkbenchDependencies {
  routes: RouteDependencies & { sessions: SessionAuthenticator };
  commands: CommandApiDependencies;
  queries: QueryDependencies;
}
