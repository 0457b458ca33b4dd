/** Google's generateContent, as its servers take and answer it. */
import {
  type Format,
  type Lacking,
  type Refusal,
  type Said,
  speakersIn,
  type Understood,
  USAGE,
  unknownKeys,
} from './format.ts';

const KNOWN = ['systemInstruction', 'contents', 'generationConfig'];
const KNOWN_CONFIG = [
  ...['temperature', 'maxOutputTokens', 'responseMimeType', 'responseSchema', 'responseLogprobs', 'logprobs'],
];
const KNOWN_SCHEMA = ['type', 'description', 'properties', 'required', 'propertyOrdering', 'items', 'format', 'enum'];

function refusal(message: string, status = 400, details: unknown[] = []): Refusal {
  return { status, body: { error: { code: status, message, status: 'INVALID_ARGUMENT', details } } };
}

interface Body {
  systemInstruction?: { parts: { text: string }[] };
  contents?: { role: string; parts: { text: string }[] }[];
  generationConfig?: {
    temperature?: number;
    maxOutputTokens?: number;
    responseMimeType?: string;
    responseSchema?: Record<string, unknown>;
    responseLogprobs?: boolean;
  };
}

/** The first field of a schema that Google's part of OpenAPI doesn't have. */
function strangeField(schema: Record<string, unknown>): string | undefined {
  const [unknown] = unknownKeys(schema, KNOWN_SCHEMA);
  const properties = Object.values((schema.properties ?? {}) as Record<string, Record<string, unknown>>);
  const items = schema.items as Record<string, unknown> | undefined;
  return unknown ?? [...properties, ...(items ? [items] : [])].map(strangeField).find((field) => field !== undefined);
}

function understand(path: string, raw: Record<string, unknown>, lacking: ReadonlySet<Lacking>): Understood | Refusal {
  const model = /^\/models\/([^/:]+):generateContent$/.exec(path)?.[1];
  if (model === undefined || model === 'absent') return refusal(`models/${model} is not found`, 404);
  const body = raw as Body;
  const config = body.generationConfig ?? {};
  const unknown = [...unknownKeys(raw, KNOWN), ...unknownKeys({ ...config }, KNOWN_CONFIG)][0];
  const strange = unknown ?? strangeField(config.responseSchema ?? {});
  if (strange !== undefined) {
    return refusal(`Invalid JSON payload received. Unknown name "${strange}": Cannot find field.`);
  }
  if (!body.contents?.length) return refusal('* GenerateContentRequest.contents: contents is not specified');
  if (body.contents.some(({ role }) => role !== 'user' && role !== 'model')) {
    return refusal('Please use a valid role: user, model.');
  }
  if (lacking.has('logprobs') && config.responseLogprobs) return refusal('Logprobs is not enabled for this model');
  if (lacking.has('json_schema') && config.responseSchema) {
    return refusal('Unknown name "responseSchema" at \'generation_config\': Cannot find field.');
  }
  const system = body.systemInstruction?.parts ?? [];
  const isJson = config.responseMimeType === 'application/json';
  return {
    prompt: [...system, ...body.contents.flatMap(({ parts }) => parts)].map(({ text }) => text).join('\n'),
    model,
    form: config.responseSchema ? 'schema' : isJson ? 'json' : 'none',
    wantsFirstToken: config.responseLogprobs === true,
    maxTokens: config.maxOutputTokens ?? 0,
    temperature: config.temperature ?? null,
    speakers: speakersIn(body.contents),
  };
}

function candidate({ wantsFirstToken }: Understood, said: Said) {
  if ('ends' in said) {
    const parts = said.ends === 'refused' ? [] : [{ text: '{"half": ' }];
    return { content: { role: 'model', parts }, finishReason: said.ends === 'refused' ? 'SAFETY' : 'MAX_TOKENS' };
  }
  const candidates = (said.firstToken ?? []).map(([token, logProbability]) => ({ token, logProbability }));
  return {
    content: { role: 'model', parts: [{ text: 'Let me see.', thought: true }, { text: said.text }] },
    finishReason: 'STOP',
    ...(wantsFirstToken && candidates.length > 0 && { logprobsResult: { topCandidates: [{ candidates }] } }),
  };
}

export const google: Format = {
  credentialOf: (headers) => headers['x-goog-api-key'],
  understand,
  answer: (understood, said) => ({
    candidates: [{ index: 0, ...candidate(understood, said) }],
    usageMetadata: {
      promptTokenCount: USAGE.input,
      candidatesTokenCount: USAGE.output - 2,
      thoughtsTokenCount: 2,
      totalTokenCount: USAGE.input + USAGE.output,
    },
    modelVersion: understood.model,
  }),
  error: (status) => {
    // A wrong key is a bad argument to Google.
    if (status === 401) {
      const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
      return refusal('API key not valid. Please pass a valid API key.', 400, details).body;
    }
    const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' };
    const details = status === 429 ? [retry] : [];
    return { error: { code: status, message: `status ${status}`, status: 'RESOURCE_EXHAUSTED', details } };
  },
};
