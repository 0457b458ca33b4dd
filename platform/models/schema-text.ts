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

/** In a longer text nobody looks for JSON between words. */
const LONGEST_WITH_WORDS = 100_000;
/** Opening braces that are tried; a model that thinks aloud writes a few of its own. */
const MOST_TRIED = 50;

/**
 * The JSON in `text`; undefined if there is none. White space, a code fence, thoughts of some local servers and, as small
 * models write them, words before and behind may be around an object; of several that differ none is taken.
 */
export function jsonIn(text: string): Json | undefined {
  const answer = withoutThoughts(text).trim();
  const fenced = /^```(?:json)?[^\S\n]*\n([\s\S]*)```$/.exec(answer)?.[1];
  const whole = parsed(fenced ?? answer);
  const value = whole === undefined && answer.length <= LONGEST_WITH_WORDS ? onlyObjectIn(answer) : whole;
  return value !== undefined && isShallow(value) ? value : undefined;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The object between the words; undefined if there is none, or several say different things. */
function onlyObjectIn(text: string): Json | undefined {
  const found = new Map<string, Json>();
  let from = text.indexOf('{');
  for (let tried = 0; from !== -1 && tried < MOST_TRIED; tried++) {
    const end = endOfObject(text, from);
    // What stands inside of half an object is no answer.
    if (end === null) return undefined;
    const value = parsed(text.slice(from, end));
    if (value !== undefined) found.set(JSON.stringify(value), value);
    from = text.indexOf('{', end);
  }
  return from === -1 && found.size === 1 ? [...found.values()][0] : undefined;
}

/** Behind the brace that closes the one at `from`; null if none does. */
function endOfObject(text: string, from: number): number | null {
  let depth = 0;
  let isInString = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at]!;
    if (isInString) {
      if (char === '\\') at++;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return null;
}

/** True unless objects and lists are nested too deeply. */
export function isShallow(value: Json, levels = DEEPEST): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
