/** Caches of analysed texts: analysing a text costs more than comparing it with another one. */
import { LRUCache } from 'lru-cache';
import { forgetAfterCall, keepsPassages } from '#engine/language/kept.ts';
import { analyse, analysePassage as tokensOfPassage } from '#engine/language/nlp.ts';
import type { AnalysedText } from './analysed-text.ts';
import { withLifeVerbs } from './life-dates.ts';
import { analyseText } from './terms.ts';

/** Measured memory per token, including its terms. */
const BYTES_PER_TOKEN = 225;

/** The analysis of a passage or a document's title, which is compared with many claims, across texts. */
export const analysePassage = cached(
  (text) => {
    const read = withLifeVerbs(text);
    // Tokens are kept by their text, under which nobody would look for a rewritten one.
    return analyseText(read, read === text ? tokensOfPassage : analyse);
  },
  keepsPassages(
    new LRUCache({
      maxSize: 14_000_000,
      sizeCalculation: ({ text, tokens }) => 2 * text.length + BYTES_PER_TOKEN * (tokens.length + 1),
    }),
  ),
);

const claims = new LRUCache<string, AnalysedText>({ max: 16 });
forgetAfterCall(() => claims.clear());

/** The analysis of a claim. A claim, its negation and its correction are compared with one passage after another. */
export const analyseClaim = cached((text) => analyseText(text, analyse), claims);

function cached(
  analysis: (text: string) => AnalysedText,
  cache: LRUCache<string, AnalysedText>,
): (text: string) => AnalysedText {
  return (text) => {
    let analysed = cache.get(text);
    if (analysed === undefined) {
      analysed = analysis(text);
      cache.set(text, analysed);
    }
    return analysed;
  };
}
