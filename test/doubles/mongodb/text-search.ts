/**
 * Text search of one field as MongoDB's version 3 text index scores it: for each term of the query
 * `(Σ 1/2^i over its occurrences) · (0.5 · occurrences / tokens + 0.5)`, times 1.1 if the field is just the term; the
 * score is the sum. Rare words have no higher weight. The stemmer is Porter's, while MongoDB's is Snowball English; the
 * list of stop words is short. Phrases and negated terms are refused.
 */
import { stemmer } from 'stemmer';
import { unsupported } from './errors.ts';
import type { Doc } from './values.ts';

const STOP_WORDS = new Set(
  'a an and are as at be by for from has have he in is it its not of on or she that the their there they this to was were will with now'.split(
    ' ',
  ),
);

/** `none` neither stems words nor drops stop words. */
export type Language = 'english' | 'none';

const SCORE = Symbol('textScore');

/** A copy of the document with its score, stored under a symbol rather than in a field. */
export function scored(document: Doc, score: number): Doc {
  return Object.assign({ ...document }, { [SCORE]: score });
}

/** The score of a document found by text search. Throws for other documents. */
export function scoreOf(document: Doc): number {
  const score = (document as { [SCORE]?: number })[SCORE];
  if (score === undefined) throw unsupported('a text score without a text search');
  return score;
}

/** The terms of a text in order, with repetitions. */
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

/** The distinct terms of a query. Throws for phrases and negated terms. */
export function wantedTerms(search: string, language: Language): Set<string> {
  if (search.includes('"') || /(^|\s)-/.test(search)) throw unsupported('phrases and negated terms in $search');
  return new Set(terms(search, language));
}

/** Contribution to a document's score of a term that occurs `count` times among `length` tokens. */
export function scoreOfTerm(count: number, length: number, alone: boolean): number {
  const frequency = 2 - 2 ** (1 - count);
  return frequency * ((0.5 * count) / length + 0.5) * (alone ? 1.1 : 1);
}
