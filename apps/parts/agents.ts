/** The tools for agents: over HTTP at /mcp, and for callers in this process. */
import { callTool, type ToolOutcome } from '#agents/call-tool.ts';
import type { AgentDependencies, ToolCall } from '#agents/dependencies.ts';
import { registerMcp } from '#agents/route.ts';
import type { VerifyTextInput } from '#agents/schemas.ts';
import { TOOLS, textInput } from '#agents/tools.ts';
import { verifyWatched } from '#agents/verify.ts';
import type { CommandDependencies } from '#command-api/dependencies.ts';
import type { VerifyInput } from '#command-api/verification/prepare.ts';
import { FairSlots } from '#common/fair-slots.ts';
import { newTraceparent } from '#common/traceparent.ts';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { newId } from '#domain/ids.ts';
import { questionAsClaim } from '#engine/answering/question.ts';
import type { SharedEngine } from '#engine/engine.ts';
import { authenticate } from '#http/auth/authenticator.ts';
import { contextOf } from '#http/context.ts';
import { describeError } from '#http/error-handler.ts';
import { libraryUrl } from '#pipeline/sources/library.ts';
import { wholeResult } from '#results/records.ts';
import { VERSION } from '../version.ts';
import type { Core } from './core.ts';
import type { HttpServer } from './http-server.ts';

/** A single thread searches, for verifications too. */
const CONCURRENT_SEARCHES = { slots: 2, perKey: 1, waitingPerKey: 60 };
const LOOPBACK = '127.0.0.1';

/** What is wanted of a text. */
export type PartsToVerify = Required<Pick<VerifyInput, 'within' | 'known_inputs'>>;

export interface Agents {
  /** Calls a tool as the owner of `secret` does over HTTP. Rejects when it was cancelled; throws ApiError for the key. */
  call(
    secret: string,
    name: string,
    args: unknown,
    watching: Pick<ToolCall, 'signal' | 'report'>,
  ): Promise<ToolOutcome>;
  /**
   * Verifies a text and returns the whole result. Throws ApiError; rejects with the signal's reason when cancelled.
   */
  verify(
    secret: string,
    input: VerifyTextInput,
    watching: Pick<ToolCall, 'signal' | 'report'>,
    parts?: PartsToVerify,
  ): Promise<VerificationResult>;
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
  const publicUrl = core.configuration.publicUrl ?? null;
  registerMcp(app, routes, dependencies, { version: VERSION, publicUrl });
  /** A call within this process, as one over HTTP would be. */
  const begin = async (secret: string, watching: Pick<ToolCall, 'signal' | 'report'>): Promise<ToolCall> => {
    const principal = await authenticate(routes.authenticator, `Bearer ${secret}`, LOOPBACK);
    const request_id = newId('req');
    const context = contextOf({ request_id, principal, ip: LOOPBACK, traceparent: newTraceparent() });
    // Nothing is sent slowly here: the response is a value.
    const client = { served: Promise.resolve(), takeResponseSlot: async () => () => {} };
    return { context, client, ...watching, call_id: null };
  };
  return {
    async call(secret, name, args, watching) {
      const tool = TOOLS.find((each) => each.name === name);
      if (tool === undefined) return { ok: false, refused: 'not_found: There is no such tool.' };
      return callTool(dependencies, await begin(secret, watching), tool, args);
    },
    async verify(secret, input, watching, parts) {
      const call = await begin(secret, watching);
      const order = { ...textInput(input), ...parts };
      return verifyWatched(dependencies, call, order, wholeResult).catch((error) => {
        watching.signal.throwIfAborted();
        throw error;
      });
    },
  };
}
