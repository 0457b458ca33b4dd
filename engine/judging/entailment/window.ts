/** One window of a document: what an NLI model is given of it, and what its reading is worth. */
import type { PairReading } from '#contracts/ports/entailment-model.ts';
import { withoutHeadline } from '#engine/retrieval/lines.ts';
import { type Comparison, compare } from '../comparison.ts';
import { readStatements } from '../fact-check.ts';
import { labelledSentences, withdrawalOf } from '../model/withdrawal.ts';
import { type Combiner, probabilitiesOf } from './combiner.ts';
import { coveringSentence } from './covering-sentence.ts';
import { entailmentFeatures } from './features.ts';
import type { Window } from './pair.ts';

export interface WindowLabel {
  relationship: 'supports' | 'contradicts';
  /** Calibrated. */
  probability: number;
}

/**
 * Of a window that speaks of the claim. Encoders call a fifth of the windows that speak of something else contradictions,
 * so below this share of the claim's words none is believed.
 */
const COVERAGE_TO_CONTRADICT = 0.5;
/** No reading is surer than what the calibration could show. */
const HIGHEST_PROBABILITY = 0.97;

export function compareWindow(claim: string, { text, title }: Window): Comparison {
  return compare(claim, withoutHeadline(text), title);
}

/** Characters; half of what the models take. */
const LONGEST_CLAIM = 700;

/** What the window says of the claim; null where it is left open. */
export function labelOf(claim: string, window: Window, reading: PairReading, combiner: Combiner): WindowLabel | null {
  const comparison = compareWindow(claim, window);
  const probabilities = probabilitiesOf(combiner, entailmentFeatures(comparison, window.title, reading));
  const relationship = likelier(probabilities.supports, probabilities.contradicts);
  const from = combiner[`${relationship}_from`];
  const probability = Math.min(HIGHEST_PROBABILITY, probabilities[relationship]);
  // Written so that a probability that is no number, of a damaged calibration, decides nothing.
  if (from === null || !(probabilities[relationship] >= from)) return null;
  return mayCount(claim, window, comparison, reading, relationship) ? { relationship, probability } : null;
}

export function likelier(supports: number, contradicts: number): 'supports' | 'contradicts' {
  return supports >= contradicts ? 'supports' : 'contradicts';
}

/**
 * Whether the window's words can carry the label: support where no figure, name, date or negation clashes, contradiction
 * where the window speaks of the claim and the model itself tends to it.
 */
export function mayCount(
  claim: string,
  { text, title }: Window,
  comparison: Comparison,
  reading: PairReading,
  relationship: 'supports' | 'contradicts',
): boolean {
  const { entailment, contradiction } = reading;
  // The model may have read the beginning of such a claim only.
  if (comparison.alignment.claim.cut || claim.length > LONGEST_CLAIM) return false;
  if (relationship === 'contradicts') {
    if (comparison.coverage < COVERAGE_TO_CONTRADICT) return false;
    if (contradiction === null || contradiction < entailment) return false;
  } else {
    const { negationDiffers, nameDiffers } = coveringSentence(comparison, title);
    if (entailment < (contradiction ?? 0) || negationDiffers || nameDiffers) return false;
    if (comparison.hedgeGap === 2 || comparison.restriction !== null || comparison.quantifierGap !== null) return false;
    if (comparison.limits.length > 0) return false;
  }
  const part = readStatements(text).stated;
  // What a passage only quotes is no word of its own for or against anything; its title may share words with the claim.
  if (part.trim() === '') return false;
  const words = { ...labelledSentences(part, [{ start: 0, end: part.length }]), title };
  return withdrawalOf(claim, words, relationship) === null;
}
