/** The language that a text is written in. */
import { detectWords } from './language-detector.ts';

/** Number of characters of a text that are examined. */
const SAMPLE_LENGTH = 5_000;

/** Function words that no other language has in common use: a text with enough of them needs no further look. */
const ENGLISH = new Set(['the', 'and', 'that', 'with', 'which', 'from', 'their', 'were', 'this', 'would']);
/** Least share of them in a text that is English without a further look. */
const ENGLISH_SHARE = 0.05;

/** Fewer words are a name or a heading, whose language says nothing. */
const FEWEST_WORDS = 3;
/** With so few without a capital, nothing is told from others than English. */
const FEWEST_LOWER = 3;
/** With fewer without a capital, those with one count as well. */
const FEW_LOWER = 6;
/**
 * How far ahead of English a language must be: where there are words to tell by, few of them, and but one beside names.
 * Measured on 37,000 English sentences, headings and rows, 0.2 % of which are taken for another language, and 240 in seven
 * others, 3 % of which are taken for English: greetings and names.
 */
const AHEAD = { words: 0.1, few: 0.1, one: 0.3 };
/** The same for a sentence of an English text, which is likelier to hold a name or title in another language than to be in one. */
const AHEAD_IN_ENGLISH = { words: 0.15, few: 0.3, one: 0.3 };

interface Words {
  all: readonly string[];
  /** Those without a capital, which are no names. */
  lower: readonly string[];
}

/** Without tags, and without units behind figures, which every language has. */
function wordsOf(text: string): Words {
  const sample = text.slice(0, SAMPLE_LENGTH).replaceAll(/<[^<>]*>/g, ' ');
  const found = [...sample.matchAll(/\p{L}[\p{L}\p{M}]*/gu)];
  const words = found.filter(
    ({ 0: word, index }) =>
      !/^[A-Za-z]{1,4}$/.test(word) || !/\d\s?$/.test(sample.slice(Math.max(0, index - 2), index)),
  );
  const all = (words.length === 0 ? found : words).map(([word]) => word);
  return { all, lower: all.filter((word) => /^\p{Ll}/u.test(word)) };
}

const LATIN = /\p{Script=Latin}/u;

/** True if most letters are of the Latin script. */
function isLatin(words: readonly string[]): boolean {
  const sample = words.join('').slice(0, 2_000);
  if (/^[A-Za-z]+$/.test(sample)) return true;
  const letters = [...sample];
  return letters.filter((letter) => LATIN.test(letter)).length > letters.length / 2;
}

/** The library takes short Chinese for Japanese, which has no sentences without kana. */
function otherScript(words: readonly string[]): string {
  const { language } = detectWords(words);
  const letters = words.join('');
  const hasKana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letters);
  return (language === 'ja' || language === 'und') && !hasKana && /\p{Script=Han}/u.test(letters) ? 'zh' : language;
}

function isPlainlyEnglish({ all }: Words): boolean {
  const least = all.length * ENGLISH_SHARE;
  let found = 0;
  return all.some((word) => ENGLISH.has(word.toLowerCase()) && ++found >= least);
}

/**
 * ISO 639-1 code of the likeliest language, 'und' if there is no evidence for any. Few words and plain Latin letters without
 * evidence of another language count as English.
 */
export function detectLanguage(text: string): string {
  const words = wordsOf(text);
  const { all, lower } = words;
  if (all.length === 0) return 'und';
  if (!isLatin(all)) return otherScript(all);
  if (isPlainlyEnglish(words)) return 'en';
  const isPlain = /^[A-Za-z]*$/.test(all.join(''));
  const other = latinLanguageOf(words, AHEAD);
  if (other !== null) return other;
  return isPlain || lower.length >= FEWEST_LOWER ? 'en' : 'und';
}

/** The language by whose rules a text is read: `expected` if it has too little by which another could be told, as tables have. */
export function languageToRead(text: string, expected = 'en'): string {
  if (expected === 'en') return foreignLanguageOf(text) ?? 'en';
  const language = detectLanguage(text);
  if (language === 'und') return expected;
  return language === 'en' && !isPlainlyEnglish(wordsOf(text)) ? expected : language;
}

/** The language of one sentence of an English text, if it is plainly another one; a few foreign words don't suffice. Else null. */
export function foreignLanguageOf(text: string): string | null {
  const words = wordsOf(text);
  const { all } = words;
  if (all.length === 0) return null;
  if (!isLatin(all)) return otherScript(all);
  return isPlainlyEnglish(words) ? null : latinLanguageOf(words, AHEAD_IN_ENGLISH);
}

/** Another language than English, if the words are plainly of one; else null. */
function latinLanguageOf({ all, lower }: Words, ahead: typeof AHEAD): string | null {
  const areFew = lower.length < FEW_LOWER;
  const isName = /^[A-Za-z]*$/.test(all.join('')) && (all.length < FEWEST_WORDS || lower.length === 0);
  if (areFew && isName) return null;
  const least = areFew ? (lower.length < 2 ? ahead.one : ahead.few) : ahead.words;
  const { language, isReliable, aheadOfEnglish } = detectWords(areFew ? all : lower);
  return language !== 'en' && isReliable && aheadOfEnglish >= least ? language : null;
}
