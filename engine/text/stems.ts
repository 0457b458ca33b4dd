/** Stems of words in languages other than English, by the Snowball algorithms. */

import { createRequire } from 'node:module';
import type { Stemmer } from 'snowball-stemmers';
import { registerCallCache } from './kept.ts';
import { fold } from './letters.ts';
import { pairsIn } from './word-lists.ts';

/** Snowball's algorithm for each language. It has none for Polish, Chinese or Japanese, among others. */
const ALGORITHMS: ReadonlyMap<string, string> = new Map(
  pairsIn(
    'ar arabic|hy armenian|eu basque|ca catalan|cs czech|da danish|nl dutch|fi finnish|fr french|de german|hu hungarian|it italian|' +
      'ga irish|no norwegian|pt portuguese|ro romanian|ru russian|es spanish|sl slovene|sv swedish|ta tamil|tr turkish',
  ),
);

/** Longer runs of letters are hashes or encoded data. */
const LONGEST_WORD = 40;
const stemmers = new Map<string, Stemmer | null>();
const stems = new Map<string, string>();
registerCallCache(() => stems.clear());

function stemmerOf(language: string): Stemmer | null {
  let stemmer = stemmers.get(language);
  if (stemmer === undefined) {
    const algorithm = ALGORITHMS.get(language);
    // Loaded only when needed: most services read English only.
    const { newStemmer } = createRequire(import.meta.url)('snowball-stemmers') as typeof import('snowball-stemmers');
    stemmer = algorithm === undefined ? null : newStemmer(algorithm);
    stemmers.set(language, stemmer);
  }
  return stemmer;
}

/** The stem of a lower-case word; `language` in ISO 639-1. Without an algorithm for the language, the word itself, folded. */
export function stemOf(word: string, language: string): string {
  if (word.length > LONGEST_WORD) return fold(word);
  const key = `${language} ${word}`;
  const known = stems.get(key);
  if (known !== undefined) return known;
  const stem = plainLetters(fold(stemmerOf(language)?.stem(word) ?? word));
  stems.set(key, stem);
  return stem;
}

/** Letters that Unicode doesn't decompose into a letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ı: 'i', ـ: '' };

function plainLetters(word: string): string {
  return word.replaceAll(/[ßłøæœđıـ]/gu, (letter) => LETTERS[letter]!);
}
