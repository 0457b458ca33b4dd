/**
 * The trained model: gradient-boosted trees over the features, with calibrated probabilities. Its data file is written
 * by scripts/train-judge.ts.
 */
import { readFileSync } from 'node:fs';
import { FEATURE_NAMES } from './features.ts';

/** A tree as parallel arrays; a node whose `feature` is -1 is a leaf with `value`. */
export interface Tree {
  feature: number[];
  threshold: number[];
  left: number[];
  right: number[];
  value: number[];
}

export const CLASSES = ['supports', 'contradicts', 'neither'] as const;
export type JudgeClass = (typeof CLASSES)[number];

export interface JudgeModel {
  name: string;
  features: string[];
  /** Starting score per class. */
  base: number[];
  /** rounds[r][c] is added to the score of class c. */
  rounds: Tree[][];
  /** Platt scaling per class on the log-odds: p = 1 / (1 + exp(-(slope · logit + intercept))). */
  calibration: { slope: number; intercept: number }[];
}

export type Probabilities = Record<JudgeClass, number>;

function evaluate(tree: Tree, features: ArrayLike<number>): number {
  let node = 0;
  while (tree.feature[node]! >= 0) {
    node = features[tree.feature[node]!]! <= tree.threshold[node]! ? tree.left[node]! : tree.right[node]!;
  }
  return tree.value[node]!;
}

/** Uncalibrated probabilities in the order of `CLASSES`: softmax over the summed trees. */
export function rawProbabilities(model: Pick<JudgeModel, 'base' | 'rounds'>, features: ArrayLike<number>): number[] {
  const scores = [...model.base];
  for (const trees of model.rounds) {
    for (let c = 0; c < trees.length; c++) scores[c] = scores[c]! + evaluate(trees[c]!, features);
  }
  const top = Math.max(...scores);
  const exponents = scores.map((score) => Math.exp(score - top));
  const sum = exponents.reduce((a, b) => a + b, 0);
  return exponents.map((value) => value / sum);
}

/** Log-odds of `probability`, which is clipped so they stay finite. */
export function logit(probability: number): number {
  const clipped = Math.min(1 - 1e-6, Math.max(1e-6, probability));
  return Math.log(clipped / (1 - clipped));
}

function calibrated(probability: number, { slope, intercept }: { slope: number; intercept: number }): number {
  return 1 / (1 + Math.exp(-(slope * logit(probability) + intercept)));
}

/** Calibrated probability of each class; the three need not add up to one exactly. */
export function predict(model: JudgeModel, features: ArrayLike<number>): Probabilities {
  const raw = rawProbabilities(model, features);
  const [supports, contradicts, neither] = raw.map((p, c) => calibrated(p, model.calibration[c]!)) as [
    number,
    number,
    number,
  ];
  return { supports, contradicts, neither };
}

let loaded: JudgeModel | undefined;

/** The shipped model, loaded on first use. Throws if it was trained on features other than `FEATURE_NAMES`. */
export function shippedModel(): JudgeModel {
  if (loaded === undefined) {
    const model = JSON.parse(
      readFileSync(new URL('../../data/judge-model.json', import.meta.url), 'utf8'),
    ) as JudgeModel;
    if (model.features.join() !== FEATURE_NAMES.join())
      throw new Error(`${model.name} was not trained on FEATURE_NAMES`);
    loaded = model;
  }
  return loaded;
}
