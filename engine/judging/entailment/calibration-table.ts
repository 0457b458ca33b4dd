/**
 * What the scores of one NLI model are worth: measured on articles with known verdicts, by how sure the model is. Such
 * models differ in what their probabilities mean, so each has a table of its own, and nothing in it is learnt but counted.
 */
import type { PairScores } from '#contracts/ports/entailment-model.ts';

/** Of the scores with at least this probability. */
export interface Step {
  /** Probability (0..1) of the model. */
  from: number;
  /** Share (0..1) of the claims that such scores settle rightly. */
  reliability: number;
}

/** Steps in rising order of `from`; none: what the model says on that side never counts. */
export interface CalibrationTable {
  supports: readonly Step[];
  contradicts: readonly Step[];
}

export type Side = keyof CalibrationTable;

/** The side that the model tends to, and how sure it is. A model of two labels never contradicts. */
export function sideOf({ entailment, contradiction }: PairScores): { side: Side; probability: number } {
  return contradiction !== null && contradiction > entailment
    ? { side: 'contradicts', probability: contradiction }
    : { side: 'supports', probability: entailment };
}

/** Reliability of a side with that probability; null where it doesn't count. */
export function reliabilityOf(table: CalibrationTable, side: Side, probability: number): number | null {
  return table[side].findLast(({ from }) => probability >= from)?.reliability ?? null;
}
