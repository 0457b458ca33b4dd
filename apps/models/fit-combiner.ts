/** Fits the combiner's weights: logistic regression with an L2 penalty. Deterministic. */
import { type Combiner, probabilitiesOf } from '#engine/judging/entailment/combiner.ts';

export const LABELS = ['neither', 'supports', 'contradicts'] as const;

export interface Example {
  features: readonly number[];
  label: (typeof LABELS)[number];
}

const ROUNDS = 400;
const STEP = 0.05;
/** Penalty per example. */
const PENALTY = 0.003;
/** The two decay rates of Adam. */
const FIRST = 0.9;
const SECOND = 0.999;
const TINY = 1e-8;

/** A combiner without thresholds. */
export function fitCombiner(names: readonly string[], examples: readonly Example[]): Combiner {
  const size = names.length;
  const mean = names.map((_, at) => average(examples.map(({ features }) => features[at]!)));
  const scale = names.map((_, at) => {
    const variance = average(examples.map(({ features }) => (features[at]! - mean[at]!) ** 2));
    return Math.sqrt(variance) || 1;
  });
  const scaled = examples.map(({ features }) =>
    Float64Array.from(features, (value, at) => (value - mean[at]!) / scale[at]!),
  );
  const combiner: Combiner = {
    features: [...names],
    mean: new Array<number>(size).fill(0),
    scale: new Array<number>(size).fill(1),
    supports: new Array<number>(size + 1).fill(0),
    contradicts: new Array<number>(size + 1).fill(0),
    supports_from: null,
    contradicts_from: null,
  };
  const sides = ['supports', 'contradicts'] as const;
  const moments = sides.map(() => ({ first: new Float64Array(size + 1), second: new Float64Array(size + 1) }));
  for (let round = 1; round <= ROUNDS; round++) {
    const gradients = sides.map(() => new Float64Array(size + 1));
    for (const [i, features] of scaled.entries()) {
      const probabilities = probabilitiesOf(combiner, features);
      for (const [s, side] of sides.entries()) {
        const error = (probabilities[side] - Number(examples[i]!.label === side)) / scaled.length;
        for (let at = 0; at < size; at++) gradients[s]![at]! += error * features[at]!;
        gradients[s]![size]! += error;
      }
    }
    for (const [s, side] of sides.entries()) {
      const weights = combiner[side];
      const { first, second } = moments[s]!;
      for (let at = 0; at <= size; at++) {
        const gradient = gradients[s]![at]! + (at < size ? PENALTY * weights[at]! : 0);
        first[at] = FIRST * first[at]! + (1 - FIRST) * gradient;
        second[at] = SECOND * second[at]! + (1 - SECOND) * gradient ** 2;
        const step = first[at]! / (1 - FIRST ** round);
        weights[at]! -= (STEP * step) / (Math.sqrt(second[at]! / (1 - SECOND ** round)) + TINY);
      }
    }
  }
  return { ...combiner, mean, scale };
}

function average(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
