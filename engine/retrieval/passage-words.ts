/**
 * The words of a passage in the forms that ranking needs. They are kept for a while, because one passage is a candidate
 * for many claims of a text.
 */
import { LRUCache } from 'lru-cache';
import { keepsPassages } from '#engine/language/kept.ts';
import { type CountedPassage, countWords } from './bm25.ts';
import { fingerprintOf, type TextFingerprint } from './near-duplicates.ts';
import { stemsOf } from './words.ts';

export class PassageWords {
  /** Stems in order. */
  readonly stems: readonly string[];
  readonly counted: CountedPassage;
  #fingerprint: TextFingerprint | null = null;

  constructor(text: string) {
    this.stems = stemsOf(text);
    this.counted = countWords(this.stems);
  }

  /** Made when first asked for: only the passages that rank high are compared with each other. */
  get fingerprint(): TextFingerprint {
    this.#fingerprint ??= fingerprintOf(this.stems);
    return this.#fingerprint;
  }
}

/** Of a word, with its places in the counts and the fingerprint. */
const BYTES_PER_WORD = 130;

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
