/** Articles to calibrate a model on: folders with `documents/`, and `gold.jsonl` with claims and their right verdicts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { EvidenceLibrary, LibraryDocument } from '#contracts/ports/evidence-library.ts';
import type { Engine, JudgeItem, PageReader } from '#engine/engine.ts';
import type { CandidatePassage } from '#engine/types/retrieval.ts';
import { indexFolder } from '../library/index-folder.ts';

/** The project's own articles. */
export const OWN_ARTICLES = fileURLToPath(new URL('../../eval/articles', import.meta.url));

const GoldClaim = z.object({
  /** Literal words of text.md that state it. */
  span: z.string().min(1).optional(),
  claim: z.string().min(1),
  verdict: z.enum(['supported', 'contradicted', 'unverifiable', 'not_checkable']),
  evidence: z.array(z.object({ document: z.string(), quote: z.string() })),
});
export type GoldClaim = z.infer<typeof GoldClaim>;

export interface CalibrationArticle {
  name: string;
  /** What is written about the documents; null: only single claims were. */
  text: string | null;
  passages: CandidatePassage[];
  claims: GoldClaim[];
}

export class CalibrationDataError extends Error {
  override readonly name = 'CalibrationDataError';
}

const GOLD = 'gold.jsonl';
const TEXT = 'text.md';

/**
 * Folders of articles in `folder`: the folder itself, or those directly in it. Throws CalibrationDataError if there are
 * none.
 */
export function articlesIn(folder: string): string[] {
  if (existsSync(join(folder, GOLD))) return [folder];
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const found = names.map((name) => join(folder, name)).filter((each) => existsSync(join(each, GOLD)));
  if (found.length === 0) throw new CalibrationDataError(`${folder} holds no articles (folders with ${GOLD})`);
  return found;
}

/** Throws CalibrationDataError if gold.jsonl has another format, and file system errors. */
export async function readCalibrationArticle(folder: string, reader: PageReader): Promise<CalibrationArticle> {
  const lines = readFileSync(join(folder, GOLD), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const claims = lines.map((line, at) => {
    try {
      return GoldClaim.parse(JSON.parse(line));
    } catch {
      throw new CalibrationDataError(`${join(folder, GOLD)}, line ${at + 1}: not a claim with its verdict`);
    }
  });
  const documents: LibraryDocument[] = [];
  const library: EvidenceLibrary = {
    list: async () => [],
    inventory: async () => ({}),
    put: async (some) => documents.push(...some),
    remove: async () => 0,
    search: async () => [],
    languages: async () => [],
    hasDocuments: async () => documents.length > 0,
    revision: async () => String(documents.length),
    close: async () => {},
  };
  await indexFolder(join(folder, 'documents'), library, reader);
  const text = existsSync(join(folder, TEXT)) ? readFileSync(join(folder, TEXT), 'utf8') : null;
  return { name: basename(folder), text, passages: documents.flatMap(candidatesOf), claims };
}

function candidatesOf(document: LibraryDocument): CandidatePassage[] {
  const source = {
    canonical_url: document.path,
    title: document.title,
    publisher: 'library',
    destination_domain: 'library',
    source_class: 'operator_library',
    approved: true,
    publication_date: null,
    jurisdiction: null,
    licence: null,
    retrieved_at: CHECKED_AT,
    retrieval_provider: 'library',
  };
  return document.passages.map((text, ordinal) => ({ text, ordinal, source }));
}

/** When claims are taken to be checked: what is found must not depend on the day. */
export const CHECKED_AT = '2026-01-01T00:00:00.000Z';

/** What the judge is given about a gold claim; null: it is none that can be checked by itself. */
export async function judgeItemOf(
  engine: Engine,
  { claim: content }: GoldClaim,
  passages: CandidatePassage[],
): Promise<JudgeItem | null> {
  const extracted = await engine.extract({ content, question: '', requestedAt: CHECKED_AT, direct: true });
  const [claim] = extracted.claims;
  if (claim === undefined || !claim.checkable || claim.ambiguous_dependencies.length > 0) return null;
  const [ranked = []] = await engine.rank([claim], [passages]);
  return { claim, passages: ranked, gaps: [] };
}

/** A passage with at least this share of a quote's words contains the quote; one with less contains something else. */
const HELD = 0.85;
const NOT_HELD = 0.5;

/** Whether the passage settles the claim; null if it has only part of what settles it. */
export function settlesClaim(gold: GoldClaim, passage: CandidatePassage): boolean | null {
  const words = new Set(wordsOf(passage.text));
  const shares = gold.evidence.map(({ document, quote }) => {
    const own = wordsOf(quote.replace(/<[^<>]*>|&#?\w+;/g, ' '));
    if (passage.source.canonical_url !== document || own.length === 0) return 0;
    return own.filter((word) => words.has(word)).length / own.length;
  });
  if (shares.length > 0 && shares.every((share) => share >= HELD)) return true;
  return shares.every((share) => share <= NOT_HELD) ? false : null;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
