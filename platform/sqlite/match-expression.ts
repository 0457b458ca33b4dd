/** From words to a full-text query of SQLite that can't fail, whatever the words are. */

/** As many as the port lets an adapter look at. */
const MAX_TERMS = 32;
/** Longer than any word; what is longer is no word, and would only be work. */
const MAX_TERM_CHARACTERS = 100;

/** Everything but letters, marks, digits, and what joins them inside a term into a phrase. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * Any of the terms, each as a quoted phrase; null when no word is left of them. Quoting takes the meaning from the
 * operators of the query language (AND, NEAR, *, ^, :, parentheses); what could end the quotes or the query (`"`, NUL)
 * is no letter and is gone before.
 */
export function matchExpression(terms: readonly string[]): string | null {
  const phrases = terms
    .slice(0, MAX_TERMS)
    .map((term) => term.slice(0, MAX_TERM_CHARACTERS).toWellFormed().replace(SEPARATORS, ' ').trim())
    .filter((term) => term !== '');
  if (phrases.length === 0) return null;
  return [...new Set(phrases)].map((phrase) => `"${phrase}"`).join(' OR ');
}
