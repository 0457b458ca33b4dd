/** Prepares the words of a library query: without query operators of the store, and without common words. */

/** The port's limit on terms. */
const MAX_TERMS = 32;
/** Longer than any word; longer terms would only cost time. */
const MAX_TERM_CHARACTERS = 100;

/** Everything but letters, marks, digits. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/gu;

/** Returns each term's words joined by single spaces, without empty and repeated terms. */
export function searchTerms(terms: readonly string[]): string[] {
  const words = terms
    .slice(0, MAX_TERMS)
    .map((term) => term.slice(0, MAX_TERM_CHARACTERS).toWellFormed().replace(SEPARATORS, ' ').trim())
    .filter((term) => term !== '');
  return [...new Set(words)];
}

/**
 * Passages scored per wanted passage. Scoring is the main cost of a search: a word in every tenth passage makes the
 * store score a tenth of the library.
 */
const SCORED_PER_WANTED = 30;

/**
 * Selects the terms to search for, rarest first. Common ones are dropped once the rarer ones lead to SCORED_PER_WANTED
 * · `limit` passages: they carry little information, and the cost of a search would grow with the library. `counts`
 * holds the number of passages with each term.
 */
export function tellingTerms(terms: readonly string[], counts: readonly number[], limit: number): string[] {
  const rarestFirst = terms.map((term, i) => ({ term, passages: counts[i]! }));
  rarestFirst.sort((a, b) => a.passages - b.passages);
  const selected: string[] = [];
  let scored = 0;
  for (const { term, passages } of rarestFirst) {
    if (scored >= limit && scored + passages > SCORED_PER_WANTED * limit) break;
    selected.push(term);
    scored += passages;
  }
  return selected;
}
