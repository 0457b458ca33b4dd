/** From words to a full-text query of SQLite that can't fail, whatever the words are. */
import { searchTerms } from '../search-terms.ts';

/**
 * Any of the terms, each as a quoted phrase; null when no word is left of them. Quoting takes the meaning from the
 * operators of the query language (AND, NEAR, *, ^, :, parentheses); what could end the quotes or the query (`"`, NUL)
 * is no letter and is gone before.
 */
export function matchExpression(terms: readonly string[]): string | null {
  const phrases = searchTerms(terms);
  if (phrases.length === 0) return null;
  return phrases.map((phrase) => `"${phrase}"`).join(' OR ');
}
