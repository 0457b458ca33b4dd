/**
 * Evaluates the tier-1 judge.
 *
 *   node bench/eval/judging.ts --data DIR [--sets fever,fm2]
 *
 * Prints per set: accuracy and macro-F1 over its labels, precision of `supported` and `contradicted` at the shipped
 * threshold, precision of the model's most probable guesses at 20 % and 50 % of the claims (without the gate, which
 * decides fewer), and the honesty checks. A * marks sets that the shipped model was trained on: their guesses come from
 * models trained on the other folds; their precisions depend mostly on the gate, because the model hardly changes them
 * at the threshold (scripts/train-judge.ts prints them cross-validated).
 */
import { parseArgs } from 'node:util';
import { compare } from '#engine/judging/comparison.ts';
import { CREDIBLE, JUDGE_CONFIGURATION } from '#engine/judging/configuration.ts';
import { negate } from '#engine/judging/correction/counterfactual.ts';
import { judgePassage } from '#engine/judging/passage.ts';
import { featuresOf } from '#engine/judging/scoring/features.ts';
import { decide } from '#engine/judging/scoring/gate.ts';
import { rawProbabilities, shippedModel } from '#engine/judging/scoring/model.ts';
import { findDates } from '#engine/language/dates.ts';

import { analyse } from '#engine/language/nlp.ts';
import { findQuantities } from '#engine/language/quantities.ts';

import type { Boosted } from '../../scripts/boosting.ts';
import { FOLDS, trainFolds, trainingExamples } from '../../scripts/judge-training.ts';
import { foldOf, type Label, type Pair, readSet, SETS, swapEvidence, TRAINING_SETS } from './data.ts';

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, sets: { type: 'string', default: Object.keys(SETS).join(',') } },
});
if (options.data === undefined) throw new Error('--data DIR (the evaluation sets) is required');

interface Outcome {
  label: Label;
  verdict: Label;
  /** Probability of the relationship. */
  probability: number;
}

function judge(claim: string, evidence: string): Omit<Outcome, 'label'> {
  const { relationship, probability } = judgePassage(
    { normalized_claim: claim, sentence: claim, ambiguous_dependencies: [] },
    evidence,
  );
  const isCredible = probability >= CREDIBLE;
  if (relationship === 'supports' && isCredible) return { verdict: 'supported', probability };
  if (relationship === 'contradicts' && isCredible) return { verdict: 'contradicted', probability };
  return { verdict: 'unverifiable', probability };
}

function f1(outcomes: readonly Outcome[], label: Label): number {
  const hits = outcomes.filter((o) => o.label === label && o.verdict === label).length;
  const said = outcomes.filter((o) => o.verdict === label).length;
  const there = outcomes.filter((o) => o.label === label).length;
  return said + there === 0 ? 0 : (2 * hits) / (said + there);
}

function precision(outcomes: readonly Outcome[], label: Label): string {
  const said = outcomes.filter((o) => o.verdict === label);
  if (said.length === 0) return '–';
  return `${share(said.filter((o) => o.label === label).length, said.length)} of ${said.length}`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(3);
}

/** The more probable of the two decided classes, and its probability; for training sets from held-out models. */
function bestGuess(pair: Pair): { label: Label; probability: number } {
  const comparison = compare(pair.claim, pair.evidence, null);
  const features = featuresOf(comparison, decide(comparison));
  const [supports, contradicts] = rawProbabilities(modelFor(pair), features) as [number, number];
  return supports >= contradicts
    ? { label: 'supported', probability: supports }
    : { label: 'contradicted', probability: contradicts };
}

let folds: Boosted[] | undefined;

function modelFor(pair: Pair): Boosted {
  if (!TRAINING_SETS.includes(pair.set)) return shippedModel();
  folds ??= trainFolds(trainingExamples(options.data!));
  return folds[foldOf(pair.document, FOLDS)]!;
}

/** A point of the risk-coverage curve of the model without the gate: precision of the most probable guesses. */
function atCoverage(guesses: readonly { isRight: boolean; probability: number }[], coverage: number): string {
  const taken = [...guesses]
    .sort((a, b) => b.probability - a.probability)
    .slice(0, Math.round(guesses.length * coverage));
  return share(taken.filter((guess) => guess.isRight).length, taken.length);
}

/** The claim with its first year raised by 7 or its first number by about a third; null if it has neither. */
function changeNumber(claim: string): string | null {
  const tokens = analyse(claim);
  const dates = findDates(tokens);
  const taken = new Array<boolean>(tokens.length).fill(false);
  for (const date of dates) taken.fill(true, date.start, date.end);
  const values = [...dates, ...findQuantities(tokens, taken)];
  for (const value of values) {
    const token = tokens.slice(value.start, value.end).find(({ text }) => /^\d+(?:,\d{3})*(?:\.\d+)?$/.test(text));
    if (token === undefined) continue;
    const number = Number(token.text.replaceAll(',', ''));
    const isYear = /^[12]\d{3}$/.test(token.text);
    const changed = isYear ? number + 7 : Math.ceil(number * 1.34) + 1;
    return claim.slice(0, token.start) + String(changed) + claim.slice(token.end);
  }
  return null;
}

/** The share of supported pairs that lose `supported` after `change`, and the share that become contradicted. */
function withdrawn(
  pairs: readonly Pair[],
  outcomes: readonly Outcome[],
  change: (claim: string) => string | null,
): string {
  let tried = 0;
  let gone = 0;
  let flipped = 0;
  pairs.forEach((pair, at) => {
    if (outcomes[at]!.verdict !== 'supported') return;
    const changed = change(pair.claim);
    if (changed === null) return;
    const { verdict } = judge(changed, pair.evidence);
    tried++;
    if (verdict !== 'supported') gone++;
    if (verdict === 'contradicted') flipped++;
  });
  return tried === 0 ? '–' : `${share(gone, tried)} (flip ${share(flipped, tried)}) of ${tried}`;
}

function evaluate(set: string): Record<string, string> | null {
  const pairs = readSet(options.data!, set);
  if (pairs.length === 0) return null;
  const started = performance.now();
  const outcomes = pairs.map((pair) => ({ label: pair.label, ...judge(pair.claim, pair.evidence) }));
  const seconds = (performance.now() - started) / 1000;
  const labels = [...new Set(pairs.map((pair) => pair.label))];
  const guesses = pairs.map((pair) => {
    const { label, probability } = bestGuess(pair);
    return { isRight: label === pair.label, probability };
  });
  const swapped = swapEvidence(pairs).map((pair) => judge(pair.claim, pair.evidence).verdict);
  const bare = pairs.map((pair) => judge(pair.claim, '').verdict);
  return {
    set: TRAINING_SETS.includes(set) ? `${set}*` : set,
    rows: String(pairs.length),
    accuracy: share(outcomes.filter((o) => o.label === o.verdict).length, pairs.length),
    'macro-F1': (labels.reduce((sum, label) => sum + f1(outcomes, label), 0) / labels.length).toFixed(3),
    'P(supported)': precision(outcomes, 'supported'),
    'P(contradicted)': precision(outcomes, 'contradicted'),
    'best guess, surest 20 %': atCoverage(guesses, 0.2),
    'best guess, surest 50 %': atCoverage(guesses, 0.5),
    'no evidence → unverifiable': share(bare.filter((v) => v === 'unverifiable').length, bare.length),
    'swapped → unverifiable': share(swapped.filter((v) => v === 'unverifiable').length, swapped.length),
    'negated: withdrawn': withdrawn(pairs, outcomes, negate),
    'number: withdrawn': withdrawn(pairs, outcomes, changeNumber),
    'pairs/s': String(Math.round(pairs.length / seconds)),
  };
}

compare('Ready is ready.', 'Ready is ready.', null);
const before = process.memoryUsage().rss;
const rows = options.sets
  .split(',')
  .map(evaluate)
  .filter((row) => row !== null);
console.log(JUDGE_CONFIGURATION, `threshold ${CREDIBLE}`);
for (const row of rows) {
  console.log(`\n${row.set}`);
  for (const [name, value] of Object.entries(row)) if (name !== 'set') console.log(`  ${name.padEnd(28)} ${value}`);
}
console.log(
  `\nmemory after all sets: ${Math.round(process.memoryUsage().rss / 1e6)} MB (${Math.round(before / 1e6)} MB before)`,
);
