/** Anthropic's messages, as its servers take and answer them. */
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

const KNOWN = ['model', 'max_tokens', 'system', 'messages', 'temperature', 'output_config', 'tools', 'tool_choice'];

function refusal(message: string, status = 400, type = 'invalid_request_error'): Refusal {
  return { status, body: { type: 'error', error: { type, message }, request_id: 'req_1' } };
}

interface Body {
  model?: string;
  max_tokens?: number;
  system?: string;
  messages?: { role: string; content: string }[];
  temperature?: number;
  output_config?: { format?: { type?: string; schema?: unknown } };
  tools?: { name: string; input_schema: unknown }[];
  tool_choice?: { type: string; name?: string };
}

function understand(path: string, raw: Record<string, unknown>, lacking: ReadonlySet<Lacking>): Understood | Refusal {
  if (path !== '/messages') return refusal('Not found', 404, 'not_found_error');
  const body = raw as Body;
  const [unknown] = unknownKeys(raw, KNOWN);
  if (unknown !== undefined) return refusal(`${unknown}: Extra inputs are not permitted`);
  if (body.model === 'absent') return refusal('model: absent', 404, 'not_found_error');
  if (body.max_tokens === undefined) return refusal('max_tokens: Field required');
  if (body.messages?.[0]?.role !== 'user') return refusal('messages: first message must use the "user" role');
  if (body.messages.some(({ role }) => role === 'system')) return refusal('messages: Unexpected role "system"');
  if (lacking.has('temperature') && body.temperature !== undefined) {
    return refusal('`temperature` is not supported for this model.');
  }
  if ((body.temperature ?? 0) > 1) return refusal('temperature: range: 0..1');
  const format = body.output_config?.format;
  if (format !== undefined && lacking.has('output_config')) {
    return refusal('output_config: Extra inputs are not permitted');
  }
  if (format !== undefined && (format.type !== 'json_schema' || !isStrict(format.schema))) {
    return refusal("output_config.format.schema: For 'object' type, 'additionalProperties' must be false");
  }
  const isForced = body.tool_choice?.type === 'tool';
  if (isForced && lacking.has('forced_tool')) {
    return refusal('tool_choice: "tool_choice.type.tool" is not supported for this model.');
  }
  if (isForced && body.tools?.[0]?.name !== body.tool_choice?.name) return refusal('tool_choice: tool not found');
  return {
    prompt: [body.system ?? '', ...body.messages.map(({ content }) => content)].join('\n'),
    model: body.model ?? '',
    form: format !== undefined ? 'schema' : isForced ? 'tool' : 'none',
    wantsFirstToken: false,
    maxTokens: body.max_tokens,
    temperature: body.temperature ?? null,
    speakers: speakersIn(body.messages),
  };
}

function contentOf({ form }: Understood, said: Said): { content: unknown[]; stop_reason: string } {
  if ('ends' in said) {
    return said.ends === 'refused'
      ? { content: [], stop_reason: 'refusal' }
      : { content: [{ type: 'text', text: '{"half": ' }], stop_reason: 'max_tokens' };
  }
  if (form === 'tool') {
    const input = JSON.parse(said.text);
    return { content: [{ type: 'tool_use', id: 'toolu_1', name: 'answer', input }], stop_reason: 'tool_use' };
  }
  const thinking = { type: 'thinking', thinking: '', signature: 'c2ln' };
  return { content: [thinking, { type: 'text', text: said.text }], stop_reason: 'end_turn' };
}

const TYPES: Record<number, string> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

export const anthropic: Format = {
  credentialOf: (headers) => (headers['anthropic-version'] === '2023-06-01' ? headers['x-api-key'] : undefined),
  understand,
  answer: (understood, said) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: understood.model,
    ...contentOf(understood, said),
    stop_sequence: null,
    usage: { input_tokens: USAGE.input, cache_read_input_tokens: 0, output_tokens: USAGE.output },
  }),
  error: (status) => refusal(`status ${status}`, status, TYPES[status] ?? 'api_error').body,
};
