/** The words of a library query: rid of what could mean something to a store's query language, and of common ones. */

/** As many as the port lets an adapter look at. */
const MAX_TERMS = 32;
/** Longer than any word; what is longer is no word, and would only be work. */
const MAX_TERM_CHARACTERS = 100;

/** Everything but letters, marks, digits. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/gu;

/** Each term's words, joined by single blanks; terms without any are left out, and so are repeated ones. */
export function searchTerms(terms: readonly string[]): string[] {
  const words = terms
    .slice(0, MAX_TERMS)
    .map((term) => term.slice(0, MAX_TERM_CHARACTERS).toWellFormed().replace(SEPARATORS, ' ').trim())
    .filter((term) => term !== '');
  return [...new Set(words)];
}

/**
 * Passages scored per passage wanted. Scoring is what a search costs: a word that every tenth passage has makes the
 * store score a tenth of the library.
 */
const SCORED_PER_WANTED = 30;

/**
 * The terms to search for, rarest first. Common ones are left out once the rarer ones lead to SCORED_PER_WANTED · `limit`
 * passages: they tell little, and the cost of a search would grow with the library. `counts` says how many passages
 * have each term.
 */
export function tellingTerms(terms: readonly string[], counts: readonly number[], limit: number): string[] {
  const rarestFirst = terms.map((term, i) => ({ term, passages: counts[i]! }));
  rarestFirst.sort((a, b) => a.passages - b.passages);
  const taken: string[] = [];
  let scored = 0;
  for (const { term, passages } of rarestFirst) {
    if (scored >= limit && scored + passages > SCORED_PER_WANTED * limit) break;
    taken.push(term);
    scored += passages;
  }
  return taken;
}
