/**
 * Trained models: gradient-boosted trees over features, with calibrated probabilities. The judge's own model takes
 * certainty away from what the gate allows; its data file is written by scripts/train-judge.ts.
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

export interface TreeModel {
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

/** Uncalibrated probabilities of the model's classes: softmax over the summed trees. */
export function rawProbabilities(model: Pick<TreeModel, 'base' | 'rounds'>, features: ArrayLike<number>): number[] {
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

/** Calibrated probability of each of the model's classes; they need not add up to one exactly. */
export function calibratedProbabilities(model: TreeModel, features: ArrayLike<number>): number[] {
  return rawProbabilities(model, features).map((p, c) => calibrated(p, model.calibration[c]!));
}

/** Calibrated probability of each class of the judge's model. */
export function predict(model: TreeModel, features: ArrayLike<number>): Probabilities {
  const [supports, contradicts, neither] = calibratedProbabilities(model, features) as [number, number, number];
  return { supports, contradicts, neither };
}

/** A model of `engine/data`. Throws if it was trained on features other than `names`. */
export function readModel(file: string, names: readonly string[]): TreeModel {
  const model = JSON.parse(readFileSync(new URL(`../../data/${file}`, import.meta.url), 'utf8')) as TreeModel;
  if (model.features.join() !== names.join()) throw new Error(`${model.name} was trained on other features`);
  return model;
}

let loaded: TreeModel | undefined;

/** The judge's shipped model, loaded on first use. */
export function shippedModel(): TreeModel {
  loaded ??= readModel('judge-model.json', FEATURE_NAMES);
  return loaded;
}
