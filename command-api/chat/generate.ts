/** Has a model write a completion. Its output is limited in length and otherwise untrusted. */
import { ApiError } from '#contracts/errors.ts';
import type { ChatCompletionRequest } from '#contracts/http/chat.ts';
import type { UsableModel } from '#contracts/ports/organization-models.ts';
import { costOfBrokenOff, costOfOutcome, isFree, type ModelCost, mostCents } from '#domain/model-cost.ts';
import type { CompletionGeneratedData } from '#domain/verification/events.ts';
import { errorOfModel } from './model-error.ts';

/** Default of `max_tokens`: two or three pages. */
const MAX_TOKENS = 2_048;
/**
 * The deadline of the whole generation, as a share of `withinMs`, the client's own time limit. It is later, so that the
 * client times out first, which counts and logs a failure of the server. A client that is stopped from outside can't
 * tell whether the server hangs or its turn came late.
 */
const SHARE_BEYOND = 1.1;
/**
 * About twice the average of European languages. Texts are cut at this length even if a server ignores the limit in
 * tokens.
 */
const BYTES_PER_TOKEN = 8;

export interface GeneratedText {
  content: string;
  generated: CompletionGeneratedData;
}

export interface GenerationOccasion {
  organization_id: string;
  /** How long the model may take. */
  withinMs: number;
  /** Ends the generation, which then rejects with the signal's reason. */
  signal: AbortSignal;
  /** Called with the cost of the model, whether or not there is a text. */
  spend(cost: ModelCost): void;
}

/** UTF-8 bytes of the longest text that the request can produce. */
export function longestCompletion(request: ChatCompletionRequest): number {
  return mostTokens(request) * BYTES_PER_TOKEN;
}

function mostTokens({ max_tokens, max_completion_tokens }: ChatCompletionRequest): number {
  return max_completion_tokens ?? max_tokens ?? MAX_TOKENS;
}

/** The most that the text may cost for one try, in cents. */
export function mostCentsToWrite({ prices }: UsableModel, request: ChatCompletionRequest): number {
  return mostCents({ request: modelRequestOf(request), prices });
}

function modelRequestOf(request: ChatCompletionRequest) {
  return {
    messages: request.messages,
    answer: null,
    limits: { max_output_tokens: mostTokens(request) },
  };
}

/** Throws ApiError if the model fails or takes too long. */
export async function generate(
  { client, id, prices }: UsableModel,
  request: ChatCompletionRequest,
  { organization_id, withinMs, signal, spend }: GenerationOccasion,
): Promise<GeneratedText> {
  const deadline = AbortSignal.timeout(Math.ceil(withinMs * SHARE_BEYOND));
  const question = {
    ...modelRequestOf(request),
    model: id,
    temperature: request.temperature,
    ...(typeof request.top_p === 'number' && { top_p: request.top_p }),
    cut_off: 'keep',
    first_token: false,
  } as const;
  const priced = { request: question, prices };
  let tries = 0;
  const outcome = await client
    .ask(question, {
      organization_id,
      signal: AbortSignal.any([deadline, signal]),
      within_ms: withinMs,
      purpose: 'chat',
      trying: () => void tries++,
    })
    .catch((error) => {
      spend(costOfBrokenOff(priced, tries));
      if (deadline.aborted && !signal.aborted) throw errorOfModel({ kind: 'unavailable', reason: 'timeout' });
      throw error;
    });
  const cost = costOfOutcome(priced, outcome);
  spend(cost);
  if (!outcome.ok) throw errorOfModel(outcome.failure);
  if (typeof outcome.answer !== 'string') throw new ApiError('provider_error');
  const { text, isCut } = cutTo(outcome.answer.toWellFormed(), longestCompletion(request));
  return {
    content: text,
    generated: {
      model: request.model,
      finish_reason: isCut || outcome.is_cut_off ? 'length' : 'stop',
      input_tokens: outcome.usage?.input_tokens ?? null,
      output_tokens: outcome.usage?.output_tokens ?? null,
      ...(!isFree(prices) && cost),
    },
  };
}

/** The longest beginning of `text` that takes at most `bytes` in UTF-8, without splitting characters. */
function cutTo(text: string, bytes: number): { text: string; isCut: boolean } {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return { text: text.slice(0, read), isCut: read < text.length };
}
