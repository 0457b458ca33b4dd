/** The tools for agents: over HTTP at /mcp, and for callers in this process. */
import { callTool, type ToolOutcome } from '#agents/call-tool.ts';
import type { AgentDependencies, ToolCall } from '#agents/dependencies.ts';
import { registerMcp } from '#agents/route.ts';
import { TOOLS } from '#agents/tools.ts';
import type { CommandDependencies } from '#command-api/dependencies.ts';
import { FairSlots } from '#common/fair-slots.ts';
import { newTraceparent } from '#common/traceparent.ts';
import { newId } from '#domain/ids.ts';
import { questionAsClaim } from '#engine/answering/question.ts';
import type { SharedEngine } from '#engine/engine.ts';
import { authenticate } from '#http/auth/authenticator.ts';
import { describeError } from '#http/error-handler.ts';
import { libraryUrl } from '#pipeline/sources/library.ts';
import { VERSION } from '../version.ts';
import type { Core } from './core.ts';
import type { HttpServer } from './http-server.ts';

/** A single thread searches, for verifications too. */
const CONCURRENT_SEARCHES = { slots: 2, perKey: 1, waitingPerKey: 60 };
const LOOPBACK = '127.0.0.1';

export interface Agents {
  /** Calls a tool as the owner of `secret` does over HTTP. Rejects when it was cancelled; throws ApiError for the key. */
  call(
    secret: string,
    name: string,
    args: unknown,
    watching: Pick<ToolCall, 'signal' | 'report'>,
  ): Promise<ToolOutcome>;
}

export function serveAgents(
  core: Core,
  { app, routes }: HttpServer,
  commands: CommandDependencies,
  engine: SharedEngine,
): Agents {
  const { stores, sealer, logger } = core;
  const { events, views, vault, clock, library, roots } = stores;
  const searches = new FairSlots({ ...CONCURRENT_SEARCHES, shareOf: roots.of });
  const dependencies: AgentDependencies = {
    commands,
    queries: { events, views, vault, sealer, clock },
    counters: routes.counters,
    refusedCalls: routes.refusedCalls,
    refusals: routes.refusals!,
    async searchLibrary(organizationId, query, { limit, signal }) {
      const [queries = []] = await engine
        .forOrganization(organizationId)
        .planQueries([questionAsClaim(query, '')], 'fast');
      const [words] = queries;
      if (words === undefined) return [];
      const search = () => library.search([{ terms: words.terms, limit }]);
      const [found = []] = await searches.run(organizationId, search, signal);
      return found.map((passage) => ({ ...passage, url: libraryUrl(passage.path) }));
    },
    onFailure: (error, { request_id, principal: { organization_id } }) =>
      logger.error({ ...describeError(error), request_id, organization_id }, 'a tool failed'),
  };
  registerMcp(app, routes, dependencies, VERSION);
  return {
    async call(secret, name, args, { signal, report }) {
      const tool = TOOLS.find((each) => each.name === name);
      if (tool === undefined) return { ok: false, refused: 'not_found: There is no such tool.' };
      const principal = await authenticate(routes.authenticator, `Bearer ${secret}`, LOOPBACK);
      const context = {
        request_id: newId('req'),
        principal,
        ip: LOOPBACK,
        traceparent: newTraceparent(),
        idempotency_key: null,
        verification_id: null,
      };
      const served = Promise.withResolvers<void>();
      const client = { served: served.promise, takeResponseSlot: async () => () => {} };
      return callTool(dependencies, { context, client, signal, report, call_id: null }, tool, args).finally(
        served.resolve,
      );
    },
  };
}
