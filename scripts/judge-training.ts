/** Shared by the training of both models and the evaluation: examples, folds, calibration. */
import { compare } from '#engine/judging/comparison.ts';
import { featuresOf } from '#engine/judging/scoring/features.ts';
import { decide } from '#engine/judging/scoring/gate.ts';
import { foldOf, type Pair, readSet, swapEvidence, TRAINING_SETS } from '../eval/data/pairs.ts';
import { type Boosted, type BoostingOptions, boost } from './boosting.ts';

/** Options of the judge's model. */
export const JUDGE_BOOSTING: BoostingOptions = { rounds: 60, depth: 4, learningRate: 0.12, minimumLeaf: 40, lambda: 2 };
export const FOLDS = 5;
const CLASS_OF = { supported: 0, contradicted: 1, unverifiable: 2 } as const;

export interface Example {
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
export function platt(logits: readonly number[], targets: readonly boolean[]): { slope: number; intercept: number } {
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

/** Examples of all training sets in `folder`. Each set is extended by its claims with other claims' evidence. */
export function trainingExamples(folder: string): Example[] {
  return TRAINING_SETS.flatMap((set) => {
    const own = readSet(folder, set);
    return [...own, ...swapEvidence(own)];
  }).map(exampleOf);
}

/** Trains on `examples`. */
export function train(examples: readonly Example[], options = JUDGE_BOOSTING): Boosted {
  return boost(
    examples.map((example) => example.features),
    examples.map((example) => example.label),
    examples.map(() => 1),
    options,
  );
}

/** One model per fold, trained on the other folds. */
export function trainFolds(examples: readonly Example[], options = JUDGE_BOOSTING): Boosted[] {
  return Array.from({ length: FOLDS }, (_, fold) =>
    train(
      examples.filter((example) => example.fold !== fold),
      options,
    ),
  );
}
