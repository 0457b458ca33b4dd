/**
 * Trains the judge's model and writes engine/data/judge-model.json.
 *
 *   node scripts/train-judge.ts --data DIR
 *
 * Trained on FEVER, FM2, SciFact and CitInt only, with unrelated evidence (another claim's) as further negatives. Folds
 * are cut by evidence document. Calibration comes from the held-out folds, never from rows that a tree has seen.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compare } from '#engine/judging/comparison.ts';
import { FEATURE_NAMES, featuresOf } from '#engine/judging/features.ts';
import { decide } from '#engine/judging/gate.ts';
import { CLASSES, type JudgeModel, logit, rawProbabilities } from '#engine/judging/model.ts';
import { foldOf, type Pair, readSet, swapEvidence, TRAINING_SETS } from '../bench/eval/data.ts';
import { type BoostingOptions, boost } from './boosting.ts';

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, out: { type: 'string', default: 'engine/data/judge-model.json' } },
});
if (options.data === undefined) throw new Error('--data DIR (the evaluation sets) is required');

const BOOSTING: BoostingOptions = { rounds: 60, depth: 4, learningRate: 0.12, minimumLeaf: 40, lambda: 2 };
const FOLDS = 5;
const CLASS_OF = { supported: 0, contradicted: 1, unverifiable: 2 } as const;

interface Example {
  features: Float64Array;
  label: number;
  fold: number;
}

function exampleOf(pair: Pair): Example {
  const comparison = compare(pair.claim, pair.evidence, null);
  return {
    features: featuresOf(comparison, decide(comparison)),
    label: CLASS_OF[pair.label],
    fold: foldOf(pair.document, FOLDS),
  };
}

/** Logistic regression of one variable by Newton's method (Platt 1999). */
function platt(logits: readonly number[], targets: readonly boolean[]): { slope: number; intercept: number } {
  let slope = 1;
  let intercept = 0;
  for (let step = 0; step < 30; step++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-6, 0, 1e-6];
    logits.forEach((x, at) => {
      const p = 1 / (1 + Math.exp(-(slope * x + intercept)));
      const error = Number(targets[at]) - p;
      const w = p * (1 - p);
      g0 += error;
      g1 += error * x;
      h00 += w;
      h01 += w * x;
      h11 += w * x * x;
    });
    const determinant = h00 * h11 - h01 * h01;
    intercept += (h11 * g0 - h01 * g1) / determinant;
    slope += (h00 * g1 - h01 * g0) / determinant;
  }
  return { slope: Math.round(slope * 1e5) / 1e5, intercept: Math.round(intercept * 1e5) / 1e5 };
}

const pairs = TRAINING_SETS.flatMap((set) => {
  const own = readSet(options.data!, set);
  return [...own, ...swapEvidence(own)];
});
const examples = pairs.map(exampleOf);
const weights = examples.map(() => 1);
console.log(`${examples.length} examples, ${FEATURE_NAMES.length} features`);

const heldOut: number[][] = new Array(examples.length);
for (let fold = 0; fold < FOLDS; fold++) {
  const seen = examples.flatMap((example, at) => (example.fold === fold ? [] : [at]));
  const model = boost(
    seen.map((at) => examples[at]!.features),
    seen.map((at) => examples[at]!.label),
    seen.map((at) => weights[at]!),
    BOOSTING,
  );
  examples.forEach((example, at) => {
    if (example.fold === fold) heldOut[at] = rawProbabilities(model, example.features);
  });
}

const calibration = CLASSES.map((_, c) =>
  platt(
    heldOut.map((p) => logit(p[c]!)),
    examples.map((example) => example.label === c),
  ),
);
const final = boost(
  examples.map((example) => example.features),
  examples.map((example) => example.label),
  weights,
  BOOSTING,
);
const model: JudgeModel = { name: 'judge-model-1', features: [...FEATURE_NAMES], ...final, calibration };
writeFileSync(options.out, `${JSON.stringify(model)}\n`);

CLASSES.slice(0, 2).forEach((name, c) => {
  const gateFeature = c;
  for (const threshold of [0.5, 0.6, 0.7, 0.8, 0.9]) {
    const { slope, intercept } = calibration[c]!;
    const taken = examples.flatMap((example, at) => {
      const p = 1 / (1 + Math.exp(-(slope * logit(heldOut[at]![c]!) + intercept)));
      return example.features[gateFeature] === 1 && p >= threshold ? [example.label === c] : [];
    });
    const right = taken.filter(Boolean).length;
    console.log(`${name} ≥ ${threshold}: ${taken.length} taken, precision ${(right / taken.length).toFixed(3)}`);
  }
});
