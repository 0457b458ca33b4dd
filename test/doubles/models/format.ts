/** What a model's server does beside HTTP: which requests it takes, and how it words answers and errors. */

/** Parts of requests that a server or model may not take. */
export type Lacking =
  | 'temperature'
  | 'logprobs'
  | 'json_schema'
  | 'json_object'
  | 'output_config'
  | 'forced_tool'
  | 'max_tokens';

export interface Refusal {
  status: number;
  body: unknown;
}

/** What the server understood of a request. */
export interface Understood {
  /** All that the model reads, system texts first. */
  prompt: string;
  model: string;
  /** Whether the form of the answer is enforced, and how. */
  form: 'schema' | 'tool' | 'json' | 'none';
  wantsFirstToken: boolean;
  maxTokens: number;
  /** null: left to the server. */
  temperature: number | null;
  /** Who said the messages, without those of the system. */
  speakers: readonly ('user' | 'assistant')[];
}

/** What the model says, or how it ends without saying it. */
export type Said =
  | { text: string; firstToken?: readonly (readonly [token: string, logprob: number])[] }
  | { ends: 'refused' | 'cut_off' };

export interface Format {
  credentialOf(headers: Record<string, string | undefined>): string | undefined;
  /** The path and body of a request, or the refusal that the provider would answer. */
  understand(path: string, body: Record<string, unknown>, lacking: ReadonlySet<Lacking>): Understood | Refusal;
  answer(understood: Understood, said: Said): unknown;
  error(status: number): unknown;
}

/** What this stand-in counts as tokens. */
export const USAGE = { input: 21, output: 9 };

export function isRefusal(result: Understood | Refusal): result is Refusal {
  return 'status' in result;
}

type Schema = Record<string, unknown>;

/** True if every object of a schema lists all its properties as required and forbids others, as strict modes ask. */
export function isStrict(schema: unknown): boolean {
  if (schema === null || typeof schema !== 'object') return true;
  const { type, properties = {}, required, additionalProperties, items } = schema as Schema;
  const inner = Object.values(properties as Schema);
  if (type === 'object') {
    const names = Object.keys(properties as Schema);
    if (additionalProperties !== false || !Array.isArray(required)) return false;
    if (names.some((name) => !required.includes(name))) return false;
  }
  return [...inner, items].every(isStrict);
}

/** The keys of `body` that the provider doesn't know. */
export function unknownKeys(body: Record<string, unknown>, known: readonly string[]): string[] {
  return Object.keys(body).filter((key) => !known.includes(key));
}

/** Who said the messages of a conversation, in the common names. */
export function speakersIn(messages: readonly { role: string }[]): ('user' | 'assistant')[] {
  return messages.filter(({ role }) => role !== 'system').map(({ role }) => (role === 'user' ? 'user' : 'assistant'));
}
