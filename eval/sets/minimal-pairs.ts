/** Finds adjacent claims about one passage that differ in a few words and in their label. */
import type { Pair } from '../data/pairs.ts';
import { wordF1 } from './match-facts.ts';

/** Least word F1 of two claims that count as differing in a few words only. */
const ALIKE = 0.6;

/** Indices of the two claims of each minimal pair. A claim is in at most one pair. */
export function minimalPairs(pairs: readonly Pair[]): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let at = 0; at + 1 < pairs.length; at++) {
    if (!isMinimal(pairs[at]!, pairs[at + 1]!)) continue;
    found.push([at, at + 1]);
    at++;
  }
  return found;
}

function isMinimal(a: Pair, b: Pair): boolean {
  return a.evidence === b.evidence && a.label !== b.label && wordF1(a.claim, b.claim) >= ALIKE;
}
