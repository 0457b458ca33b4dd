/** Limits for neighbouring claims that share a question to a language model, and with it the passages found for them. */
export const SHARED_QUESTION_LIMITS = {
  /** With more claims in one question, the quality of the labels suffers. */
  claims: 4,
  /** One and a half times the passages of a single claim. */
  passages: 12,
} as const;
