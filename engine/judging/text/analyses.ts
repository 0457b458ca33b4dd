/** Caches of analysed texts: analysing a text costs more than comparing it with another one. */
import { LRUCache } from 'lru-cache';
import { forgetAfterCall, keepsPassages } from '#engine/language/kept.ts';
import { analyse, analysePassage as tokensOfPassage } from '#engine/language/nlp.ts';
import type { AnalysedText } from './analysed-text.ts';
import { withLifeVerbs } from './life-verbs.ts';
import { analyseText } from './terms.ts';

/** Measured memory per token, including its terms, besides the text. */
const BYTES_PER_TOKEN = 175;

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
      sizeCalculation: bytesOf,
    }),
  ),
);

const FILE_NAME = /^[\p{L}\p{N}_.-]+\.(?:txt|md|html?|pdf|docx?)$/u;

/** The words of a file's name: "Orr Museum" of "orr-museum.txt". */
function wordsOfFileName(name: string): string {
  const words = name.replace(/\.\p{L}+$/u, '').split(/[-_.]+/);
  return words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join(' ');
}

/** By the file's whole name, under which a passage cache is told to forget it. */
const analyseFileName = cached(
  (name) => analyseText(wordsOfFileName(name), analyse),
  keepsPassages(new LRUCache({ maxSize: 500_000, sizeCalculation: bytesOf })),
);

/** The analysis of a document's title as it can be read: of a file its name. Null where there is no title. */
export function analyseTitle(title: string | null): AnalysedText | null {
  if (title === null || title === '') return null;
  return FILE_NAME.test(title) ? analyseFileName(title) : analysePassage(title);
}

const claims = new LRUCache<string, AnalysedText>({ max: 16 });
forgetAfterCall(() => claims.clear());

/** The analysis of a claim. A claim, its negation and its correction are compared with one passage after another. */
export const analyseClaim = cached((text) => analyseText(text, analyse), claims);

function bytesOf({ text, tokens }: AnalysedText): number {
  return 2 * text.length + BYTES_PER_TOKEN * (tokens.length + 1);
}

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
