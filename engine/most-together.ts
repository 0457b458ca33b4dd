/** Of neighbouring claims that are asked about in one question to a language model, and so share the passages that were found. */
export const MOST_TOGETHER = {
  /** More at once, and the labels of one claim suffer from the others. */
  claims: 4,
  /** Half as many again as one claim has. */
  passages: 12,
} as const;
