/**
 * The library that tells languages apart, loaded when it is first needed: its tables take 14 MB and a quarter of a second, and
 * most sentences are known for English without it (docs/adr/0039-languages.md).
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

type Detector = typeof import('eld/extrasmall')['eld'];
/** Scores by number of a language, by n-gram. */
type Ngrams = Record<string, Record<number, number>>;

let detector: Detector | null = null;

/** The package has no entry for `require`, so it is named by its file; an `import` would make every extraction wait. */
function loaded(): Detector {
  if (detector === null) {
    const require = createRequire(import.meta.url);
    const entry = import.meta.resolve('eld/extrasmall');
    detector = (require(fileURLToPath(entry)) as { eld: Detector }).eld;
    const tables = require(fileURLToPath(new URL('../ngrams/extrasmall.js', entry))) as {
      ngramsData: { ngrams: Ngrams };
    };
    shareScores(tables.ngramsData.ngrams);
  }
  return detector;
}

/**
 * Gives n-grams with the same scores one object. The library's tables have an object of some 300 bytes for each of 50,000
 * n-grams, and a quarter of them differ: each thread that loads them takes 15 MB less.
 */
export function shareScores(ngrams: Ngrams): void {
  const known = new Map<string, Record<number, number>>();
  for (const [ngram, scores] of Object.entries(ngrams)) {
    const key = JSON.stringify(scores);
    const same = known.get(key);
    if (same === undefined) known.set(key, scores);
    else ngrams[ngram] = same;
  }
}

export interface DetectedLanguage {
  /** ISO 639-1; 'und' if the words are of no language that is known. */
  language: string;
  isReliable: boolean;
  /** By how much more it looks like that than like English, 0..1. */
  aheadOfEnglish: number;
}

/** The likeliest language of some words; only the first 1,000 characters count. */
export function detectWords(words: readonly string[]): DetectedLanguage {
  const result = loaded().detect(words.join(' ').slice(0, 1_000).toWellFormed());
  const scores: { en?: number; [language: string]: number | undefined } = result.getScores();
  return {
    language: result.language === '' ? 'und' : result.language,
    isReliable: result.isReliable(),
    aheadOfEnglish: (scores[result.language] ?? 0) - (scores.en ?? 0),
  };
}
