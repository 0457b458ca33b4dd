/** What the workbench needs; the composition root provides it. */
import type { CommandApiDependencies } from '#command-api/dependencies.ts';
import type { SubmitDependencies } from '#command-api/documents/submit.ts';
import type { EvidenceLibrary } from '#contracts/ports/evidence-library.ts';
import type { VerdictUnder } from '#domain/verification/weighed.ts';
import type { SessionAuthenticator } from '#http/auth/session-authenticator.ts';
import type { RouteDependencies } from '#http/route.ts';
import type { QueryDependencies } from '#query-api/dependencies.ts';

/** What was read of a page. */
export interface LastRead {
  /** RFC 3339: when it was fetched, or last confirmed unchanged. */
  read_at: string;
  /** null: it could not be read. */
  content: {
    title: string;
    publisher: string | null;
    publication_date: string | null;
    passages: readonly string[];
  } | null;
}

export interface WorkbenchDependencies {
  routes: RouteDependencies & { sessions: SessionAuthenticator };
  commands: CommandApiDependencies & SubmitDependencies;
  queries: QueryDependencies;
  /** The operator's documents. */
  library: Pick<EvidenceLibrary, 'list' | 'search' | 'put' | 'remove' | 'inventory'>;
  /** What is still kept of a page that the organization's verifications have read; null: nothing is. */
  lastRead(organizationId: string, url: string): Promise<LastRead | null>;
  /** The engine's, to try rules on what was found. */
  verdictUnder: VerdictUnder;
}
