/**
 * How reliable the scores of one NLI model are, as measured on articles with known verdicts. Models differ in what their
 * probabilities mean, so each has its own table. The table is counted, not learnt.
 */
import type { PairScores } from '#contracts/ports/entailment-model.ts';

/** The reliability of scores from a certain probability upwards. */
export interface Step {
  /** Lower limit of the model's probability (0..1). */
  from: number;
  /** Share (0..1) of claims that such scores decide correctly. */
  reliability: number;
}

/** Steps in rising order of `from`. Without steps, the model never counts on that side. */
export interface CalibrationTable {
  supports: readonly Step[];
  contradicts: readonly Step[];
}

export type Side = keyof CalibrationTable;

/** The side that the model prefers, and its probability. A model with two labels never contradicts. */
export function sideOf({ entailment, contradiction }: PairScores): { side: Side; probability: number } {
  return contradiction !== null && contradiction > entailment
    ? { side: 'contradicts', probability: contradiction }
    : { side: 'supports', probability: entailment };
}

/** Reliability of a side at that probability. Null if the probability is too low to count. */
export function reliabilityOf(table: CalibrationTable, side: Side, probability: number): number | null {
  return table[side].findLast(({ from }) => probability >= from)?.reliability ?? null;
}
