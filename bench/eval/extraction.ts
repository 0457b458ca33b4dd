/**
 * Measures claim extraction: `node bench/eval/extraction.ts --data DIR [--json] [--errors NAME]`.
 * Reads JSON lines of two kinds from DIR: check-worthiness {id, text, checkable} and decomposition {id, text, claims[]}.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EXTRACTION_MODEL, EXTRACTION_VERSION } from '#engine/extraction/configuration.ts';
import { extract } from '#engine/extraction/extract.ts';
import type { ExtractionOutput } from '#engine/types.ts';

const CHECKWORTHY = ['claimbuster.train.jsonl', 'clef2020-tweets.train.jsonl', 'clef2020-tweets.dev.jsonl'];
const DECOMPOSITION = [
  'factscore.instructgpt.decomposition.jsonl',
  'factool-kbqa.documents.jsonl',
  'wikisplit.validation.jsonl',
];
/** Smallest token F1 at which a claim matches a human fact. */
const MATCH = 0.8;
/** Fixed, so that all runs give the same result. */
const REQUESTED_AT = '2026-01-01T00:00:00Z';

interface CheckworthyRow {
  text: string;
  checkable: boolean;
}

interface DecompositionRow {
  text: string;
  claims: string[];
}

interface Mistake {
  kind: string;
  text: string;
}

interface Score {
  set: string;
  measures: Record<string, number>;
  mistakes: Mistake[];
}

const run = (text: string): ExtractionOutput =>
  extract({ content: text, question: '', requestedAt: REQUESTED_AT, direct: false });

/** Precision, recall and F1 of check-worthiness, which is predicted if at least one checkable claim is extracted. */
function scoreCheckworthy(set: string, rows: readonly CheckworthyRow[]): Score {
  const counts = { tp: 0, fp: 0, fn: 0, tn: 0 };
  const mistakes: Mistake[] = [];
  for (const { text, checkable } of rows) {
    const { claims } = run(text);
    const predicted = claims.some((claim) => claim.checkable);
    counts[predicted ? (checkable ? 'tp' : 'fp') : checkable ? 'fn' : 'tn']++;
    if (predicted !== checkable) {
      mistakes.push({
        kind: predicted ? 'false positive' : `false negative (${claims[0]?.not_checkable_reason ?? 'no claim'})`,
        text,
      });
    }
  }
  const precision = counts.tp / (counts.tp + counts.fp);
  const recall = counts.tp / (counts.tp + counts.fn);
  return { set, measures: { rows: rows.length, precision, recall, f1: harmonic(precision, recall) }, mistakes };
}

/** Precision and recall of claims matched one to one with human facts, and the share of texts kept as one claim. */
function scoreDecomposition(set: string, rows: readonly DecompositionRow[]): Score {
  let matched = 0;
  let predictedCount = 0;
  let goldCount = 0;
  let whole = 0;
  let coverage = 0;
  const mistakes: Mistake[] = [];
  for (const { text, claims: gold } of rows) {
    const output = run(text);
    const predicted = output.claims.map((claim) => claim.normalized_claim);
    const pairs = matches(predicted, gold);
    matched += pairs;
    predictedCount += predicted.length;
    goldCount += gold.length;
    if (predicted.length === 1) whole++;
    const material = output.claims.filter((claim) => claim.checkable && claim.materiality !== 'low').length;
    coverage += output.estimated_material_claims === 0 ? 1 : Math.min(1, material / output.estimated_material_claims);
    if (pairs < predicted.length)
      mistakes.push({
        kind: 'decomposition',
        text: `${text}\n    ours: ${predicted.join(' | ')}\n    gold: ${gold.join(' | ')}`,
      });
  }
  const precision = matched / predictedCount;
  const recall = matched / goldCount;
  const measures = {
    rows: rows.length,
    precision,
    recall,
    f1: harmonic(precision, recall),
    kept_whole: whole / rows.length,
    mean_coverage: coverage / rows.length,
  };
  return { set, measures, mistakes };
}

/** Greedy one-to-one matching, best pairs first. */
function matches(predicted: readonly string[], gold: readonly string[]): number {
  const pairs = predicted.flatMap((p, i) => gold.map((g, j) => ({ i, j, f1: tokenF1(p, g) })));
  pairs.sort((a, b) => b.f1 - a.f1);
  const usedPredicted = new Set<number>();
  const usedGold = new Set<number>();
  for (const { i, j, f1 } of pairs) {
    if (f1 < MATCH || usedPredicted.has(i) || usedGold.has(j)) continue;
    usedPredicted.add(i);
    usedGold.add(j);
  }
  return usedPredicted.size;
}

function tokenF1(a: string, b: string): number {
  const left = tokens(a);
  const right = tokens(b);
  const counts = new Map<string, number>();
  for (const token of right) counts.set(token, (counts.get(token) ?? 0) + 1);
  let common = 0;
  for (const token of left) {
    const count = counts.get(token) ?? 0;
    if (count > 0) common++;
    counts.set(token, count - 1);
  }
  return common === 0 ? 0 : (2 * common) / (left.length + right.length);
}

const tokens = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const harmonic = (a: number, b: number) => (a + b === 0 ? 0 : (2 * a * b) / (a + b));

function readRows<Row>(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}

function main(): void {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, json: { type: 'boolean' }, errors: { type: 'string' } },
  });
  if (values.data === undefined) {
    console.error('usage: extraction.ts --data DIR [--json] [--errors FILE]');
    process.exit(2);
  }
  const directory = values.data;
  const present = (name: string) =>
    existsSync(join(directory, name)) && (values.errors === undefined || values.errors === name);
  const scores = [
    ...CHECKWORTHY.filter(present).map((name) => scoreCheckworthy(name, readRows(join(directory, name)))),
    ...DECOMPOSITION.filter(present).map((name) => scoreDecomposition(name, readRows(join(directory, name)))),
  ];
  if (values.json === true) {
    console.log(
      JSON.stringify({
        model: EXTRACTION_MODEL,
        version: EXTRACTION_VERSION,
        scores: scores.map(({ set, measures }) => ({ set, measures })),
      }),
    );
    return;
  }
  console.log(`${EXTRACTION_MODEL} ${EXTRACTION_VERSION}`);
  for (const { set, measures, mistakes } of scores) {
    const row = Object.entries(measures).map(
      ([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(3)}`,
    );
    console.log(`${set}: ${row.join(', ')}`);
    if (values.errors === set) for (const { kind, text } of mistakes) console.log(`  ${kind}: ${text}`);
  }
}

main();
