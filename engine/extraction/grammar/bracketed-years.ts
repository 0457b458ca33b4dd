/** The years in brackets behind the name of a work: "(1999)", "(2014–2017)". */
import type { Word } from './parse.ts';

const YEARS = /^(?:1\d{3}|20\d{2})(?:[–—-](?:1\d{3}|20\d{2}|present)?)?$/u;
const MOST_WORDS = 3;

/** Index after the years in brackets that begin at `at`; `at` itself if there are none. */
export function bracketedYearsEnd(words: readonly Word[], at: number): number {
  if (words[at]?.text !== '(') return at;
  const close = words.findIndex(({ text }, i) => i > at && text === ')');
  if (close < 0 || close - at > MOST_WORDS + 1) return at;
  const inner = words.slice(at + 1, close).map(({ lower }) => lower);
  return YEARS.test(inner.join('')) ? close + 1 : at;
}
