/**
 * The library that tells languages apart, loaded when it is first needed: its tables take 30 MB and a fifth of a second, and
 * most English texts are known for English without it (docs/adr/0039-languages.md).
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

type Detector = typeof import('eld/extrasmall')['eld'];

let detector: Detector | null = null;

/** The package has no entry for `require`, so it is named by its file; an `import` would make every extraction wait. */
function loaded(): Detector {
  detector ??= (
    createRequire(import.meta.url)(fileURLToPath(import.meta.resolve('eld/extrasmall'))) as { eld: Detector }
  ).eld;
  return detector;
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
