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

/** The terms of a text in their order, each as often as it occurs. */
export function terms(text: string, language: Language): string[] {
  const folded = text
    .toWellFormed()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (language === 'none') return words;
  return words.filter((word) => !STOP_WORDS.has(word)).map((word) => stemmer(word));
}

/** The different terms that a query asks for. */
export function wantedTerms(search: string, language: Language): Set<string> {
  if (search.includes('"') || /(^|\s)-/.test(search)) throw unsupported('phrases and negated terms in $search');
  return new Set(terms(search, language));
}

/** What a term that occurs `count` times among `length` tokens adds to the score of a document. */
export function scoreOfTerm(count: number, length: number, alone: boolean): number {
  const frequency = 2 - 2 ** (1 - count);
  return frequency * ((0.5 * count) / length + 0.5) * (alone ? 1.1 : 1);
}
