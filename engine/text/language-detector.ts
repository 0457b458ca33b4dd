/**
 * Wraps the library that detects languages. It is loaded only when needed: most sentences are recognised as English without it
 * (docs/adr/0039-languages.md).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type NgramTables, readNgrams } from './packed-ngrams.ts';

type Detector = typeof import('eld/extrasmall')['eld'];

let detector: Detector | null = null;

/**
 * Builds the detector from the library's internal files, because its entry points load tables that take too much memory. The
 * files are loaded by path, because the package doesn't export them. A top-level `import` would delay every extraction.
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
  /** ISO 639-1; 'und' if the language wasn't recognised. */
  language: string;
  isReliable: boolean;
  /** By how much its score exceeds that of English, 0..1. */
  aheadOfEnglish: number;
}

/** The most likely language of the words. Only the first 1,000 characters are used. */
export function detectWords(words: readonly string[]): DetectedLanguage {
  const result = loaded().detect(words.join(' ').slice(0, 1_000).toWellFormed());
  const scores: { en?: number; [language: string]: number | undefined } = result.getScores();
  return {
    language: result.language === '' ? 'und' : result.language,
    isReliable: result.isReliable(),
    aheadOfEnglish: (scores[result.language] ?? 0) - (scores.en ?? 0),
  };
}
