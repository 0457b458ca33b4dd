/**
 * Limits of one verification's calls to outside sources. Claims of one text are mostly about the same few subjects, so the
 * limits grow more slowly than the number of claims.
 */
export interface OutsideLimits {
  /** Searches, over all sources. */
  searches: number;
  /** Documents that are read. */
  documents: number;
}

const LEAST: OutsideLimits = { searches: 10, documents: 8 };
const PER_CLAIM: OutsideLimits = { searches: 0.35, documents: 0.25 };
const MOST: OutsideLimits = { searches: 60, documents: 40 };

export function limitsFor(claims: number): OutsideLimits {
  const limit = (name: keyof OutsideLimits) => Math.min(MOST[name], Math.ceil(LEAST[name] + claims * PER_CLAIM[name]));
  return { searches: limit('searches'), documents: limit('documents') };
}

/** How long one verification may wait for outside sources for all its claims together, in milliseconds. */
export const TIME_BUDGET_MS = 20_000;

/** Takes one from the allowance and from the total; false if either is used up. */
export function take(allowance: OutsideLimits, left: OutsideLimits, what: keyof OutsideLimits): boolean {
  if (allowance[what] <= 0 || left[what] <= 0) return false;
  allowance[what]--;
  left[what]--;
  return true;
}
