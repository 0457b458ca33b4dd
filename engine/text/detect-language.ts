/** The language that a text is written in. */
import { detectWords } from './language-detector.ts';

/** Number of characters of a text that are examined. */
const SAMPLE_LENGTH = 5_000;

/** Function words that no other language has in common use: a text with enough of them needs no further look. */
const ENGLISH = new Set(['the', 'and', 'that', 'with', 'which', 'from', 'their', 'were', 'this', 'would']);
/** Least share of them in a text that is English without a further look. */
const ENGLISH_SHARE = 0.05;

/** By fewer words than that no language is told from another, and by names none at all. */
const FEWEST_WORDS = 4;
const FEWEST_LOWER = 3;
/**
 * How far ahead of English a language must be, where there are words to tell by, where there are few, and in a sentence of
 * an English text. Measured on 16,000 English sentences, headings and rows, 0.1 % of which are taken for another language, and 320
 * in seven others, 1.5 % of which are taken for English, all of them shorter than nine words.
 */
const AHEAD = { words: 0.1, few: 0.3, sentence: 0.15 };
/** A sentence of an English text is plainly in another language only if it has so many words. */
const FEWEST_OF_SENTENCE = 6;

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
  const letters = [...words.join('').slice(0, 2_000)];
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
  return all.filter((word) => ENGLISH.has(word.toLowerCase())).length >= all.length * ENGLISH_SHARE;
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
  const areFew = all.length < FEWEST_WORDS || lower.length < FEWEST_LOWER;
  if (areFew && isPlain) return 'en';
  const { language, isReliable, aheadOfEnglish } = detectWords(areFew ? all : lower);
  if (language === 'en') return 'en';
  if (isReliable && aheadOfEnglish >= (areFew ? AHEAD.few : AHEAD.words)) return language;
  return isPlain || lower.length >= FEWEST_LOWER ? 'en' : 'und';
}

/** The language of one sentence of an English text, if it is plainly another one; a few foreign words don't suffice. Else null. */
export function foreignLanguageOf(text: string): string | null {
  const words = wordsOf(text);
  const { all, lower } = words;
  if (all.length === 0) return null;
  if (!isLatin(all)) return otherScript(all);
  if (lower.length < FEWEST_OF_SENTENCE || isPlainlyEnglish(words)) return null;
  const { language, isReliable, aheadOfEnglish } = detectWords(lower);
  return language !== 'en' && isReliable && aheadOfEnglish >= AHEAD.sentence ? language : null;
}
