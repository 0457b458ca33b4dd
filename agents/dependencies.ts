/** What the tools for agents need. Created once, in the composition root. */
import type { CommandDependencies } from '#command-api/dependencies.ts';
import type { LibraryPassage } from '#contracts/ports/evidence-library.ts';
import type { Client } from '#http/client.ts';
import type { RequestContext } from '#http/context.ts';
import type { RateCounters } from '#http/rate-limit.ts';
import type { RefusalLog } from '#http/refusal-log.ts';
import type { RefusedCalls } from '#http/refused-calls.ts';
import type { QueryDependencies } from '#query-api/dependencies.ts';

export interface AgentDependencies {
  commands: CommandDependencies;
  queries: Pick<QueryDependencies, 'events' | 'views' | 'vault' | 'sealer' | 'clock'>;
  counters: RateCounters;
  refusedCalls: RefusedCalls;
  refusals: RefusalLog;
  /** The passages of the operator's library that match best, best first. */
  searchLibrary(
    organizationId: string,
    query: string,
    options: { limit: number; signal: AbortSignal },
  ): Promise<readonly (LibraryPassage & { url: string })[]>;
  /** Called with an error that is no refusal, for the log. */
  onFailure(error: unknown, context: RequestContext): void;
}

/** How far a call is. `total` is the same all the time, and `done` never decreases. */
export interface CallProgress {
  done: number;
  total: number;
  message: string;
}

/** Who calls a tool, and how the call is watched. */
export interface ToolCall {
  context: RequestContext;
  client: Client;
  /** Cancels the call. */
  signal: AbortSignal;
  report(progress: CallProgress): void;
  /**
   * Identifies the call among those of its key, so that another process can cancel it (`cancel-call.ts`); null: only its
   * signal cancels it.
   */
  call_id: string | null;
}
