/** Matches extracted claims, by their words, with the facts that annotators listed. */
import { wordsOf } from '../run/quotes.ts';

/** Least word F1 at which a claim matches a fact. */
const MATCH = 0.8;

/** Number of claims and facts that can be matched one to one, best pairs first. */
export function matchFacts(claims: readonly string[], facts: readonly string[]): number {
  const pairs = claims.flatMap((claim, c) => facts.map((fact, f) => ({ c, f, score: wordF1(claim, fact) })));
  const usedClaims = new Set<number>();
  const usedFacts = new Set<number>();
  for (const { c, f, score } of pairs.sort((a, b) => b.score - a.score)) {
    if (score < MATCH) break;
    if (usedClaims.has(c) || usedFacts.has(f)) continue;
    usedClaims.add(c);
    usedFacts.add(f);
  }
  return usedClaims.size;
}

/** F1 of the words that both texts contain, 0..1. */
export function wordF1(a: string, b: string): number {
  const left = wordsOf(a);
  const right = wordsOf(b);
  const unmatched = new Map<string, number>();
  for (const word of right) unmatched.set(word, (unmatched.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of left) {
    const count = unmatched.get(word) ?? 0;
    if (count > 0) common++;
    unmatched.set(word, count - 1);
  }
  return common === 0 ? 0 : (2 * common) / (left.length + right.length);
}
