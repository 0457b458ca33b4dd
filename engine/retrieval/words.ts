/**
 * Normalises words like full-text search: lower case, no diacritics, Porter stems. This matches SQLite FTS5 with `tokenize =
 * 'porter unicode61 remove_diacritics 2'` and comes close to a MongoDB text index with `default_language: 'english'`. A term thus
 * matches here if it matches in the store.
 */
import { stemmer } from 'stemmer';
import { registerCallCache } from '#engine/text/kept.ts';
import { fold, withoutMarks } from '#engine/text/letters.ts';

/** Longest word that is stemmed. Longer runs are hashes or encoded data and stay unchanged. */
const LONGEST_WORD = 40;

const NUMBER_WORDS = new Map(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen twenty'
  )
    .split(' ')
    .map((word, value) => [word, String(value)] as const),
);

/** Caches stems by word: the texts of a call share most of their words. */
export type KnownStems = Map<string, string>;

const ofThisCall: KnownStems = new Map();
registerCallCache(() => ofThisCall.clear());

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

/** Matches text of a single plain word, a frequent case. */
const PLAIN_WORD = /^[a-z]+$/;

/** Like `foldedWords`, but keeps the case. */
export function capitalWords(text: string): string[] {
  return wordsIn(withoutMarks(text));
}

function wordsIn(text: string): string[] {
  return text.match(/\d+(?:[.,]\d+)*|[\p{L}\p{N}]+/gu) ?? [];
}

/** The stems of `text` in order. Outside an engine call, pass your own `stems`. */
export function stemsOf(text: string, stems?: KnownStems): string[] {
  const found: string[] = [];
  for (const word of foldedWords(text)) found.push(stemOf(word, stems));
  return found;
}

/** Unifies "1,200" and "1200", and "3.50" and "3.5". */
function canonicalNumber(word: string): string {
  const digits = word.replace(/,(?=\d{3}(?:\D|$))/g, '');
  return /^\d+\.\d+$/.test(digits) ? digits.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : digits;
}

/** True for stems that stand for a quantity or a year. */
export function isNumber(stem: string): boolean {
  return /^\d/.test(stem);
}
