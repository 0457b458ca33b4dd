/** Measures how much of a claim a text covers, and how close together the claim's words are. */
import type { ClaimTerm } from './claim-terms.ts';
import { hashOf } from './hashes.ts';
import type { PassageWords } from './passage-words.ts';

/** How much a word counts that only begins like the claim's: "closing" for "closure". */
const NEAR_FORM = 0.5;

/** How far the words contain the term, 0..1. */
export function presence(term: ClaimTerm, words: PassageWords): number {
  if (has(words, term)) return 1;
  return term.kind !== 'number' && words.hasNearForm(term.word) ? NEAR_FORM : 0;
}

function has(words: PassageWords, { stem, lemmaStem }: ClaimTerm): boolean {
  return words.hasStem(stem) || (lemmaStem !== stem && words.hasStem(lemmaStem));
}

/**
 * Weighted share (0..1) of the claim's terms that a passage has. Names may also stand in the document's title: a page with the
 * title "Acme Corporation" calls it "the company" further down.
 */
export function coveredShare(terms: ClaimTerm[], passage: PassageWords, title: PassageWords): number {
  let weight = 0;
  let covered = 0;
  for (const term of terms) {
    weight += term.weight;
    if (has(passage, term) || (term.kind === 'name' && has(title, term))) covered += term.weight;
  }
  return weight === 0 ? 0 : covered / weight;
}

/**
 * Closeness of the claim's terms in the passage, 0..1. Takes the window of `terms × 2` words (at least 8) that holds the most
 * distinct terms: (terms in the window − 1) ÷ (all terms − 1). With one term only, closeness is 0.
 */
export function proximity(terms: ClaimTerm[], { stemHashes }: PassageWords): number {
  if (terms.length < 2) return 0;
  const width = Math.max(8, terms.length * 2);
  const idOf = new Map<number, number>();
  terms.forEach((term, id) => {
    idOf.set(hashOf(term.lemmaStem), id);
    idOf.set(hashOf(term.stem), id);
  });
  const ids = stemHashes.map((stem) => idOf.get(stem) ?? -1);
  const inReach = new Map<number, number>();
  let best = 0;
  ids.forEach((id, at) => {
    if (id >= 0) inReach.set(id, (inReach.get(id) ?? 0) + 1);
    const leaving = at >= width ? ids[at - width]! : -1;
    if (leaving >= 0) {
      const left = inReach.get(leaving)! - 1;
      if (left === 0) inReach.delete(leaving);
      else inReach.set(leaving, left);
    }
    best = Math.max(best, inReach.size);
  });
  return best === 0 ? 0 : (best - 1) / (terms.length - 1);
}
