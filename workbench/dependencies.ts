/** What the workbench needs; the composition root provides it. */
import type { CommandApiDependencies } from '#command-api/dependencies.ts';
import type { SubmitDependencies } from '#command-api/documents/submit.ts';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { VerdictUnder } from '#domain/verification/weighed.ts';
import type { SessionAuthenticator } from '#http/auth/session-authenticator.ts';
import type { RouteDependencies } from '#http/route.ts';
import type { QueryDependencies } from '#query-api/dependencies.ts';

export interface WorkbenchDependencies {
  routes: RouteDependencies & { sessions: SessionAuthenticator };
  commands: CommandApiDependencies & SubmitDependencies;
  queries: QueryDependencies;
  /** The operator's documents. */
  library: Pick<EvidenceLibrary, 'list' | 'search' | 'remove'>;
  /** The engine's, to try rules on what was found. */
  verdictUnder: VerdictUnder;
}
