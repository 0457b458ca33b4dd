/**
 * A small model over what an NLI model says of a window and what the words of claim and window have in common. Its weights
 * are data, fitted for each NLI model: such models differ in what their probabilities are worth.
 */

/** Multinomial logistic regression; "neither" has the score 0. */
export interface Combiner {
  /** Names of the features, in their order. */
  features: string[];
  /** What is subtracted from each feature, and what it is divided by then. */
  mean: number[];
  scale: number[];
  /** One weight per feature, and the constant behind them. */
  supports: number[];
  contradicts: number[];
  /** Probability from which a label counts; null: it never does. */
  supports_from: number | null;
  contradicts_from: number | null;
}

export interface LabelProbabilities {
  supports: number;
  contradicts: number;
}

/** `features` as `Combiner.features` names them. */
export function probabilitiesOf(combiner: Combiner, features: ArrayLike<number>): LabelProbabilities {
  const scaled = combiner.mean.map((mean, at) => (features[at]! - mean) / combiner.scale[at]!);
  const score = (weights: readonly number[]) =>
    scaled.reduce((sum, value, at) => sum + value * weights[at]!, weights[scaled.length]!);
  const supports = score(combiner.supports);
  const contradicts = score(combiner.contradicts);
  const top = Math.max(0, supports, contradicts);
  const [none, first, second] = [0, supports, contradicts].map((each) => Math.exp(each - top)) as [
    ...[number, number, number],
  ];
  const sum = none + first + second;
  return { supports: first / sum, contradicts: second / sum };
}
