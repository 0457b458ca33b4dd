/**
 * Checks whether a passage contains a quote. Passages are parts of a document's readable text, quotes are parts of the file. They
 * are therefore compared word by word, so that markup, white space and punctuation may differ.
 */
import type { LocatedPassage } from '#apps/measuring/station.ts';
import { libraryUrl } from '#pipeline/sources/library.ts';
import type { Quote } from '../data/article.ts';

/** A quote may be split between two passages. A passage contains it if it has at least this many of its words in a row ... */
const LEAST_WORDS = 6;
/** ... and at least this share of them. */
const LEAST_SHARE = 0.5;

/** Index of the first passage that contains the quote, or null. */
export function findQuote(quote: Quote, passages: readonly LocatedPassage[]): number | null {
  const ending = `/${libraryUrl(quote.document).split(':').at(-1)}`;
  const words = wordsOf(withoutTags(quote));
  const index = passages.findIndex(({ text, url }) => url.endsWith(ending) && holds(wordsOf(text), words));
  return index === -1 ? null : index;
}

/** The quote without tags. Quotes are literal parts of the file, which may be HTML. */
function withoutTags({ document, quote }: Quote): string {
  return /\.html?$/i.test(document) ? quote.replace(/<[^>]*>|&#?\w+;/g, ' ') : quote;
}

/** True if the passage has all words of the quote in a row, or most of them if the quote is long. */
export function holds(passage: readonly string[], quote: readonly string[]): boolean {
  const needed = Math.min(quote.length, Math.max(LEAST_WORDS, Math.ceil(quote.length * LEAST_SHARE)));
  return needed > 0 && longestRun(passage, quote) >= needed;
}

/** The lower-case words and numbers of a text. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Length of the longest run of words that both contain. */
function longestRun(a: readonly string[], b: readonly string[]): number {
  let longest = 0;
  /** `ending[j]`: length of the common run that ends at the current word of `a` and at `b[j - 1]`. */
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
