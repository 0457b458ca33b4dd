/**
 * Search terms in languages other than English: Snowball stems if there is an algorithm for the language, character pairs if the
 * script has no spaces, and numbers by value. Diacritics are folded.
 */
import { detectLanguage } from '#engine/text/detect-language.ts';
import { fold } from '#engine/text/letters.ts';
import { stemOf } from '#engine/text/stems.ts';
import { valueOfDigit } from '#engine/values/languages/numerals.ts';

/** A word of a text, or two adjacent characters of a script without spaces. */
export interface LanguageTerm {
  /** As in the text, folded. */
  word: string;
  /** The form used in comparisons. */
  term: string;
  isNumber: boolean;
  /** True if the word is capitalised and not the first of the text. */
  isCapital: boolean;
  /** True if the term is too short, or too clearly an ending, to be selective. */
  isCommon: boolean;
}

/** In letters. */
const SHORTEST_TELLING = 4;

const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Matches runs of digits, of characters of scripts without spaces, and of other letters. */
const RUNS =
  /\d+(?:[.,]\d+)*|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|\p{L}[\p{L}\p{M}]*/gu;

/** All terms of `text` in order. Linear time. */
export function termsIn(text: string, language: string): LanguageTerm[] {
  const plain = asciiDigits(text.normalize('NFKC'));
  const joined = plain.replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/gu, '');
  return [...joined.matchAll(RUNS)].flatMap(({ 0: run, index }): LanguageTerm[] => {
    if (/^\d/.test(run)) return numberTerms(run);
    if (UNSPACED.test(run)) return pairsOf(run);
    const isCapital = index > 0 && /^\p{Lu}/u.test(run);
    const lower = run.toLowerCase();
    const isCommon = !isCapital && [...lower].length < SHORTEST_TELLING;
    return [{ word: fold(run), term: stemOf(lower, language), isNumber: false, isCapital, isCommon }];
  });
}

/** Replaces the digits of any script with ASCII digits, and Arabic separators with Latin ones. */
function asciiDigits(text: string): string {
  if (!/[^\P{Nd}0-9]/u.test(text)) return text;
  return text
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)));
}

/** "1.250" may be 1250 or 1.25, depending on the writer, so it gives both terms. "1.250,50" is unambiguous. */
function numberTerms(run: string): LanguageTerm[] {
  const groups = run.split(/[.,]/);
  const isGrouped = groups.length > 1 && groups.slice(1).every(({ length }) => length === 3);
  const whole = groups.join('');
  const decimals = groups.at(-1)!.replace(/(?<!0)0+$/, '');
  const decimal = `${groups.slice(0, -1).join('')}${decimals === '' ? '' : `d${decimals}`}`;
  const readings =
    groups.length === 1 ? [whole] : isGrouped ? (groups.length === 2 ? [whole, decimal] : [whole]) : [decimal];
  return readings.map((term) => ({ word: run, term, isNumber: true, isCapital: false, isCommon: false }));
}

function pairsOf(run: string): LanguageTerm[] {
  const characters = [...run];
  const pairs = characters.length === 1 ? [run] : characters.slice(1).map((next, at) => characters[at]! + next);
  return pairs.map((pair) => {
    const isCommon = /^\p{Script=Hiragana}+$/u.test(pair);
    return { word: pair, term: fold(pair), isNumber: false, isCapital: false, isCommon };
  });
}

/** Number of characters of a document that are used to detect its language. */
const SAMPLE_LENGTH = 5_000;

/** ISO 639-1 code of the language of a document's passages, or 'und'. */
export function languageOfPassages(passages: readonly string[]): string {
  let sample = '';
  for (const passage of passages) {
    if (sample.length >= SAMPLE_LENGTH) break;
    sample += `${passage}\n`;
  }
  return detectLanguage(sample);
}

/**
 * The terms that a search in the documents' language looks for, one text per passage. Null for a document in English, because
 * stores stem English themselves.
 */
export function termsOfPassages(
  passages: readonly string[],
  language: string = languageOfPassages(passages),
): string[] | null {
  if (language === 'en' || language === 'und') return null;
  return passages.map((passage) =>
    termsIn(passage, language)
      .map(({ term }) => term)
      .join(' '),
  );
}

/** The texts to index for a document's passages: their words, followed by their terms if there are any. */
export function indexedTexts(passages: readonly string[], language?: string): string[] {
  const terms = termsOfPassages(passages, language);
  return passages.map((passage, at) => (terms === null ? passage : `${passage}\n${terms[at]}`));
}
