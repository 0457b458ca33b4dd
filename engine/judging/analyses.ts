/** Analysed texts, kept for a while: taking a text apart costs more than comparing it with another one. */
import { LRUCache } from 'lru-cache';
import { analyse, analysePassage as tokensOfPassage } from '#engine/language/nlp.ts';
import type { AnalysedText } from './analysed-text.ts';
import { takeApart } from './terms.ts';

/** Measured, with its terms. */
const BYTES_PER_TOKEN = 190;

// One passage meets many claims, of this text and of the next.
const passages = new LRUCache<string, AnalysedText>({
  maxSize: 24_000_000,
  sizeCalculation: ({ text, tokens }) => 2 * text.length + BYTES_PER_TOKEN * (tokens.length + 1),
});

/** The analysis of a passage, or of the title of a document, from the cache where it is there. */
export function analysePassage(text: string): AnalysedText {
  let analysed = passages.get(text);
  if (analysed === undefined) {
    analysed = takeApart(text, tokensOfPassage);
    passages.set(text, analysed);
  }
  return analysed;
}

// One claim, its opposite and its correction meet passage after passage. Few, as they are a customer's text.
const claims = new LRUCache<string, AnalysedText>({ max: 16 });

/** The analysis of a claim. */
export function analyseClaim(text: string): AnalysedText {
  let analysed = claims.get(text);
  if (analysed === undefined) {
    analysed = takeApart(text, analyse);
    claims.set(text, analysed);
  }
  return analysed;
}
