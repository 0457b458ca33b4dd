/** Analysed texts, kept for a while: taking a text apart costs more than comparing it with another one. */
import { LRUCache } from 'lru-cache';
import { analyse, type Token, analysePassage as tokensOfPassage } from '#engine/language/nlp.ts';
import type { AnalysedText } from './analysed-text.ts';
import { takeApart } from './terms.ts';

/** Measured, with its terms. */
const BYTES_PER_TOKEN = 170;

/** The analysis of a passage, or of the title of a document. One meets many claims, of this text and of the next. */
export const analysePassage = remembered(
  tokensOfPassage,
  new LRUCache({
    maxSize: 14_000_000,
    sizeCalculation: ({ text, tokens }) => 2 * text.length + BYTES_PER_TOKEN * (tokens.length + 1),
  }),
);

/**
 * The analysis of a claim. One claim, its opposite and its correction meet passage after passage; few are kept, as they
 * are a customer's text.
 */
export const analyseClaim = remembered(analyse, new LRUCache({ max: 16 }));

function remembered(
  tokensOf: (text: string) => Token[],
  known: LRUCache<string, AnalysedText>,
): (text: string) => AnalysedText {
  return (text) => {
    let analysed = known.get(text);
    if (analysed === undefined) {
      analysed = takeApart(text, tokensOf);
      known.set(text, analysed);
    }
    return analysed;
  };
}
