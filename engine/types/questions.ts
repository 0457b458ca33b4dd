/**
 * A question to a language model and what came of it, the same for a text as for a claim. Plain data (structured-cloneable),
 * because the engine runs in worker threads.
 */
import type { Json } from '#contracts/json.ts';
import type { LanguageModelRequest, ModelFailure, TokenProbability } from '#contracts/ports/language-model.ts';

/** A question as it is sent, but for the model's name. */
export type ModelRequest = Omit<LanguageModelRequest, 'model'>;

/**
 * Why a question has no answer: as the model's client says, because the verification's questions or time are used up, or
 * because a monthly limit forbids its cost.
 */
export type MissingReply =
  | ModelFailure['kind']
  | 'question_too_long'
  | 'quota_spent'
  | 'budget_spent'
  | 'cost_limit_reached';

/** What came of one question: the answer as it came, unchecked, or why there is none. */
export type ModelReply = { answer: Json; first_token: readonly TokenProbability[] | null } | { missing: MissingReply };
