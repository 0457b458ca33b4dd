/**
 * The trained model: gradient-boosted trees over the features, with calibrated probabilities. The file is made by
 * scripts/train-judge.ts and is plain data.
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

/** Softmax over the summed trees; not calibrated. */
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

/** The shipped model. Throws if its features are not those this code computes. */
export function shippedModel(): JudgeModel {
  if (loaded === undefined) {
    const model = JSON.parse(readFileSync(new URL('../data/judge-model.json', import.meta.url), 'utf8')) as JudgeModel;
    if (model.features.join() !== FEATURE_NAMES.join()) throw new Error(`${model.name} was trained on other features`);
    loaded = model;
  }
  return loaded;
}
