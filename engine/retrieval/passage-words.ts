/**
 * The words of a passage in the forms that ranking needs. They are kept for a while, because one passage is a candidate
 * for many claims of a text.
 */
import { LRUCache } from 'lru-cache';
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

// A word with its places in the counts and the fingerprint takes some 130 bytes, which bounds the cache at about 8 MB.
const cache = new LRUCache<string, PassageWords>({
  max: 4_096,
  maxSize: 60_000,
  sizeCalculation: ({ stems }) => stems.length + 1,
});

/** The words of `text`, from the cache where they are there. Not to be changed. */
export function passageWords(text: string): PassageWords {
  let words = cache.get(text);
  if (words === undefined) {
    words = new PassageWords(text);
    cache.set(text, words);
  }
  return words;
}
