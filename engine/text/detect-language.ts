/** Detects the language of a text. */
import { detectWords } from './language-detector.ts';

/** Number of characters examined. */
const SAMPLE_LENGTH = 5_000;

/** Function words that are common in English only. A text with enough of them needs no detector. */
const ENGLISH = new Set(['the', 'and', 'that', 'with', 'which', 'from', 'their', 'were', 'this', 'would']);
/** Least share of these words in a text that is taken for English without the detector. */
const ENGLISH_SHARE = 0.05;

/** Fewer words make a name or a heading, which is no evidence of a language. */
const FEWEST_WORDS = 3;
/** With fewer lower-case words, a text is not taken for English just because no other language was detected. */
const FEWEST_LOWER = 3;
/** With fewer lower-case words, the capitalised ones are used as well. */
const FEW_LOWER = 6;
/**
 * Least lead over English in the detector's score: `words` for texts with enough lower-case words, `few` for few of them, `one`
 * for at most one. Measured on 37,000 English sentences, headings and table rows, of which 0.2 % are taken for another language,
 * and on 240 texts in seven other languages, of which 3 % (greetings and names) are taken for English.
 */
const AHEAD = { words: 0.1, few: 0.1, one: 0.3 };
/**
 * The same for a sentence of an English text: it is more likely to contain a foreign name or title than to be in another
 * language.
 */
const AHEAD_IN_ENGLISH = { words: 0.15, few: 0.3, one: 0.3 };

interface Words {
  all: readonly string[];
  /** The lower-case words, which can't be names. */
  lower: readonly string[];
}

/** The words of a text without HTML tags, and without units after figures, which look the same in every language. */
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

/** True if most letters are Latin. */
function isLatin(words: readonly string[]): boolean {
  const sample = words.join('').slice(0, 2_000);
  if (/^[A-Za-z]+$/.test(sample)) return true;
  const letters = [...sample];
  return letters.filter((letter) => LATIN.test(letter)).length > letters.length / 2;
}

/** Corrects the library, which takes short Chinese texts for Japanese: a Japanese sentence always has kana. */
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
 * ISO 639-1 code of the most likely language, 'und' if there is no evidence for any. Without evidence of another language, a text
 * in plain Latin letters or with enough lower-case words counts as English.
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

/**
 * The language whose rules are used to read a text. Returns `expected` if the text, e.g. a table, gives too little evidence of
 * another language.
 */
export function languageToRead(text: string, expected = 'en'): string {
  if (expected === 'en') return foreignLanguageOf(text) ?? 'en';
  const language = detectLanguage(text);
  if (language === 'und') return expected;
  return language === 'en' && !isPlainlyEnglish(wordsOf(text)) ? expected : language;
}

/** The language of one sentence of an English text if it is clearly another one, else null. A few foreign words don't suffice. */
export function foreignLanguageOf(text: string): string | null {
  const words = wordsOf(text);
  const { all } = words;
  if (all.length === 0) return null;
  if (!isLatin(all)) return otherScript(all);
  return isPlainlyEnglish(words) ? null : latinLanguageOf(words, AHEAD_IN_ENGLISH);
}

/** A language other than English if the words are clearly in it, else null. */
function latinLanguageOf({ all, lower }: Words, ahead: typeof AHEAD): string | null {
  const areFew = lower.length < FEW_LOWER;
  const isName = /^[A-Za-z]*$/.test(all.join('')) && (all.length < FEWEST_WORDS || lower.length === 0);
  if (areFew && isName) return null;
  const least = areFew ? (lower.length < 2 ? ahead.one : ahead.few) : ahead.words;
  const { language, isReliable, aheadOfEnglish } = detectWords(areFew ? all : lower);
  return language !== 'en' && isReliable && aheadOfEnglish >= least ? language : null;
}
