/**
 * What one verification may ask outside sources. Claims of one text mostly speak of the same few things, so that the limits
 * grow more slowly than their number.
 */
export interface OutsideLimits {
  /** Searches, over all sources. */
  searches: number;
  /** Documents that are read. */
  documents: number;
}

const LEAST: OutsideLimits = { searches: 8, documents: 7 };
const PER_CLAIM: OutsideLimits = { searches: 0.4, documents: 0.25 };
const MOST: OutsideLimits = { searches: 60, documents: 40 };

export function limitsFor(claims: number): OutsideLimits {
  const limit = (name: keyof OutsideLimits) => Math.min(MOST[name], Math.ceil(LEAST[name] + claims * PER_CLAIM[name]));
  return { searches: limit('searches'), documents: limit('documents') };
}

/** How long one verification may wait for outside sources, in milliseconds: all its claims together. */
export const TIME_BUDGET_MS = 20_000;
