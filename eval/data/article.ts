/**
 * Articles with gold verdicts. Each is a folder with `documents/` (the library), `text.md` (a text about them) and `gold.jsonl`
 * (the claims of the text, each with the verdict that a careful reader gives based on these documents only).
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Span } from '#apps/measuring/span.ts';
import { codePointMap } from '#engine/text/code-points.ts';
import { DataError } from './data-error.ts';
import { readJsonLines, readText } from './json-lines.ts';

export const GOLD_VERDICTS = ['supported', 'contradicted', 'unverifiable', 'not_checkable'] as const;

/** The hardest step of reading that a supported claim requires. */
export const READINGS = [
  'literal',
  'synonym',
  'restructured',
  'coreference',
  'several_sentences',
  'arithmetic',
  'implied',
] as const;

/** What is wrong with a contradicted claim. */
export const MISTAKES = [
  'number',
  'date',
  'name',
  'place',
  'relation',
  'negation',
  'quantity_word',
  'cause',
  'order',
  'overgeneral',
  'role',
  'fabricated',
] as const;

const Quote = z.strictObject({
  /** Name of the file in `documents/`. */
  document: z.string().min(1),
  /** Literal text of that file. */
  quote: z.string().min(1),
});
export type Quote = z.infer<typeof Quote>;

export const GoldRow = z.strictObject({
  /** Literal text of text.md. */
  span: z.string().min(1),
  /** The claim made to stand alone. */
  claim: z.string().min(1),
  verdict: z.enum(GOLD_VERDICTS),
  /** The sentences that settle the claim; empty if the documents don't. */
  evidence: z.array(Quote),
  how: z.enum(READINGS).nullable(),
  error: z.enum(MISTAKES).nullable(),
});
export type GoldRow = z.infer<typeof GoldRow>;

export interface GoldClaim extends GoldRow {
  /** Place of the span in the text. */
  place: Span;
}

export interface Article {
  name: string;
  /** Folder of its documents. */
  documents: string;
  text: string;
  gold: GoldClaim[];
}

export const TEXT = 'text.md';
export const GOLD = 'gold.jsonl';
export const DOCUMENTS = 'documents';

export function isArticle(folder: string): boolean {
  return existsSync(join(folder, GOLD)) && existsSync(join(folder, TEXT));
}

/** The folders of articles in `folder`: the folder itself, or those directly in it, sorted by name. Throws DataError. */
export function findArticles(folder: string): string[] {
  if (isArticle(folder)) return [folder];
  return readFolder(folder)
    .map((name) => join(folder, name))
    .filter(isArticle);
}

/** The names in a folder, sorted. Throws DataError. */
export function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    throw new DataError(folder, `can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Throws DataError if a file is missing, a row is malformed, or a span does not occur in the text. */
export function readArticle(folder: string): Article {
  const text = readText(join(folder, TEXT));
  const map = codePointMap(text);
  const gold = readJsonLines(join(folder, GOLD), GoldRow).map((row) => {
    const at = text.indexOf(row.span);
    if (at === -1) throw new DataError(join(folder, GOLD), `a span does not occur in ${TEXT}: ${row.span}`);
    const place = { start: map.toCodePoints(at), end: map.toCodePoints(at + row.span.length) };
    return { ...row, place };
  });
  if (gold.length === 0) throw new DataError(join(folder, GOLD), 'holds no claim');
  if (readFolder(join(folder, DOCUMENTS)).length === 0) throw new DataError(join(folder, DOCUMENTS), 'is empty');
  return { name: basename(folder), documents: join(folder, DOCUMENTS), text, gold };
}
