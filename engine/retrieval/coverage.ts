/** Measures how much of a claim a text covers, and how close together the claim's words are. */
import type { ClaimTerm } from './claim-terms.ts';
import type { PassageWords } from './passage-words.ts';

/** How much a word counts that only begins like the claim's: "closing" for "closure". */
const NEAR_FORM = 0.5;

/** How far the words contain the term, 0..1. */
export function presence(term: ClaimTerm, words: PassageWords): number {
  if (has(words, term)) return 1;
  const { beginning } = term.hashes;
  return term.kind !== 'number' && beginning !== null && words.hasBeginning(beginning) ? NEAR_FORM : 0;
}

function has(words: PassageWords, { hashes: { stem, lemmaStem } }: ClaimTerm): boolean {
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

const NO_TERM = -1;

/** Measures how close together the terms of a claim stand in a passage. */
export class Closeness {
  readonly #count: number;
  /** Index of each term by the hashes of its stems. */
  readonly #placeOf = new Map<number, number>();

  constructor(terms: readonly ClaimTerm[]) {
    this.#count = terms.length;
    for (const [place, { hashes }] of terms.entries()) {
      this.#placeOf.set(hashes.lemmaStem, place);
      this.#placeOf.set(hashes.stem, place);
    }
  }

  /**
   * Closeness of the terms in the passage, 0..1: how many distinct terms the best stretch of `terms × 2` words (at least 8) holds,
   * less one, by how many there are, less one. One term alone says nothing about closeness: 0.
   */
  in({ stemHashes }: PassageWords): number {
    if (this.#count < 2) return 0;
    const width = Math.max(8, this.#count * 2);
    const places: number[] = [];
    const inReach = new Array<number>(this.#count).fill(0);
    let distinct = 0;
    let best = 0;
    for (const [at, hash] of stemHashes.entries()) {
      const place = this.#placeOf.get(hash) ?? NO_TERM;
      places.push(place);
      if (place !== NO_TERM && inReach[place]!++ === 0) distinct++;
      const leaving = at >= width ? places[at - width]! : NO_TERM;
      if (leaving !== NO_TERM && --inReach[leaving]! === 0) distinct--;
      best = Math.max(best, distinct);
    }
    return best === 0 ? 0 : (best - 1) / (this.#count - 1);
  }
}
