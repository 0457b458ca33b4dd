/**
 * The language model port: one request, one typed outcome. Answers are untrusted input: the caller checks and interprets
 * them.
 */
import type { Json } from '../json.ts';

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The part of JSON Schema that all providers enforce. Every property is required, and no others are allowed. */
export type AnswerSchema =
  | { type: 'object'; description?: string; properties: Record<string, AnswerSchema> }
  | { type: 'array'; description?: string; items: AnswerSchema }
  | { type: 'string'; description?: string; enum?: readonly string[] };

export interface LanguageModelRequest {
  /** The server's name of the model. */
  model: string;
  messages: readonly ModelMessage[];
  /** Form of the answer, with a name of letters, digits and underscores; null: plain text. */
  answer: { name: string; schema: AnswerSchema } | null;
  limits: {
    /** Includes the reasoning tokens. */
    max_output_tokens: number;
  };
  /** 0..2; of a provider with a smaller range its highest. Left out: 0. */
  temperature?: number;
  /** What becomes of a text that the limit has cut off: it is a failure, if left out. */
  cut_off?: 'keep';
  /** Whether to return the most likely first tokens of the answer; not every server can. */
  first_token: boolean;
}

/** The organization on whose behalf the model is asked, and the signal that ends the request. */
export interface ModelOccasion {
  organization_id: string;
  signal: AbortSignal;
  /** How long the model may take, all tries together; left out: as long as its client allows. */
  within_ms?: number;
  /** Conversations have turns of their own, so that they hold up no judge. Left out: a judge asks. */
  purpose?: 'chat';
  /** Called before each try that goes to a server. Who ends a question learns by it whether any went out. */
  trying?(): void;
}

export interface TokenUsage {
  input_tokens: number;
  output_tokens: number;
}

/** Prices of a model's tokens. */
export interface TokenPrices {
  input_cents_per_million: number;
  output_cents_per_million: number;
}

export interface TokenProbability {
  token: string;
  /** Natural logarithm of its probability. */
  logprob: number;
}

export interface ModelAnswer {
  ok: true;
  /** The parsed JSON, not checked against the schema; a string where plain text was asked for. */
  answer: Json;
  /** Of all tries; null: not reported by the server. */
  usage: TokenUsage | null;
  /** Tries that may have used tokens, and did not tell how many. Left out: none, or the answer itself where usage is null. */
  untold_tries?: number;
  /** The likeliest first tokens of the answer, most likely first; null if not asked for or not given. */
  first_token: readonly TokenProbability[] | null;
  /** The limit has cut the text off. Only where the request keeps such texts. */
  is_cut_off?: true;
}

/** Why there is no answer. Holds no text and no secret, so it may be logged. */
export type ModelFailure =
  | {
      kind: 'unavailable';
      reason: 'network' | 'timeout' | 'server_error' | 'circuit_open' | 'busy' | 'blocked_address';
    }
  /** `retry_after_ms` is null if the server gave none. */
  | { kind: 'rate_limited'; retry_after_ms: number | null }
  /** Refused by the model or by a content filter. */
  | { kind: 'refused' }
  | { kind: 'invalid_answer'; reason: 'not_json' | 'unexpected_form' | 'empty' }
  | { kind: 'over_limit'; limit: 'output_tokens' | 'context' | 'response_size' | 'quota' }
  | { kind: 'unauthorised' }
  | { kind: 'unknown_model' }
  /** The organization has disconnected the provider, so that nothing was asked. */
  | { kind: 'disconnected' }
  /** The server rejected the form of the request. */
  | { kind: 'rejected'; status: number }
  /** A replay has no usable answer to the request with this hash. */
  | { kind: 'not_recorded'; hash: string; reason: 'missing' | 'unreadable' };

export interface NoModelAnswer {
  ok: false;
  failure: ModelFailure;
  /** Tokens of all tries; null: none, or not reported. */
  usage: TokenUsage | null;
  /** Tries that may have used tokens, and did not tell how many. Left out: none. */
  untold_tries?: number;
  /** The server was not asked, as it has failed several times in a row. */
  unasked?: true;
}

export type ModelOutcome = ModelAnswer | NoModelAnswer;

export interface LanguageModel {
  /** Rejects only with the reason of the occasion's signal. */
  ask(request: LanguageModelRequest, occasion: ModelOccasion): Promise<ModelOutcome>;
}
