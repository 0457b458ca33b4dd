/** Recognises word forms that the lexicon doesn't list: derivations by suffix and opposites by prefix. */
import { isKnownWord } from './lexicon.ts';

const SUFFIXES = new Set([
  ...['', 's', 'e', 'es', 'ed', 'd', 'ing', 'er', 'or', 'ers', 'ors', 'ion', 'ions', 'ation', 'ations', 'tion', 'ment'],
  ...['ments', 'al', 'ally', 'ly', 'y', 'ic', 'ical', 'ive', 'ity', 'ance', 'ence', 'ant', 'ent', 'ist', 'ism', 'ian'],
  ...[
    'ure',
    'age',
    'ian',
    'ial',
    'ate',
    'ative',
    'ization',
    'ize',
    'ise',
    'isation',
    'ies',
    'ied',
    'ary',
    'able',
    'ible',
  ],
]);

/** Shortest common prefix of two forms of one word: "educat|ion", "educat|or". */
const MINIMUM_STEM = 5;

/** The prefix that all forms derived from a word share; null for words that are too short to have any. */
export function derivedFormsBegin(word: string): string | null {
  return word.length < MINIMUM_STEM ? null : word.slice(0, MINIMUM_STEM);
}

/** True for "education" and "educator": a long common prefix followed only by derivational suffixes. */
export function isDerivedForm(a: string, b: string): boolean {
  const shortest = Math.min(a.length, b.length);
  if (shortest < MINIMUM_STEM) return false;
  let shared = 0;
  while (shared < shortest && a[shared] === b[shared]) shared++;
  if (shared < MINIMUM_STEM || shared < shortest - 3) return false;
  return SUFFIXES.has(a.slice(shared)) && SUFFIXES.has(b.slice(shared));
}

/** True if one word is the other with a negative prefix: "approved" and "unapproved". */
export function isNegatedForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const added = long.length - short.length;
  if (short.length < 4 || added < 2 || added > 3 || !long.endsWith(short)) return false;
  return /^(?:un|non|ir|il|im)$/.test(long.slice(0, added)) && isKnownWord(short);
}
