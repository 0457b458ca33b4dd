/**
 * The words of a passage in the forms that ranking needs. They are kept for a while, because one passage is a candidate
 * for many claims of a text.
 */
import { LRUCache } from 'lru-cache';
import { keepsPassages } from '#engine/language/kept.ts';
import { headlineOf } from './lines.ts';
import { accountIn, fingerprintOf, type TextFingerprint } from './near-duplicates.ts';
import { foldedWords, stemOf, stemsOf } from './words.ts';

/** Words that begin with the same letters are often forms of one word: "Portugal" and "Portuguese". */
const BEGINNING = 5;

/** The beginning by which near forms of a folded word are found; null for a short one. */
export function beginningOf(word: string): string | null {
  return word.length < BEGINNING ? null : word.slice(0, BEGINNING);
}

export class PassageWords {
  /** Stems in order. */
  readonly stems: readonly string[];
  readonly distinctStems: ReadonlySet<string>;
  readonly beginnings: ReadonlySet<string>;
  /** The heading that the passage begins with. */
  readonly headline: PassageWords | null;
  /** The passage is a heading and nothing else: it names a subject and says nothing of it. */
  readonly isHeadline: boolean;
  readonly #text: string;
  #fingerprint: TextFingerprint | null = null;

  constructor(text: string) {
    this.#text = text;
    const words = foldedWords(text);
    this.stems = words.map((word) => stemOf(word));
    this.distinctStems = new Set(this.stems);
    this.beginnings = new Set(words.map(beginningOf).filter((beginning) => beginning !== null));
    const headline = headlineOf(text);
    this.isHeadline = headline === text;
    this.headline = this.isHeadline ? this : headline === null ? null : new PassageWords(headline);
  }

  /** Made when first asked for: only the passages that rank high are compared with each other. */
  get fingerprint(): TextFingerprint {
    if (this.#fingerprint === null) {
      const account = accountIn(this.#text);
      this.#fingerprint = fingerprintOf(account === this.#text ? this.stems : stemsOf(account));
    }
    return this.#fingerprint;
  }
}

/** Of a word, with its places in the sets and the fingerprint. */
const BYTES_PER_WORD = 170;

const cache = keepsPassages(
  new LRUCache<string, PassageWords>({
    maxSize: 8_000_000,
    sizeCalculation: ({ stems }, text) => 2 * text.length + BYTES_PER_WORD * (stems.length + 1),
  }),
);

/** The words of `text`, from the cache where they are there. Not to be changed. */
export function passageWords(text: string): PassageWords {
  let words = cache.get(text);
  if (words === undefined) {
    words = new PassageWords(text);
    cache.set(text, words);
  }
  return words;
}
