/**
 * Anthropic's messages format. The form of the answer is requested by `output_config`. Models from before it must use a
 * tool instead, which newer models reject.
 */
import { z } from 'zod';
import type { Json, JsonObject } from '#contracts/json.ts';
import type { LanguageModelRequest, ModelFailure } from '#contracts/ports/language-model.ts';
import { jsonSchemaOf, messagesWithForm } from './schema-text.ts';
import type { Dialect, Reply, Wire } from './wire.ts';
import { noteOf, TokenCount, usageOf } from './wire-values.ts';

const API_VERSION = '2023-06-01';
const MAX_TEMPERATURE = 1;

const Message = z.object({
  content: z.array(
    z.union([
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('tool_use'), input: z.record(z.string(), z.unknown()) }),
      z.object({ type: z.string() }),
    ]),
  ),
  stop_reason: z.string().nullish(),
  usage: z
    .object({
      input_tokens: TokenCount,
      output_tokens: TokenCount,
      cache_creation_input_tokens: TokenCount.nullish(),
      cache_read_input_tokens: TokenCount.nullish(),
    })
    .transform((usage) =>
      usageOf(
        usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
        usage.output_tokens,
      ),
    )
    .nullish()
    .catch(null),
});

const STOPPED: Record<string, ModelFailure> = {
  model_context_window_exceeded: { kind: 'over_limit', limit: 'context' },
  refusal: { kind: 'refused' },
};

function formOf({ answer }: LanguageModelRequest, { structured }: Dialect): JsonObject {
  if (answer === null) return {};
  const schema = jsonSchemaOf(answer.schema);
  if (structured === 'schema') return { output_config: { format: { type: 'json_schema', schema } } };
  if (structured !== 'tool') return {};
  return {
    tools: [{ name: answer.name, description: 'Takes the answer.', input_schema: schema }],
    tool_choice: { type: 'tool', name: answer.name },
  };
}

function replyOf(body: unknown): Reply | null {
  const parsed = Message.safeParse(body);
  if (!parsed.success) return null;
  const { content, stop_reason } = parsed.data;
  const usage = parsed.data.usage ?? null;
  const stopped = STOPPED[stop_reason ?? ''];
  if (stopped !== undefined) return { ok: false, failure: stopped, usage };
  const isCutOff = stop_reason === 'max_tokens';
  const used = isCutOff ? undefined : content.find((block) => 'input' in block);
  if (used !== undefined) return { ok: true, value: used.input as Json, first_token: null, usage };
  const text = content.map((block) => ('text' in block ? block.text : '')).join('');
  return { ok: true, text, first_token: null, isCutOff, usage };
}

/** `scheme`: the header that carries the credential; gateways in front of the API often require a bearer token. */
export function anthropic(scheme: 'x-api-key' | 'bearer' = 'x-api-key'): Wire {
  return {
    structured: ['schema', 'tool', 'prompt'],
    path: () => '/messages',
    headers: (credential): Record<string, string> => ({
      'anthropic-version': API_VERSION,
      ...(scheme === 'bearer' ? { authorization: `Bearer ${credential}` } : { 'x-api-key': credential }),
    }),
    body(request, dialect) {
      const messages = messagesWithForm(request, dialect.structured !== 'prompt');
      const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
      return {
        model: request.model,
        max_tokens: request.limits.max_output_tokens,
        ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
        messages: messages
          .filter(({ role }) => role !== 'system')
          .map(({ role, content }) => ({ role: role === 'context' ? 'user' : role, content })),
        ...(dialect.without.has('temperature')
          ? {}
          : { temperature: Math.min(request.temperature ?? 0, MAX_TEMPERATURE) }),
        ...(request.top_p === undefined || dialect.without.has('top_p') ? {} : { top_p: request.top_p }),
        ...formOf(request, dialect),
      };
    },
    reply: replyOf,
    note: noteOf,
  };
}
