/** Calls a tool with the checks that an operation of the API has, in their order: scope and role, limits, arguments. */
import { ApiError, storeFailure, type ValidationDetail } from '#contracts/errors.ts';
import { checkAccess } from '#http/auth/access.ts';
import { countRequest } from '#http/rate-limit.ts';
import { parsedBody } from '#http/validation.ts';
import type { AgentDependencies, ToolCall } from './dependencies.ts';
import type { Tool } from './tools.ts';

/** `refused`: why, in words for an agent. They name the limit, the scope or the argument and never quote what was sent. */
export type ToolOutcome = { ok: true; output: Record<string, unknown> } | { ok: false; refused: string };

/** Rejects only when the call was cancelled, with the signal's reason. */
export async function callTool(
  dependencies: AgentDependencies,
  call: ToolCall,
  tool: Tool,
  args: unknown,
): Promise<ToolOutcome> {
  try {
    return { ok: true, output: (await run(dependencies, call, tool, args)) as Record<string, unknown> };
  } catch (error) {
    call.signal.throwIfAborted();
    return { ok: false, refused: wordsOf(await refusalOf(dependencies, call, tool, error), call.context.request_id) };
  }
}

async function run(dependencies: AgentDependencies, call: ToolCall, tool: Tool, args: unknown): Promise<unknown> {
  const { principal, ip } = call.context;
  checkAccess(principal, ip, tool.access);
  if (tool.metered) dependencies.refusedCalls.check(principal.key_id);
  else await countRequest(dependencies.counters, dependencies.queries.clock, principal);
  return tool.run(dependencies, call, parsedBody(tool.input, args ?? {}));
}

/** Counts and records the refusal as for an operation. */
async function refusalOf(
  { refusedCalls, refusals, onFailure }: AgentDependencies,
  { context }: ToolCall,
  { metered, operationId }: Tool,
  error: unknown,
): Promise<ApiError> {
  const refusal = error instanceof ApiError ? error : storeFailure(error);
  if (refusal === null) {
    onFailure(error, context);
    return new ApiError('internal_error');
  }
  const { status, code } = refusal;
  if (metered && status < 500 && status !== 403 && status !== 429) await refusedCalls.count(context.principal.key_id);
  const operation = { operationId, method: metered ? ('POST' as const) : ('GET' as const) };
  await refusals.record({ operation, context, params: {}, status, code });
  return refusal;
}

const MOST_DETAILS = 5;

/** A refusal as one line: its code, and what is wrong where. It quotes nothing of what was sent. */
export function wordsOf({ code, message, detail, status }: ApiError, requestId: string): string {
  if (detail !== null) return `${code}: ${detail.slice(0, MOST_DETAILS).map(wordsOfDetail).join('; ')}`;
  return status >= 500 ? `${code}: ${message} The request's id is ${requestId}.` : `${code}: ${message}`;
}

function wordsOfDetail({ loc, msg }: ValidationDetail): string {
  const [first = 'the arguments', ...further] = loc.slice(1);
  return `${further.reduce<string>((way, step) => way + (typeof step === 'number' ? `[${step}]` : `.${step}`), String(first))}: ${msg}`;
}
