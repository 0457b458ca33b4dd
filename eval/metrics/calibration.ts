/** Measures whether `reliability` is calibrated: of the verdicts with a reliability of 90 %, nine in ten should be right. */
import type { ClaimRow } from '../claim-row.ts';
import { isRight } from './verdicts.ts';

const BINS = 10;

export interface CalibrationBin {
  /** The bin's reliabilities are at least `from` and less than `to`. The last bin includes `to`. */
  from: number;
  to: number;
  verdicts: number;
  /** Mean reliability of the verdicts in this bin, and the share of them that is right; null if the bin is empty. */
  mean_reliability: number | null;
  right: number | null;
}

export interface CalibrationFigures {
  verdicts: number;
  bins: CalibrationBin[];
  /** Expected calibration error (Naeini et al. 2015): mean distance between the two in each bin, weighted by verdicts. */
  ece: number | null;
  /** Mean squared difference between the reliability and 1 (right) or 0 (wrong), after Brier 1950. */
  brier: number | null;
}

export interface Prediction {
  /** 0..1 */
  reliability: number;
  right: boolean;
}

export function calibration(predictions: readonly Prediction[]): CalibrationFigures {
  const bins = Array.from({ length: BINS }, (_, i) => binOf(predictions, i));
  const distance = bins.reduce(
    (sum, { verdicts, mean_reliability, right }) => sum + verdicts * Math.abs((right ?? 0) - (mean_reliability ?? 0)),
    0,
  );
  return {
    verdicts: predictions.length,
    bins,
    ece: predictions.length === 0 ? null : distance / predictions.length,
    brier: mean(predictions.map(({ reliability, right }) => (reliability - Number(right)) ** 2)),
  };
}

function binOf(predictions: readonly Prediction[], index: number): CalibrationBin {
  const inside = predictions.filter(({ reliability }) => Math.min(BINS - 1, Math.floor(reliability * BINS)) === index);
  return {
    from: index / BINS,
    to: (index + 1) / BINS,
    verdicts: inside.length,
    mean_reliability: mean(inside.map(({ reliability }) => reliability)),
    right: mean(inside.map(({ right }) => Number(right))),
  };
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Calibration of the verdicts that settle a claim, and of all judged claims, abstentions included. */
export function calibrationFigures(rows: readonly ClaimRow[]): {
  settled: CalibrationFigures;
  judged: CalibrationFigures;
} {
  const predictions = (from: readonly ClaimRow[]): Prediction[] =>
    from.flatMap((row) => (row.reliability === null ? [] : [{ reliability: row.reliability, right: isRight(row) }]));
  const settled = rows.filter(({ said }) => said === 'supported' || said === 'contradicted');
  return { settled: calibration(predictions(settled)), judged: calibration(predictions(rows)) };
}
