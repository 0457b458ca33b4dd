/** From words to a full-text query of SQLite that can't fail, whatever the words are, and costs little in a big library. */
import { searchTerms, tellingTerms } from '../search-terms.ts';

/**
 * Any of the terms, each as a quoted phrase; null when no passage has one of them. Quoting takes the meaning from the
 * operators of the query language (AND, NEAR, *, ^, :, parentheses); what could end the quotes or the query (`"`, NUL)
 * is no letter and is gone before.
 *
 * `frequencies` answers how many passages have each phrase.
 */
export function matchExpression(
  terms: readonly string[],
  limit: number,
  frequencies: (phrases: readonly string[]) => readonly number[],
): string | null {
  const phrases = searchTerms(terms);
  const counts = frequencies(phrases);
  const isFound = (_: unknown, i: number) => counts[i]! > 0;
  const telling = tellingTerms(phrases.filter(isFound), counts.filter(isFound), limit);
  return telling.length === 0 ? null : telling.map((phrase) => `"${phrase}"`).join(' OR ');
}
