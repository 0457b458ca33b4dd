/**
 * Where one sentence has every part of a claim and only of whom it is said is in doubt, the rules say nothing. There a second
 * model says how likely it is that the passage supports the claim. Figures, names, dates, negation, quantifiers, hedges and
 * clashes are left to the rules. Its data file is written by scripts/train-veto.ts.
 */
import type { Comparison } from '../comparison.ts';
import { isDoubtful } from './doubtful-reading.ts';
import type { GateDecision } from './gate.ts';
import { calibratedProbabilities, readModel, type TreeModel } from './model.ts';
import { VETO_FEATURES, vetoFeatures } from './veto-features.ts';

/** The first ground of what is supported by such a reading. */
export const LIKELY_READING = 'likely_reading';

/** The classes of the model. */
export const VETO_CLASSES = ['supports', 'other'] as const;

let loaded: TreeModel | undefined;

/**
 * Probability that the passage supports the claim, null where more than the reading is in doubt. The model is loaded on
 * first use.
 */
export function supportProbability(comparison: Comparison, gate: GateDecision): number | null {
  if (!isDoubtful(comparison, gate)) return null;
  loaded ??= readModel('veto-model.json', VETO_FEATURES);
  return calibratedProbabilities(loaded, vetoFeatures(comparison, gate))[0]!;
}
