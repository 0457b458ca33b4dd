/** Chat completions in the form of OpenAI's, each with the verification of its text. */
import { z } from 'zod';
import { CHAT_ROLES } from '../vocabulary.ts';
import { CoverageStatus, Materiality, Relationship, RiskLevel, Verdict } from '../vocabulary-schemas.ts';
import { Id, record } from './common.ts';
import { ErrorCodeSchema } from './errors.ts';
import { bool, int, list, literal, model, number, str, text, withDefault } from './fields.ts';
import { ResultCounts } from './verification-result.ts';

export const ChatMessage = model('ChatMessage', {
  role: literal(CHAT_ROLES),
  content: text({ min: 1, max: 100_000 }),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatStreamOptions = model('ChatStreamOptions', {
  include_usage: bool().nullable().optional(),
  include_obfuscation: bool().nullable().optional(),
});

export const ChatCompletionRequest = model('ChatCompletionRequest', {
  /** An id of the model registry. The example is in every registry. */
  model: str({ min: 1, max: 200 }).meta({ examples: ['evidence-extractive-1'] }),
  messages: list(ChatMessage, { min: 1, max: 100 }),
  stream: withDefault(bool(), false),
  max_tokens: withDefault(int({ ge: 1, le: 8_192 }).nullable(), null),
  // Without defaults: a call is known again by its fields, also by a newer version of the service.
  /** The same under its newer name, which counts if both are there. */
  max_completion_tokens: int({ ge: 1, le: 8_192 }).nullable().optional(),
  temperature: withDefault(number({ ge: 0, le: 2 }), 0),
  /** null: as the model's server has it. */
  top_p: number({ ge: 0, le: 1 }).nullable().optional(),
  /** Changes nothing: the last event of a stream has the usage anyway, and streams are not obfuscated. */
  stream_options: ChatStreamOptions.nullable().optional(),
  /** What some clients always send. There is one choice, and nothing is penalized. */
  n: int({ ge: 1, le: 1 }).nullable().optional(),
  frequency_penalty: number({ ge: 0, le: 0 }).nullable().optional(),
  presence_penalty: number({ ge: 0, le: 0 }).nullable().optional(),
});
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>;

export const ChatSource = record('ChatSource', { title: z.string(), url: z.string(), relationship: Relationship });
export type ChatSource = z.infer<typeof ChatSource>;

export const ChatClaim = record('ChatClaim', {
  id: Id,
  /** The code points [start, end) of the completion's text. */
  text: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  verdict: Verdict,
  materiality: Materiality,
  reliability: z.number().min(0).max(1),
  sources: z.array(ChatSource),
});
export type ChatClaim = z.infer<typeof ChatClaim>;

const Unverified = record('UnverifiedChat', { status: z.literal('unverified') });
const Completed = record('VerifiedChat', {
  status: z.literal('completed'),
  verification_id: Id,
  risk: record('ChatRisk', { score: z.number().min(0).max(1), level: RiskLevel }),
  counts: ResultCounts,
  coverage_status: CoverageStatus,
  overall_statement: z.string(),
  claims: z.array(ChatClaim),
});
const Failed = record('FailedChatVerification', {
  status: z.literal('failed'),
  verification_id: Id,
  /** Why there is no result. After `timeout`, the verification continues and can be read later. */
  error: record('ChatVerificationError', { code: ErrorCodeSchema, message: z.string() }),
});

export const ChatVerification = z
  .discriminatedUnion('status', [Unverified, Completed, Failed])
  .meta({ id: 'ChatVerification' });
export type ChatVerification = z.infer<typeof ChatVerification>;
export type CompletedChatVerification = z.infer<typeof Completed>;
export type FailedChatVerification = z.infer<typeof Failed>;

export const ChatUsage = record('ChatUsage', {
  prompt_tokens: z.int().min(0),
  completion_tokens: z.int().min(0),
  total_tokens: z.int().min(0),
});
export type ChatUsage = z.infer<typeof ChatUsage>;

const FinishReason = z.enum(['stop', 'length']);

export const ChatCompletion = record('ChatCompletion', {
  id: Id,
  object: z.literal('chat.completion'),
  /** Unix seconds. */
  created: z.int(),
  model: z.string(),
  choices: z.array(
    record('ChatChoice', {
      index: z.literal(0),
      message: record('ChatCompletionMessage', {
        role: z.literal('assistant'),
        content: z.string(),
        refusal: z.null(),
      }),
      logprobs: z.null(),
      finish_reason: FinishReason,
    }),
  ),
  /** null: not reported by the model's server. */
  usage: ChatUsage.nullable(),
  verification: ChatVerification,
});
export type ChatCompletion = z.infer<typeof ChatCompletion>;

/** An event of the streamed form: first the whole text, then its verification. */
export const ChatCompletionChunk = record('ChatCompletionChunk', {
  id: Id,
  object: z.literal('chat.completion.chunk'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    record('ChatChunkChoice', {
      index: z.literal(0),
      delta: z.object({ role: z.literal('assistant'), content: z.string() }).partial(),
      finish_reason: FinishReason.nullable(),
    }),
  ),
  verification: ChatVerification,
  usage: ChatUsage.nullable().optional(),
});
export type ChatCompletionChunk = z.infer<typeof ChatCompletionChunk>;
