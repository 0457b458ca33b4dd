/**
 * Whether a passage holds a quote. Passages are pieces of a document's readable text and quotes are pieces of the file,
 * so they are compared by their words: markup, white space and punctuation may differ.
 */
import type { LocatedPassage } from '#apps/measuring/station.ts';
import { libraryUrl } from '#pipeline/sources/library.ts';
import type { Quote } from '../data/article.ts';

/** Of a quote that was cut between two passages, the one that holds this many of its words in a row holds it ... */
const LEAST_WORDS = 6;
/** ... if that is at least this share of them. */
const LEAST_SHARE = 0.5;

/** Index of the first passage that holds the quote, or null. */
export function findQuote(quote: Quote, passages: readonly LocatedPassage[]): number | null {
  const ending = `/${libraryUrl(quote.document).split(':').at(-1)}`;
  const words = wordsOf(withoutTags(quote));
  const index = passages.findIndex(({ text, url }) => url.endsWith(ending) && holds(wordsOf(text), words));
  return index === -1 ? null : index;
}

/** Quotes are literal pieces of the file, tags included where it is HTML. */
function withoutTags({ document, quote }: Quote): string {
  return /\.html?$/i.test(document) ? quote.replace(/<[^>]*>|&#?\w+;/g, ' ') : quote;
}

/** True if all words of the quote stand in a row, or most of a long one's. */
export function holds(passage: readonly string[], quote: readonly string[]): boolean {
  const needed = Math.min(quote.length, Math.max(LEAST_WORDS, Math.ceil(quote.length * LEAST_SHARE)));
  return needed > 0 && longestRun(passage, quote) >= needed;
}

/** Lower-case words and numbers of a text. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Length of the longest run of words that both hold. */
function longestRun(a: readonly string[], b: readonly string[]): number {
  let longest = 0;
  /** `ending[j]`: length of the run that ends at the current word of `a` and at `b[j - 1]`. */
  let ending = new Uint16Array(b.length + 1);
  for (const word of a) {
    const next = new Uint16Array(b.length + 1);
    for (let j = 1; j <= b.length; j++) {
      if (b[j - 1] !== word) continue;
      next[j] = ending[j - 1]! + 1;
      longest = Math.max(longest, next[j]!);
    }
    ending = next;
  }
  return longest;
}
