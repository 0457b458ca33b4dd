/** What the combiner knows of a claim and a window: how they share their words, signs of a swap, and the NLI model's word. */
import type { PairReading } from '#contracts/ports/entailment-model.ts';
import type { Comparison } from '../comparison.ts';
import { FEATURE_NAMES, featuresOf } from '../scoring/features.ts';
import { decide } from '../scoring/gate.ts';
import { logit } from '../scoring/model.ts';

/** Of the features of tier 1, those that fit any claim; with all of them a few hundred examples would be too few. */
const OF_WORDS = [
  ...['allows_support', 'allows_contradiction', 'coverage', 'coverage_beside_clash', 'missing_words', 'missing_names'],
  ...['missing_values', 'scattered', 'anchor_found', 'anchor_opposite', 'hedge_gap', 'quantifier_gap', 'restriction'],
  ...['polarity_differs', 'clashes', 'order_agreement', 'sentence_novelty', 'clause_share', 'siblings'],
];
const PLACES = OF_WORDS.map((name) => FEATURE_NAMES.indexOf(name));
const COVERAGE = OF_WORDS.indexOf('coverage');

const OF_MODEL = ['entailment', 'contradiction', 'entailment_by_coverage', 'contradiction_by_coverage'];

export const ENTAILMENT_FEATURES: readonly string[] = [...OF_WORDS, ...OF_MODEL];

/** Beyond these log-odds a model is only sure of itself. */
const MOST_LOGIT = 8;

function bounded(probability: number): number {
  return Math.max(-MOST_LOGIT, Math.min(MOST_LOGIT, logit(probability)));
}

/** In the order of `ENTAILMENT_FEATURES`. Without a reading the model's features are 0: they then say nothing. */
export function entailmentFeatures(comparison: Comparison, reading: PairReading | null): number[] {
  const all = featuresOf(comparison, decide(comparison));
  const ofWords = PLACES.map((place) => all[place]!);
  const coverage = ofWords[COVERAGE]!;
  const entailment = reading === null ? 0 : bounded(reading.entailment);
  const contradiction = reading === null || reading.contradiction === null ? 0 : bounded(reading.contradiction);
  return [...ofWords, entailment, contradiction, entailment * coverage, contradiction * coverage];
}
