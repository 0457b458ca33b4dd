/** How much of a claim a passage speaks of, and how closely together. */
import type { ClaimTerm } from './claim-terms.ts';

export interface TermCoverage {
  /** Weighted share of all terms found, 0..1. */
  all: number;
  /** Share of the names found; 1 if the claim has none. */
  names: number;
  /** Share of the numbers and dates found; 1 if the claim has none. */
  numbers: number;
  /** Distinct terms found in the passage itself, the most common words left out. */
  tellingTerms: number;
}

/** A set of stems, or a map from them. */
type Stems = Pick<ReadonlySet<string>, 'has'>;

/**
 * Coverage of the claim's terms by a passage. A name may also stand in the document's title: a page headed "Acme
 * Corporation" calls it "the company" further down.
 */
export function coverTerms(terms: ClaimTerm[], passageStems: Stems, titleStems: Stems): TermCoverage {
  let weight = 0;
  let covered = 0;
  let tellingTerms = 0;
  const found = { name: 0, number: 0 };
  const total = { name: 0, number: 0 };
  for (const term of terms) {
    const inPassage = passageStems.has(term.stem) || passageStems.has(term.lemmaStem);
    const isFound = inPassage || (term.kind === 'name' && titleStems.has(term.stem));
    weight += term.weight;
    if (isFound) covered += term.weight;
    if (inPassage && term.kind !== 'common') tellingTerms++;
    if (term.kind === 'name' || term.kind === 'number') {
      total[term.kind]++;
      if (isFound) found[term.kind]++;
    }
  }
  return {
    all: weight === 0 ? 0 : covered / weight,
    names: total.name === 0 ? 1 : found.name / total.name,
    numbers: total.number === 0 ? 1 : found.number / total.number,
    tellingTerms,
  };
}

/**
 * Closeness of the claim's terms in the passage, 0..1: how many distinct terms the best window of `terms × 2` words holds
 * (at least 8 words), less one, by how many there are, less one. One term alone says nothing about closeness: 0.
 */
export function proximity(terms: ClaimTerm[], stems: readonly string[]): number {
  if (terms.length < 2) return 0;
  const window = Math.max(8, terms.length * 2);
  const idOf = new Map<string, number>();
  terms.forEach((term, id) => {
    idOf.set(term.lemmaStem, id);
    idOf.set(term.stem, id);
  });
  const ids = stems.map((stem) => idOf.get(stem) ?? -1);
  const inWindow = new Map<number, number>();
  let best = 0;
  ids.forEach((id, at) => {
    if (id >= 0) inWindow.set(id, (inWindow.get(id) ?? 0) + 1);
    const leaving = at >= window ? ids[at - window]! : -1;
    if (leaving >= 0) {
      const left = inWindow.get(leaving)! - 1;
      if (left === 0) inWindow.delete(leaving);
      else inWindow.set(leaving, left);
    }
    best = Math.max(best, inWindow.size);
  });
  return best === 0 ? 0 : (best - 1) / (terms.length - 1);
}
