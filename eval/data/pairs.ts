/** Labelled pairs of claim and evidence: public sets, one file each, and files of passages with several claims. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readFolder } from './article.ts';
import { readJsonLines } from './json-lines.ts';

export const LABELS = ['supported', 'contradicted', 'unverifiable'] as const;
export type Label = (typeof LABELS)[number];

export interface Pair {
  id: string;
  claim: string;
  evidence: string;
  label: Label;
  /** Name of its set. */
  set: string;
  /** Pairs with the same value have the same source document. */
  document: string;
  /** Kind of reading that the pair requires, if the set tells. */
  kind: string | null;
}

/** File of each set. */
export const SETS: Readonly<Record<string, string>> = {
  fever: 'fever.train.jsonl',
  fm2: 'fm2.dev.gold.jsonl',
  'scifact-train': 'scifact.train.rationale2way.jsonl',
  'scifact-dev': 'scifact.dev.rationale2way.jsonl',
  citint: 'citint.train.jsonl',
  'fever-symmetric': 'fever-symmetric.dev.jsonl',
  'citint-dev': 'citint.dev.jsonl',
  healthver: 'healthver.dev.jsonl',
  covidfact: 'covidfact.dev.jsonl',
  wice: 'wice.dev.oracle.jsonl',
  'begin-wow': 'begin-wow.dev.jsonl',
  'climate-fever': 'climate-fever.train.jsonl',
};

/** The set that combines all passage files. Each file is also a set of its own, under its name: "p25". */
export const PASSAGES = 'passages';
const PASSAGE_FILE = /^p\d+\.jsonl$/;

const PairRow = z.object({
  id: z.string(),
  claim: z.string(),
  evidence: z.array(z.string()),
  label: z.string(),
  source: z.string().default(''),
  in_fever_symmetric: z.boolean().default(false),
});

const PassageRow = z.object({
  passage: z.string(),
  claims: z.array(z.object({ text: z.string(), label: z.enum(LABELS), how: z.string().nullable().default(null) })),
});

const isLabel = (label: string): label is Label => (LABELS as readonly string[]).includes(label);

/** Names of the sets in a folder. Throws DataError if it can't be read. */
export function setsIn(folder: string): string[] {
  const files = readFolder(folder);
  const named = Object.keys(SETS).filter((set) => files.includes(SETS[set]!));
  return files.some((file) => PASSAGE_FILE.test(file)) ? [...named, PASSAGES] : named;
}

/** Names of the passage files in a folder. Their rows are part of the set of all passages. */
export function passageFilesIn(folder: string): string[] {
  return readFolder(folder)
    .filter((file) => PASSAGE_FILE.test(file))
    .map((file) => file.slice(0, -'.jsonl'.length));
}

/**
 * The pairs of one set; empty if its file is not in the folder. Evidence sentences are joined into one passage. Pairs without
 * evidence, with an unknown label, or that are also in FEVER-Symmetric are left out. Throws DataError.
 */
export function readSet(folder: string, set: string): Pair[] {
  const passageFiles = passageFilesIn(folder);
  if (set === PASSAGES) return passageFiles.flatMap((file) => readPassages(folder, file));
  if (passageFiles.includes(set)) return readPassages(folder, set);
  const file = join(folder, SETS[set]!);
  if (!existsSync(file)) return [];
  return readJsonLines(file, PairRow).flatMap(({ id, claim, evidence, label, source, in_fever_symmetric }) => {
    if (!isLabel(label) || in_fever_symmetric || evidence.length === 0) return [];
    // FM2 names the page. In other sets, the same first sentence means the same document.
    const page = /Wikipedia: (.+)\)$/.exec(source)?.[1];
    const document = page ?? evidence[0]!.slice(0, 80);
    return [{ id, claim, evidence: evidence.join(' '), label, set, document, kind: null }];
  });
}

function readPassages(folder: string, name: string): Pair[] {
  const file = `${name}.jsonl`;
  return readJsonLines(join(folder, file), PassageRow).flatMap(({ passage, claims }, row) =>
    claims.map(({ text, label, how }, i) => ({
      id: `${file}-${row}-${i}`,
      claim: text,
      evidence: passage,
      label,
      set: PASSAGES,
      document: passage.slice(0, 80),
      kind: how,
    })),
  );
}

/** Pairs each claim with another claim's evidence; it must then be judged unverifiable. Deterministic. */
export function swapEvidence(pairs: readonly Pair[], step = 17): Pair[] {
  return pairs.flatMap((pair, at) => {
    const other = pairs[(at + step) % pairs.length]!;
    if (other.document === pair.document) return [];
    return [{ ...pair, id: `${pair.id}-swapped`, evidence: other.evidence, label: 'unverifiable' as const }];
  });
}
