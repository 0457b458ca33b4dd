/**
 * Converts the form of an answer to JSON Schema, describes it in words for servers that don't enforce it, and parses
 * answers.
 */
import type { Json, JsonObject } from '#contracts/json.ts';
import type { AnswerSchema, LanguageModelRequest, ModelMessage } from '#contracts/ports/language-model.ts';

/** Has `required` and `additionalProperties`, which the strict modes of OpenAI and Anthropic need. */
export function jsonSchemaOf(schema: AnswerSchema): JsonObject {
  const described: JsonObject = schema.description === undefined ? {} : { description: schema.description };
  switch (schema.type) {
    case 'object':
      return {
        type: 'object',
        ...described,
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, property]) => [name, jsonSchemaOf(property)]),
        ),
        required: Object.keys(schema.properties),
        additionalProperties: false,
      };
    case 'array':
      return { type: 'array', ...described, items: jsonSchemaOf(schema.items) };
    case 'string':
      return { type: 'string', ...described, ...(schema.enum && { enum: [...schema.enum] }) };
  }
}

/** The messages. If the server does not enforce the form of the answer, a description of it comes first. */
export function messagesWithForm({ messages, answer }: LanguageModelRequest, isEnforced: boolean): ModelMessage[] {
  if (answer === null || isEnforced) return [...messages];
  const form = `Answer with one JSON object and nothing else. It must match this JSON Schema:\n${JSON.stringify(jsonSchemaOf(answer.schema))}`;
  const [first, ...rest] = messages;
  if (first?.role !== 'system') return [{ role: 'system', content: form }, ...messages];
  return [{ role: 'system', content: `${first.content}\n\n${form}` }, ...rest];
}

/** Removes the thoughts that some local servers put before the answer, complete or cut off. */
export function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?(?:<\/think>\s*|$)/, '');
}

/** No answer is nested deeper, and walking deeper JSON would cost more than parsing it. */
const DEEPEST = 16;

/**
 * The JSON in `text`; undefined if there is none. White space, a code fence, and thoughts of some local servers may be
 * around it.
 */
export function jsonIn(text: string): Json | undefined {
  const answer = withoutThoughts(text).trim();
  const fenced = /^```(?:json)?[^\S\n]*\n([\s\S]*)```$/.exec(answer)?.[1];
  try {
    const value = JSON.parse(fenced ?? answer) as Json;
    return isShallow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True unless objects and lists are nested too deeply. */
export function isShallow(value: Json, levels = DEEPEST): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
