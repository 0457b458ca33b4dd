/**
 * The words of a passage in the forms that ranking needs. They are cached, because one passage is a candidate for many claims of
 * a text.
 */
import { LRUCache } from 'lru-cache';
import { registerCallCache, registerPassageCache } from '#engine/text/kept.ts';
import { headlineOf } from '#engine/text/lines.ts';
import { hashOf, isAmong, sortedDistinct } from './hashes.ts';
import { accountIn, fingerprintOf, type TextFingerprint } from './near-duplicates.ts';
import { termsIn } from './terms-of-language.ts';
import { foldedWords, stemOf, stemsOf } from './words.ts';

/** Length of a common prefix at which two words are taken for forms of one word: "Portugal" and "Portuguese". */
const BEGINNING = 5;

/** Hash of the beginning by which near forms of a folded word are found; null for a short word. */
export function beginningOf(word: string): number | null {
  return word.length < BEGINNING ? null : hashOf(word.slice(0, BEGINNING));
}

function stemHashOf(word: string): number {
  return hashOf(stemOf(word));
}

function isGiven(beginning: number | null): beginning is number {
  return beginning !== null;
}

export class PassageWords {
  /** Hashes of the stems of all words, in order. */
  readonly stemHashes: readonly number[];
  readonly #distinctStems: readonly number[];
  readonly #beginnings: readonly number[];
  /** The heading that the passage begins with. */
  readonly headline: PassageWords | null;
  /** True if the passage consists of a heading only: it names a subject but says nothing about it. */
  readonly isHeadline: boolean;
  readonly #text: string;
  readonly #isEnglish: boolean;
  #fingerprint: TextFingerprint | null = null;

  /** `language`: that of the claim to compare with, ISO 639-1; undefined for English. */
  constructor(text: string, language?: string) {
    this.#text = text;
    this.#isEnglish = language === undefined;
    const terms = language === undefined ? null : termsIn(text, language);
    const words = terms?.map(({ word }) => word) ?? foldedWords(text);
    this.stemHashes = terms?.map(({ term }) => hashOf(term)) ?? words.map(stemHashOf);
    this.#distinctStems = sortedDistinct(this.stemHashes);
    this.#beginnings = sortedDistinct(words.map(beginningOf).filter(isGiven));
    const headline = headlineOf(text);
    this.isHeadline = headline === text;
    this.headline = this.isHeadline ? this : headline === null ? null : new PassageWords(headline, language);
  }

  /** True if the passage has a word whose stem has this hash. */
  hasStem(stem: number): boolean {
    return isAmong(stem, this.#distinctStems);
  }

  /** True if a word has this `beginningOf`. */
  hasBeginning(beginning: number): boolean {
    return isAmong(beginning, this.#beginnings);
  }

  /** Computed on first use: only the top-ranked passages are compared with each other. */
  get fingerprint(): TextFingerprint {
    this.#fingerprint ??= this.#fingerprintOf(accountIn(this.#text));
    return this.#fingerprint;
  }

  #fingerprintOf(account: string): TextFingerprint {
    const stems = stemsOf(account);
    // Most passages are nothing but their account. Their hashes then take memory only once.
    const isWhole = account === this.#text && this.#isEnglish;
    return fingerprintOf(stems, isWhole ? this.stemHashes : undefined);
  }
}

/** Memory per word, including its entries in the lists and the fingerprint. */
const BYTES_PER_WORD = 40;

const cache = registerPassageCache(
  new LRUCache<string, PassageWords>({
    maxSize: 5_000_000,
    sizeCalculation: ({ stemHashes }, text) => 2 * text.length + BYTES_PER_WORD * (stemHashes.length + 1),
  }),
);

/**
 * The words of `text` for comparison with a claim in `language` (undefined: English), from the cache if possible. Must not be
 * modified.
 */
export function passageWords(text: string, language?: string): PassageWords {
  if (language !== undefined) return passageWordsOf(text, language);
  let words = cache.get(text);
  if (words === undefined) {
    words = new PassageWords(text);
    cache.set(text, words);
  }
  return words;
}

/** Keyed by language and text. There are few texts in other languages, so their words are kept for one call only. */
const ofThisCall = new Map<string, PassageWords>();
registerCallCache(() => ofThisCall.clear());

function passageWordsOf(text: string, language: string): PassageWords {
  const key = `${language} ${text}`;
  let words = ofThisCall.get(key);
  if (words === undefined) {
    words = new PassageWords(text, language);
    ofThisCall.set(key, words);
  }
  return words;
}
