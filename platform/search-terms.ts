/** The words of a library query, rid of everything that could mean something to a store's query language. */

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
