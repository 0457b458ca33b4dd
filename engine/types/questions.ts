/**
 * A question to a language model and its reply; the same for texts and claims. Plain data (structured-cloneable), because the
 * engine runs in worker threads.
 */
import type { Json } from '#contracts/json.ts';
import type { LanguageModelRequest, ModelFailure, TokenProbability } from '#contracts/ports/language-model.ts';

/** A question as it is sent, without the model's name. */
export type ModelRequest = Omit<LanguageModelRequest, 'model'>;

/**
 * Why a question has no answer: an error from the model's client, a verification whose questions or time are used up, or a
 * monthly cost limit.
 */
export type MissingReply =
  | ModelFailure['kind']
  | 'question_too_long'
  | 'quota_spent'
  | 'budget_spent'
  | 'cost_limit_reached';

/** The reply to one question: the answer as received, unchecked, or the reason why there is none. */
export type ModelReply = { answer: Json; first_token: readonly TokenProbability[] | null } | { missing: MissingReply };
