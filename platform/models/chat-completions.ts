/**
 * The chat completions format: OpenAI's own, Mistral's, and that of compatible servers (Ollama, llama.cpp, vLLM, LM
 * Studio, gateways).
 */
import { z } from 'zod';
import type { JsonObject } from '#contracts/json.ts';
import type { LanguageModelRequest, ModelFailure } from '#contracts/ports/language-model.ts';
import { jsonSchemaOf, messagesWithForm } from './schema-text.ts';
import type { Dialect, Reply, Wire } from './wire.ts';
import { firstAnswerToken, noteOf, TokenCount, usageOf } from './wire-values.ts';

interface Flavour {
  /** Name of the limit on the answer, and the alternative for servers that don't know this name. */
  limits: readonly ['max_tokens', 'max_completion_tokens'] | readonly ['max_completion_tokens', 'max_tokens'];
  hasFirstToken: boolean;
  maxTemperature: number;
}

const Alternatives = z.array(z.object({ token: z.string().max(200), logprob: z.number() })).max(100);
const ContentPart = z.object({ type: z.string(), text: z.string().optional() });

const Completion = z.object({
  choices: z
    .array(
      z.object({
        // Mistral's reasoning models answer in parts, some of which are their thoughts.
        message: z.object({
          content: z.union([z.string(), z.array(ContentPart)]).nullish(),
          refusal: z.string().nullish(),
        }),
        finish_reason: z.string().nullish(),
        logprobs: z
          .object({
            content: z
              .array(z.object({ token: z.string(), logprob: z.number(), top_logprobs: Alternatives.nullish() }))
              .nullish(),
          })
          .nullish()
          .catch(null),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: TokenCount, completion_tokens: TokenCount })
    .transform((usage) => usageOf(usage.prompt_tokens, usage.completion_tokens))
    .nullish()
    .catch(null),
});

const STOPPED: Record<string, ModelFailure> = {
  model_length: { kind: 'over_limit', limit: 'context' },
  content_filter: { kind: 'refused' },
  error: { kind: 'unavailable', reason: 'server_error' },
};

function responseFormat({ answer }: LanguageModelRequest, { structured }: Dialect): JsonObject {
  if (answer === null || structured === 'prompt') return {};
  if (structured === 'json') return { response_format: { type: 'json_object' } };
  const schema = { name: answer.name, strict: true, schema: jsonSchemaOf(answer.schema) };
  return { response_format: { type: 'json_schema', json_schema: schema } };
}

function chatCompletions(flavour: Flavour): Wire {
  return {
    structured: ['schema', 'json', 'prompt'],
    path: () => '/chat/completions',
    headers: (credential): Record<string, string> =>
      credential === '' ? {} : { authorization: `Bearer ${credential}` },
    body(request, dialect) {
      const wantsFirstToken = request.first_token && flavour.hasFirstToken && !dialect.without.has('first_token');
      const limit = flavour.limits[dialect.without.has('usual_limit') ? 1 : 0];
      return {
        model: request.model,
        messages: messagesWithForm(request, dialect.structured === 'schema').map(({ role, content }) => ({
          role,
          content,
        })),
        [limit]: request.limits.max_output_tokens,
        ...(dialect.without.has('temperature')
          ? {}
          : { temperature: Math.min(request.temperature ?? 0, flavour.maxTemperature) }),
        ...(request.top_p === undefined || dialect.without.has('top_p') ? {} : { top_p: request.top_p }),
        ...(wantsFirstToken ? { logprobs: true, top_logprobs: 5 } : {}),
        ...responseFormat(request, dialect),
        stream: false,
      };
    },
    reply: (body) => replyOf(body),
    note: noteOf,
  };
}

function replyOf(body: unknown): Reply | null {
  const parsed = Completion.safeParse(body);
  if (!parsed.success) return null;
  const usage = parsed.data.usage ?? null;
  const { message, finish_reason, logprobs } = parsed.data.choices[0]!;
  if (message.refusal) return { ok: false, failure: { kind: 'refused' }, usage };
  const stopped = STOPPED[finish_reason ?? ''];
  if (stopped !== undefined) return { ok: false, failure: stopped, usage };
  const { content } = message;
  const text = typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('');
  const first_token = firstAnswerToken(
    (logprobs?.content ?? []).map(({ token, logprob, top_logprobs }) => ({
      token,
      alternatives: top_logprobs?.length ? top_logprobs : [{ token, logprob }],
    })),
  );
  return { ok: true, text, first_token, isCutOff: finish_reason === 'length', usage };
}

/** Servers that follow OpenAI's format, usually the operator's own. */
export const openAiCompatible = chatCompletions({
  limits: ['max_tokens', 'max_completion_tokens'],
  hasFirstToken: true,
  maxTemperature: 2,
});
export const openAi = chatCompletions({
  limits: ['max_completion_tokens', 'max_tokens'],
  hasFirstToken: true,
  maxTemperature: 2,
});
export const mistral = chatCompletions({
  limits: ['max_tokens', 'max_completion_tokens'],
  hasFirstToken: false,
  maxTemperature: 1.5,
});
