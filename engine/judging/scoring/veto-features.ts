/**
 * What the veto knows of a claim whose words all stand in a passage: how the passage was read, how one sentence words the
 * claim, and what stands around it. Like the model's features, none describes the claim alone in its subject matter.
 */
import type { Comparison } from '../comparison.ts';
import { CLAUSE_FEATURES, clauseFeatures } from './clause-features.ts';
import { FEATURE_NAMES, featuresOf } from './features.ts';
import { FOCUS_FEATURES, focusFeatures } from './focus-features.ts';
import type { GateDecision } from './gate.ts';
import { RIVAL_FEATURES, rivalFeatures } from './rival-features.ts';
import { sentenceMatch } from './sentence-match.ts';
import { SPREAD_FEATURES, spreadFeatures } from './spread-features.ts';
import { SURPLUS_FEATURES, surplusFeatures } from './surplus-features.ts';
import { WORDING_FEATURES, wordingFeatures } from './wording-features.ts';

/** Of the model's features, those that differ among such claims. */
const OF_READING = [
  ...['scattered', 'anchor_inferred', 'order_agreement', 'spread', 'sentence_novelty', 'clause_share'],
  ...['subject_aligned', 'subject_other', 'inference_derived', 'inference_synonym', 'inference_hyponym'],
  'inference_short_name',
];
const PLACES = OF_READING.map((name) => FEATURE_NAMES.indexOf(name));

export const VETO_FEATURES: readonly string[] = [
  ...OF_READING,
  ...WORDING_FEATURES,
  ...SURPLUS_FEATURES,
  ...FOCUS_FEATURES,
  ...SPREAD_FEATURES,
  ...CLAUSE_FEATURES,
  ...RIVAL_FEATURES,
];

/** The feature vector, in the order of `VETO_FEATURES`. */
export function vetoFeatures(comparison: Comparison, gate: GateDecision): Float64Array {
  const ofReading = featuresOf(comparison, gate);
  const match = sentenceMatch(comparison);
  return Float64Array.from([
    ...PLACES.map((place) => ofReading[place]!),
    ...wordingFeatures(match),
    ...surplusFeatures(match),
    ...focusFeatures(match),
    ...spreadFeatures(match),
    ...clauseFeatures(comparison),
    ...rivalFeatures(match),
  ]);
}
