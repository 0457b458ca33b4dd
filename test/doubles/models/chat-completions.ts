/** Chat completions as OpenAI, Mistral and Ollama serve them; their errors are worded as theirs are. */
import {
  type Format,
  isStrict,
  type Lacking,
  type Refusal,
  type Said,
  speakersIn,
  type Understood,
  USAGE,
  unknownKeys,
} from './format.ts';

export type Flavour = 'openai' | 'mistral' | 'ollama';

const KNOWN: Record<Flavour, readonly string[]> = {
  openai: ['max_completion_tokens', 'max_tokens', 'logprobs', 'top_logprobs'],
  mistral: ['max_tokens'],
  ollama: ['max_tokens', 'logprobs', 'top_logprobs'],
};
const COMMON = ['model', 'messages', 'temperature', 'top_p', 'response_format', 'stream'];

function errorBody(flavour: Flavour, message: string, param: string | null, code: string | null): unknown {
  if (flavour === 'mistral') {
    const detail = [{ type: 'extra_forbidden', loc: ['body', param], msg: message }];
    return { object: 'error', message: { detail }, type: 'invalid_request_error', param: null, code: null };
  }
  return { error: { message, type: 'invalid_request_error', param, code } };
}

function refusal(flavour: Flavour, message: string, param: string | null, code: string | null = null): Refusal {
  return { status: flavour === 'mistral' ? 422 : 400, body: errorBody(flavour, message, param, code) };
}

interface Body {
  model?: string;
  messages?: { role: string; content: string }[];
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  logprobs?: boolean;
  response_format?: { type: string; json_schema?: { name?: string; strict?: boolean; schema?: unknown } };
}

function understand(flavour: Flavour, path: string, raw: Record<string, unknown>, lacking: ReadonlySet<Lacking>) {
  if (path !== '/chat/completions') return { status: 404, body: 'page not found' };
  const body = raw as Body;
  const [unknown] = unknownKeys(raw, [...COMMON, ...KNOWN[flavour]]);
  if (unknown !== undefined) return refusal(flavour, `Unrecognized request argument supplied: ${unknown}`, unknown);
  if (body.model === 'absent') {
    return { status: 404, body: { error: { message: 'The model does not exist', code: 'model_not_found' } } };
  }
  if (!body.messages?.some(({ role }) => role === 'user')) return refusal(flavour, 'no user message', 'messages');
  if (lacking.has('temperature') && body.temperature === 0) {
    const message = "Unsupported value: 'temperature' does not support 0 with this model.";
    return refusal(flavour, message, 'temperature', 'unsupported_value');
  }
  if (flavour === 'mistral' && (body.temperature ?? 0) > 1.5) {
    return refusal(flavour, 'Input should be less than or equal to 1.5', 'temperature');
  }
  if (lacking.has('max_tokens') && body.max_tokens !== undefined) {
    const message = "Unsupported parameter: 'max_tokens' is not supported with this model.";
    return refusal(flavour, message, 'max_tokens', 'unsupported_parameter');
  }
  if (lacking.has('logprobs') && body.logprobs) {
    return refusal(flavour, "This model does not support 'logprobs'.", 'logprobs', 'unsupported_parameter');
  }
  const format = body.response_format;
  const schema = format?.json_schema;
  if (format?.type === 'json_schema' && (lacking.has('json_schema') || !schema?.name || !isStrict(schema.schema))) {
    return refusal(flavour, "Invalid parameter: 'response_format' of type 'json_schema'.", 'response_format');
  }
  if (format?.type === 'json_object' && lacking.has('json_object')) {
    return refusal(flavour, "Invalid parameter: 'response_format' of type 'json_object'.", 'response_format');
  }
  return {
    prompt: body.messages.map(({ content }) => content).join('\n'),
    model: body.model ?? '',
    form: format?.type === 'json_schema' ? 'schema' : format?.type === 'json_object' ? 'json' : 'none',
    wantsFirstToken: body.logprobs === true,
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? 0,
    temperature: body.temperature ?? null,
    speakers: speakersIn(body.messages),
  } satisfies Understood;
}

function choice(flavour: Flavour, { wantsFirstToken }: Understood, said: Said) {
  if ('ends' in said && said.ends === 'refused') {
    const refused = { role: 'assistant', content: null, refusal: 'I cannot help with that.' };
    return flavour === 'openai'
      ? { message: refused, finish_reason: 'stop' }
      : { message: { role: 'assistant', content: '' }, finish_reason: 'content_filter' };
  }
  if ('ends' in said) return { message: { role: 'assistant', content: '{"half": ' }, finish_reason: 'length' };
  const tokens = said.firstToken ?? [];
  const top_logprobs = tokens.map(([token, logprob]) => ({ token, logprob, bytes: null }));
  const logprobs = wantsFirstToken && tokens.length > 0 ? { content: [{ ...top_logprobs[0], top_logprobs }] } : null;
  return { message: { role: 'assistant', content: said.text }, logprobs, finish_reason: 'stop' };
}

export function chatCompletions(flavour: Flavour): Format {
  return {
    credentialOf: ({ authorization }) => /^Bearer (.+)$/.exec(authorization ?? '')?.[1],
    understand: (path, body, lacking) => understand(flavour, path, body, lacking),
    answer: (understood, said) => ({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: understood.model,
      choices: [{ index: 0, ...choice(flavour, understood, said) }],
      usage: { prompt_tokens: USAGE.input, completion_tokens: USAGE.output, total_tokens: USAGE.input + USAGE.output },
    }),
    error: (status) => {
      if (status === 401 && flavour === 'mistral') return { detail: 'Unauthorized' };
      if (status === 402)
        return { error: { message: 'quota', type: 'insufficient_quota', code: 'insufficient_quota' } };
      return { error: { message: `status ${status}`, type: 'server_error', param: null, code: null } };
    },
  };
}
