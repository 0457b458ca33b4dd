/** What the combiner knows of a claim and a window: how they share their words, signs of a swap, and the NLI model's word. */
import type { PairReading } from '#contracts/ports/entailment-model.ts';
import type { Comparison } from '../comparison.ts';
import { FEATURE_NAMES, featuresOf } from '../scoring/features.ts';
import { decide } from '../scoring/gate.ts';
import { logit } from '../scoring/model.ts';
import { coveringSentence } from './covering-sentence.ts';

/** Of the features of tier 1, those that fit any claim; with all of them a few hundred examples would be too few. */
const OF_WORDS = [
  ...['allows_support', 'allows_contradiction', 'coverage', 'coverage_beside_clash', 'missing_words', 'missing_names'],
  ...['missing_values', 'scattered', 'anchor_found', 'anchor_opposite', 'hedge_gap', 'quantifier_gap', 'restriction'],
  ...['polarity_differs', 'clashes', 'order_agreement', 'sentence_novelty', 'clause_share', 'siblings'],
];
const PLACES = OF_WORDS.map((name) => FEATURE_NAMES.indexOf(name));
const COVERAGE = OF_WORDS.indexOf('coverage');

const OF_SENTENCE = ['sentence_share', 'negation_differs', 'name_differs'];
const OF_MODEL = ['entailment', 'contradiction', 'entailment_by_coverage', 'contradiction_by_coverage'];

export const ENTAILMENT_FEATURES: readonly string[] = [...OF_WORDS, ...OF_SENTENCE, ...OF_MODEL];

/** Beyond these log-odds a model is only sure of itself. */
const MOST_LOGIT = 8;

function bounded(probability: number): number {
  return Math.max(-MOST_LOGIT, Math.min(MOST_LOGIT, logit(probability)));
}

/** In the order of `ENTAILMENT_FEATURES`. `title` is that of the window's document. */
export function entailmentFeatures(comparison: Comparison, title: string, reading: PairReading): number[] {
  const all = featuresOf(comparison, decide(comparison));
  const ofWords = PLACES.map((place) => all[place]!);
  const { share, negationDiffers, nameDiffers } = coveringSentence(comparison, title);
  const coverage = ofWords[COVERAGE]!;
  const entailment = bounded(reading.entailment);
  const contradiction = reading.contradiction === null ? 0 : bounded(reading.contradiction);
  const ofModel = [entailment, contradiction, entailment * coverage, contradiction * coverage];
  return [...ofWords, share, Number(negationDiffers), Number(nameDiffers), ...ofModel];
}
