/**
 * Text search of one field as MongoDB's version 3 text index scores it: for each term of the query
 * `(Σ 1/2^i over its occurrences) · (0.5 · occurrences / tokens + 0.5)`, summed; 1.1 times where the field is the term
 * alone. There is no weight for rare words. The stemmer is Porter's, MongoDB's is Snowball English; the list of stop
 * words is a short one. Phrases and negated terms are refused.
 */
import { stemmer } from 'stemmer';
import { unsupported } from './errors.ts';
import type { Doc } from './values.ts';

const STOP_WORDS = new Set(
  'a an and are as at be by for from has have he in is it its not of on or she that the their there they this to was were will with now'.split(
    ' ',
  ),
);

/** `none` neither stems nor leaves words out. */
export type Language = 'english' | 'none';

const SCORE = Symbol('textScore');

/** A copy that remembers its score, which is no field of it. */
export function scored(document: Doc, score: number): Doc {
  return Object.assign({ ...document }, { [SCORE]: score });
}

/** Throws for a document that no text search has found. */
export function scoreOf(document: Doc): number {
  const score = (document as { [SCORE]?: number })[SCORE];
  if (score === undefined) throw unsupported('a text score without a text search');
  return score;
}

function tokens(text: string, language: Language): string[] {
  const folded = text
    .toWellFormed()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (language === 'none') return words;
  return words.filter((word) => !STOP_WORDS.has(word)).map((word) => stemmer(word));
}

/** Score by field text; null when no term of the query is in it. */
export function textScorer(search: string, language: Language): (text: string) => number | null {
  if (search.includes('"') || /(^|\s)-/.test(search)) throw unsupported('phrases and negated terms in $search');
  const wanted = new Set(tokens(search, language));
  return (text) => {
    const words = tokens(text, language);
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
