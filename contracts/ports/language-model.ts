/**
 * The language model port: one request, one typed outcome. Answers are untrusted input: the caller checks and interprets
 * them.
 */
import type { Json } from '../json.ts';

export interface ModelMessage {
  /** `context`: a document, for models whose templates know this role. Others get it from the user. */
  role: 'system' | 'user' | 'assistant' | 'context';
  content: string;
}

/** The part of JSON Schema that all providers enforce. Every property is required, and no others are allowed. */
export type AnswerSchema =
  | { type: 'object'; description?: string; properties: Record<string, AnswerSchema> }
  | { type: 'array'; description?: string; items: AnswerSchema }
  | { type: 'string'; description?: string; enum?: readonly string[] };

export interface LanguageModelRequest {
  /** The model's name at its server. */
  model: string;
  messages: readonly ModelMessage[];
  /** Form of the answer, with a name of letters, digits and underscores; null: plain text. */
  answer: { name: string; schema: AnswerSchema } | null;
  limits: {
    /** Includes the reasoning tokens. */
    max_output_tokens: number;
  };
  /** 0..2; clamped to the highest value that the provider allows. Default: 0. */
  temperature?: number;
  /** 0..1: the share of the likeliest tokens to draw from. Default: as the server has it. */
  top_p?: number;
  /** `keep`: a text that the limit has cut off is returned. Default: it is a failure. */
  cut_off?: 'keep';
  /** Whether to return the most likely first tokens of the answer; not every server can. */
  first_token: boolean;
}

/** The organization on whose behalf the model is asked, and the signal that ends the request. */
export interface ModelOccasion {
  organization_id: string;
  signal: AbortSignal;
  /** How long the model may take, all tries together. Default: the client's own limit. */
  within_ms?: number;
  /** Chat completions have their own queue, so that they don't delay judges. Default: the question of a judge. */
  purpose?: 'chat';
  /** Called before each try that is sent. Tells a caller that cancels the question whether any was sent. */
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
  /**
   * Tries that may have used tokens without reporting how many; if usage is null, the answer itself is one. Default:
   * none.
   */
  untold_tries?: number;
  /** The likeliest first tokens of the answer, most likely first; null if not asked for or not given. */
  first_token: readonly TokenProbability[] | null;
  /** The limit has cut the text off. Only set if the request keeps such texts. */
  is_cut_off?: true;
}

/** Bytes of an answer as the server sends it; a larger one is `over_limit`. */
export const MOST_ANSWER_BYTES = 1_000_000;
/** Completions of an organization that wait for their turn at a model; for one more the model is `busy`. */
export const MOST_WAITING_COMPLETIONS = 1_000;

/** Why there is no answer. Contains no text and no secret, so it may be logged. */
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
  /** The organization has disconnected the provider, so nothing was sent. */
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
  /** Tries that may have used tokens without reporting how many. Default: none. */
  untold_tries?: number;
  /** Nothing was sent, because the server has failed several times in a row. */
  unasked?: true;
}

export type ModelOutcome = ModelAnswer | NoModelAnswer;

export interface LanguageModel {
  /** Rejects only with the reason of the occasion's signal. */
  ask(request: LanguageModelRequest, occasion: ModelOccasion): Promise<ModelOutcome>;
}
