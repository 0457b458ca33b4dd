/** Google's generateContent format. */
import { z } from 'zod';
import type { JsonObject } from '#contracts/json.ts';
import type { AnswerSchema, LanguageModelRequest, ModelFailure } from '#contracts/ports/language-model.ts';
import { messagesWithForm } from './schema-text.ts';
import type { Dialect, ErrorNote, Reply, Wire } from './wire.ts';
import { firstAnswerToken, TokenCount, usageOf } from './wire-values.ts';

const LogProbability = z.object({ token: z.string().max(200), logProbability: z.number() });

const Generated = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({ parts: z.array(z.object({ text: z.string().optional(), thought: z.boolean().optional() })) })
          .partial()
          .nullish(),
        finishReason: z.string().nullish(),
        logprobsResult: z
          .object({ topCandidates: z.array(z.object({ candidates: z.array(LogProbability).max(100) })) })
          .nullish()
          .catch(null),
      }),
    )
    .nullish(),
  promptFeedback: z.object({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: z
    .object({
      promptTokenCount: TokenCount,
      candidatesTokenCount: TokenCount.nullish(),
      thoughtsTokenCount: TokenCount.nullish(),
    })
    .transform((usage) =>
      usageOf(usage.promptTokenCount, (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0)),
    )
    .nullish()
    .catch(null),
});

const REFUSED: ModelFailure = { kind: 'refused' };
const STOPPED: Record<string, ModelFailure> = {
  SAFETY: REFUSED,
  RECITATION: REFUSED,
  BLOCKLIST: REFUSED,
  PROHIBITED_CONTENT: REFUSED,
  SPII: REFUSED,
  LANGUAGE: REFUSED,
};

/**
 * Google's schemas are a subset of OpenAPI's: without `additionalProperties`, and answers follow the order of
 * `required`.
 */
function responseSchema(schema: AnswerSchema): JsonObject {
  const described: JsonObject = schema.description === undefined ? {} : { description: schema.description };
  switch (schema.type) {
    case 'object': {
      const names = Object.keys(schema.properties);
      const properties = Object.entries(schema.properties).map(([name, inner]) => [name, responseSchema(inner)]);
      return {
        type: 'OBJECT',
        ...described,
        properties: Object.fromEntries(properties),
        required: names,
        propertyOrdering: names,
      };
    }
    case 'array':
      return { type: 'ARRAY', ...described, items: responseSchema(schema.items) };
    case 'string':
      return {
        type: 'STRING',
        ...described,
        ...(schema.enum && { format: 'enum', enum: [...schema.enum] }),
      };
  }
}

function formOf({ answer }: LanguageModelRequest, { structured }: Dialect): JsonObject {
  if (answer === null || structured === 'prompt') return {};
  const type = { responseMimeType: 'application/json' };
  return structured === 'schema' ? { ...type, responseSchema: responseSchema(answer.schema) } : type;
}

function replyOf(body: unknown): Reply | null {
  const parsed = Generated.safeParse(body);
  if (!parsed.success) return null;
  const usage = parsed.data.usageMetadata ?? null;
  const candidate = parsed.data.candidates?.[0];
  if (candidate === undefined) {
    return parsed.data.promptFeedback?.blockReason ? { ok: false, failure: REFUSED, usage } : null;
  }
  const stopped = STOPPED[candidate.finishReason ?? ''];
  if (stopped !== undefined) return { ok: false, failure: stopped, usage };
  const spoken = (candidate.content?.parts ?? []).filter(({ thought }) => thought !== true);
  const tokens = (candidate.logprobsResult?.topCandidates ?? []).map(({ candidates }) => ({
    token: candidates[0]?.token ?? '',
    alternatives: candidates.map(({ token, logProbability }) => ({ token, logprob: logProbability })),
  }));
  const text = spoken.map((part) => part.text ?? '').join('');
  return {
    ok: true,
    text,
    first_token: firstAnswerToken(tokens),
    isCutOff: candidate.finishReason === 'MAX_TOKENS',
    usage,
  };
}

const GoogleError = z.object({
  error: z.object({
    status: z.string().catch(''),
    message: z.string().catch(''),
    details: z
      .array(z.object({ reason: z.string(), retryDelay: z.string() }).partial())
      .catch([])
      .default([]),
  }),
});

function noteOf(body: unknown): ErrorNote {
  // Streaming responses wrap errors in a list, and gateways keep it.
  const parsed = GoogleError.safeParse(Array.isArray(body) ? body[0] : body);
  if (!parsed.success) return { code: '', param: '', message: '', retry_after_ms: null };
  const { status, message, details } = parsed.data.error;
  const delay = details.map(({ retryDelay }) => /^(\d{1,6}(?:\.\d+)?)s$/.exec(retryDelay ?? '')?.[1]).find(Boolean);
  return {
    code: [status, ...details.map(({ reason }) => reason ?? '')].join(' '),
    param: '',
    message: message.slice(0, 2_000),
    retry_after_ms: delay === undefined ? null : Number(delay) * 1_000,
  };
}

/** The `v1beta` API of Google's models. */
export const google: Wire = {
  structured: ['schema', 'json', 'prompt'],
  path: (model) => `/models/${encodeURIComponent(model.replace(/^models\//, ''))}:generateContent`,
  headers: (credential) => ({ 'x-goog-api-key': credential }),
  body(request, dialect) {
    const messages = messagesWithForm(request, dialect.structured === 'schema');
    const system = messages.filter(({ role }) => role === 'system');
    const wantsFirstToken = request.first_token && !dialect.without.has('first_token');
    return {
      ...(system.length === 0
        ? {}
        : { systemInstruction: { parts: system.map(({ content }) => ({ text: content })) } }),
      contents: messages
        .filter(({ role }) => role !== 'system')
        .map(({ role, content }) => ({ role: role === 'assistant' ? 'model' : 'user', parts: [{ text: content }] })),
      generationConfig: {
        ...(dialect.without.has('temperature') ? {} : { temperature: request.temperature ?? 0 }),
        ...(request.top_p === undefined || dialect.without.has('top_p') ? {} : { topP: request.top_p }),
        maxOutputTokens: request.limits.max_output_tokens,
        ...(wantsFirstToken ? { responseLogprobs: true, logprobs: 5 } : {}),
        ...formOf(request, dialect),
      },
    };
  },
  reply: replyOf,
  note: noteOf,
};
