/** Sets for evaluating extraction: sentences labelled as check-worthy or not, and texts with the facts that annotators listed. */
import { join } from 'node:path';
import { z } from 'zod';
import { readFolder } from './article.ts';
import { readJsonLines } from './json-lines.ts';

const CheckworthyRow = z.object({ text: z.string(), checkable: z.boolean() });
export type CheckworthyRow = z.infer<typeof CheckworthyRow>;

const DecompositionRow = z.object({ text: z.string(), claims: z.array(z.string()) });
export type DecompositionRow = z.infer<typeof DecompositionRow>;

export const CHECKWORTHY_FILES: readonly string[] = [
  'claimbuster.train.jsonl',
  'clef2020-tweets.train.jsonl',
  'clef2020-tweets.dev.jsonl',
];

export const DECOMPOSITION_FILES: readonly string[] = [
  'factscore.instructgpt.decomposition.jsonl',
  'factool-kbqa.documents.jsonl',
  'wikisplit.validation.jsonl',
];

/** The files that the folder contains. Throws DataError if it can't be read. */
export function textSetsIn(folder: string): string[] {
  const files = new Set(readFolder(folder));
  return [...CHECKWORTHY_FILES, ...DECOMPOSITION_FILES].filter((file) => files.has(file));
}

/** Throws DataError. */
export function readCheckworthy(folder: string, file: string): CheckworthyRow[] {
  return readJsonLines(join(folder, file), CheckworthyRow);
}

/** Throws DataError. */
export function readDecomposition(folder: string, file: string): DecompositionRow[] {
  return readJsonLines(join(folder, file), DecompositionRow);
}
