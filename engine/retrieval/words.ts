/**
 * Words as full-text search compares them: lower case, without diacritics, stemmed by Porter's algorithm. That is what
 * SQLite FTS5 does with `tokenize = 'porter unicode61 remove_diacritics 2'`, and close to what a MongoDB text index
 * does with `default_language: 'english'`, so a term matches here when it matches in the store.
 */
import { stemmer } from 'stemmer';
import { forgetAfterCall } from '#engine/text/kept.ts';
import { fold, withoutMarks } from '#engine/text/letters.ts';

/** Longest word that is stemmed; longer runs are hashes and encoded data, and stay as they are. */
const LONGEST_WORD = 40;

const NUMBER_WORDS = new Map(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen twenty'
  )
    .split(' ')
    .map((word, value) => [word, String(value)] as const),
);

/** Stems by word, kept because the texts of a call share most of their words. */
export type KnownStems = Map<string, string>;

const ofThisCall: KnownStems = new Map();
forgetAfterCall(() => ofThisCall.clear());

/** Porter stem of one folded word; numbers lose their thousands separators, and small number words become digits. */
export function stemOf(word: string, stems = ofThisCall): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (/^\d/.test(word)) return canonicalNumber(word);
  if (word.length > LONGEST_WORD) return word;
  const stem = NUMBER_WORDS.get(word) ?? stemmer(word);
  stems.set(word, stem);
  return stem;
}

/** The words of `text` in order, folded but not stemmed; a decimal or grouped number is one word. */
export function foldedWords(text: string): string[] {
  return PLAIN_WORD.test(text) ? [text] : wordsIn(fold(text));
}

/** Most texts of a single word. */
const PLAIN_WORD = /^[a-z]+$/;

/** The same words in the capitals of `text`. */
export function capitalWords(text: string): string[] {
  return wordsIn(withoutMarks(text));
}

function wordsIn(text: string): string[] {
  return text.match(/\d+(?:[.,]\d+)*|[\p{L}\p{N}]+/gu) ?? [];
}

/** The stems of `text` in order. Outside the engine's calls `stems` is the caller's own. */
export function stemsOf(text: string, stems?: KnownStems): string[] {
  return foldedWords(text).map((word) => stemOf(word, stems));
}

/** "1,200" and "1200" are one number, and so are "3.50" and "3.5". */
function canonicalNumber(word: string): string {
  const digits = word.replace(/,(?=\d{3}(?:\D|$))/g, '');
  return /^\d+\.\d+$/.test(digits) ? digits.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : digits;
}

/** True for stems that stand for a quantity or a year. */
export function isNumber(stem: string): boolean {
  return /^\d/.test(stem);
}
