/**
 * The library that tells languages apart, loaded when it is first needed, as most sentences are known for English without it
 * (docs/adr/0039-languages.md).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type NgramTables, readNgrams } from './packed-ngrams.ts';

type Detector = typeof import('eld/extrasmall')['eld'];

let detector: Detector | null = null;

/**
 * Made of the library's parts, as its entries load tables that take too much memory. They are named by their files, as the
 * package has no entries for them; an `import` would make every extraction wait.
 */
function loaded(): Detector {
  if (detector !== null) return detector;
  const require = createRequire(import.meta.url);
  const file = (path: string) => fileURLToPath(new URL(path, import.meta.resolve('eld/extrasmall')));
  const { createEld } = require(file('../languageDetector.js')) as {
    createEld(): { instance: Detector; loadData(tables: NgramTables): void };
  };
  const { instance, loadData } = createEld();
  loadData(readNgrams(readFileSync(file('../ngrams/extrasmall.js'), 'utf8')));
  detector = instance;
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
