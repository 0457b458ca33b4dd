/**
 * The words of a passage in the forms that ranking needs. They are kept for a while, because one passage is a candidate
 * for many claims of a text.
 */
import { LRUCache } from 'lru-cache';
import { forgetAfterCall, keepsPassages } from '#engine/text/kept.ts';
import { headlineOf } from '#engine/text/lines.ts';
import { hashOf, isAmong, sortedDistinct } from './hashes.ts';
import { accountIn, fingerprintOf, type TextFingerprint } from './near-duplicates.ts';
import { termsIn } from './terms-of-language.ts';
import { foldedWords, stemOf, stemsOf } from './words.ts';

/** Words that begin with the same letters are often forms of one word: "Portugal" and "Portuguese". */
const BEGINNING = 5;

/** The beginning by which near forms of a folded word are found; null for a short one. */
function beginningOf(word: string): string | null {
  return word.length < BEGINNING ? null : word.slice(0, BEGINNING);
}

export class PassageWords {
  /** Of all words, in order. */
  readonly stemHashes: readonly number[];
  readonly #distinctStems: readonly number[];
  readonly #beginnings: readonly number[];
  /** The heading that the passage begins with. */
  readonly headline: PassageWords | null;
  /** The passage is a heading and nothing else: it names a subject and says nothing of it. */
  readonly isHeadline: boolean;
  readonly #text: string;
  #fingerprint: TextFingerprint | null = null;

  /** `language`: of the claim that the words are compared with, as ISO 639-1; undefined for English. */
  constructor(text: string, language?: string) {
    this.#text = text;
    const terms = language === undefined ? null : termsIn(text, language);
    const words = terms?.map(({ word }) => word) ?? foldedWords(text);
    this.stemHashes = terms?.map(({ term }) => hashOf(term)) ?? words.map((word) => hashOf(stemOf(word)));
    this.#distinctStems = sortedDistinct(this.stemHashes);
    const beginnings = words.map(beginningOf).filter((beginning) => beginning !== null);
    this.#beginnings = sortedDistinct(beginnings.map(hashOf));
    const headline = headlineOf(text);
    this.isHeadline = headline === text;
    this.headline = this.isHeadline ? this : headline === null ? null : new PassageWords(headline, language);
  }

  /** True if the passage has a word with this stem. */
  hasStem(stem: string): boolean {
    return isAmong(hashOf(stem), this.#distinctStems);
  }

  /** True if a word begins like this folded word; never of a short one. */
  hasNearForm(word: string): boolean {
    const beginning = beginningOf(word);
    return beginning !== null && isAmong(hashOf(beginning), this.#beginnings);
  }

  /** Made when first asked for: only the passages that rank high are compared with each other. */
  get fingerprint(): TextFingerprint {
    this.#fingerprint ??= fingerprintOf(stemsOf(accountIn(this.#text)));
    return this.#fingerprint;
  }
}

/** Of a word, with its places in the lists and the fingerprint. */
const BYTES_PER_WORD = 40;

const cache = keepsPassages(
  new LRUCache<string, PassageWords>({
    maxSize: 4_000_000,
    sizeCalculation: ({ stemHashes }, text) => 2 * text.length + BYTES_PER_WORD * (stemHashes.length + 1),
  }),
);

/** The words of `text` as a claim in `language` is compared with them (undefined: English), from the cache where they are there. Not to be changed. */
export function passageWords(text: string, language?: string): PassageWords {
  if (language !== undefined) return passageWordsOf(text, language);
  let words = cache.get(text);
  if (words === undefined) {
    words = new PassageWords(text);
    cache.set(text, words);
  }
  return words;
}

/** By language and text. Texts of other languages are few, so their words go with the call. */
const ofThisCall = new Map<string, PassageWords>();
forgetAfterCall(() => ofThisCall.clear());

function passageWordsOf(text: string, language: string): PassageWords {
  const key = `${language} ${text}`;
  let words = ofThisCall.get(key);
  if (words === undefined) {
    words = new PassageWords(text, language);
    ofThisCall.set(key, words);
  }
  return words;
}
