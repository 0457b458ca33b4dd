/** From words to a full-text query of SQLite that can't fail, whatever the words are, and costs little in a big library. */
import { searchTerms } from '../search-terms.ts';

/**
 * Passages scored per passage wanted. Scoring is what a search costs: a word that every tenth passage has makes it score
 * a tenth of the library.
 */
const SCORED_PER_WANTED = 30;

/**
 * Any of the terms, each as a quoted phrase; null when no passage has one of them. Quoting takes the meaning from the
 * operators of the query language (AND, NEAR, *, ^, :, parentheses); what could end the quotes or the query (`"`, NUL)
 * is no letter and is gone before.
 *
 * Rare terms come first, and common ones are left out once the rarer ones lead to SCORED_PER_WANTED · `limit` passages:
 * their weight in BM25 is small, and the cost of a search would grow with the library. `frequencies` answers how many
 * passages have each phrase.
 */
export function matchExpression(
  terms: readonly string[],
  limit: number,
  frequencies: (phrases: readonly string[]) => readonly number[],
): string | null {
  const phrases = searchTerms(terms);
  const counts = frequencies(phrases);
  const rarestFirst = phrases.map((phrase, i) => ({ phrase, passages: counts[i]! }));
  rarestFirst.sort((a, b) => a.passages - b.passages);
  const taken: string[] = [];
  let scored = 0;
  for (const { phrase, passages } of rarestFirst) {
    if (passages === 0) continue;
    if (scored >= limit && scored + passages > SCORED_PER_WANTED * limit) break;
    taken.push(`"${phrase}"`);
    scored += passages;
  }
  return taken.length === 0 ? null : taken.join(' OR ');
}
