/** Reads the evaluation sets: one JSON object per line with a claim, its evidence and a label. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export type Label = 'supported' | 'contradicted' | 'unverifiable';

export interface Pair {
  id: string;
  claim: string;
  evidence: string;
  label: Label;
  /** Name of its set. */
  set: string;
  /** Pairs with the same value share evidence and must be in the same fold. */
  document: string;
}

interface Row {
  id: string;
  claim: string;
  evidence: string[];
  label: string;
  source: string;
  in_fever_symmetric?: boolean;
}

/** Set name → file. */
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

/** Sets that the shipped model is trained on. */
export const TRAINING_SETS: readonly string[] = ['fever', 'fm2', 'scifact-train', 'citint'];

const LABELS = new Set(['supported', 'contradicted', 'unverifiable']);

/** The pairs of one set; none if its file is not in the folder. Evidence sentences are joined into one passage. */
export function readSet(folder: string, set: string): Pair[] {
  const file = path.join(folder, SETS[set]!);
  if (!existsSync(file)) return [];
  const pairs: Pair[] = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const row = JSON.parse(line) as Row;
    if (!LABELS.has(row.label) || row.in_fever_symmetric === true || row.evidence.length === 0) continue;
    const evidence = row.evidence.join(' ');
    // FM2 names the page. In other sets an equal first sentence means the same document.
    const page = /Wikipedia: (.+)\)$/.exec(row.source)?.[1];
    pairs.push({
      id: row.id,
      claim: row.claim,
      evidence,
      label: row.label as Label,
      set,
      document: page ?? row.evidence[0]!.slice(0, 80),
    });
  }
  return pairs;
}

/** Pairs with the evidence of another claim, which must be judged unverifiable. Deterministic. */
export function swapEvidence(pairs: readonly Pair[], step = 17): Pair[] {
  return pairs.flatMap((pair, at) => {
    const other = pairs[(at + step) % pairs.length]!;
    if (other.document === pair.document) return [];
    const document = pair.document;
    return [{ ...pair, id: `${pair.id}-swapped`, evidence: other.evidence, label: 'unverifiable' as const, document }];
  });
}

/** A document's fold for cross-validation, by an FNV-1a hash; the same in every run. */
export function foldOf(document: string, folds: number): number {
  let hash = 2166136261;
  for (let i = 0; i < document.length; i++) hash = Math.imul(hash ^ document.charCodeAt(i), 16777619);
  return (hash >>> 0) % folds;
}
