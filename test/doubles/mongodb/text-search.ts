/**
 * Text search of one field as MongoDB's version 3 text index scores it: for each term of the query
 * `(Σ 1/2^i over its occurrences) · (0.5 · occurrences / tokens + 0.5)`, summed; 1.1 times where the field is the term
 * alone. There is no weight for rare words. The stemmer is Porter's, MongoDB's is Snowball English; the list of stop
 * words is a short one.
 */
import { stemmer } from 'stemmer';

const STOP_WORDS = new Set(
  'a an and are as at be by for from has have he in is it its not of on or she that the their there they this to was were will with now'.split(
    ' ',
  ),
);

function tokens(text: string): string[] {
  const folded = text.toWellFormed().toLowerCase().normalize('NFD').replace(/\p{M}+/gu, '');
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !STOP_WORDS.has(word));
  return words.map((word) => stemmer(word));
}

/** Score by field text; null when no term of the query is in it. */
export function textScorer(search: string): (text: string) => number | null {
  const wanted = new Set(tokens(search));
  return (text) => {
    const words = tokens(text);
    const counts = new Map<string, number>();
    for (const word of words) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    if (counts.size === 0) return null;
    let score = 0;
    for (const [word, count] of counts) {
      const frequency = 2 - 2 ** (1 - count);
      const alone = text.toLowerCase() === word ? 1.1 : 1;
      score += frequency * ((0.5 * count) / words.length + 0.5) * alone;
    }
    return score;
  };
}
