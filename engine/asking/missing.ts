/** Reasons why a question to a language model has no answer, in words for the reader of a result. */
import type { MissingReply } from '#engine/types/questions.ts';

export const WHY_MISSING: Readonly<Record<MissingReply, string>> = {
  unavailable: 'the language model could not be reached',
  rate_limited: 'the language model was asked too much at once',
  refused: 'the language model declined to answer',
  invalid_answer: 'the language model gave no usable answer',
  over_limit: "the language model's answer was too long",
  question_too_long: 'the question is longer than the language model can read',
  quota_spent: "the quota at the language model's provider is used up",
  unauthorised: 'the server of the language model refused the key',
  unknown_model: 'the server does not have the language model',
  disconnected: 'the language model is no longer connected',
  rejected: 'the server of the language model refused the question',
  not_recorded: 'there is no recorded answer of the language model',
  budget_spent: 'calls or time for the language model were spent',
  cost_limit_reached: 'the monthly cost limit leaves nothing for the language model',
};
