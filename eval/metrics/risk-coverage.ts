/**
 * The risk-coverage curve of selective classification (El-Yaniv and Wiener 2010): verdicts are taken surest first, and
 * each point says how many are right among those taken so far.
 */
import type { ClaimRow } from '../claim-row.ts';
import { type Share, share } from './share.ts';
import { isRight } from './verdicts.ts';

/** One verdict, or one guess. */
export interface Decision {
  /** What ranks it: higher is surer. */
  reliability: number;
  right: boolean;
}

export interface CurvePoint {
  /** Decisions of at least this reliability are taken. */
  reliability: number;
  /** Share of all claims that they are, 0..1. */
  coverage: number;
  /** Share of them that is right, 0..1. */
  precision: number;
}

/** One point per reliability that occurs, surest first. `claims`: how many there are to decide. */
export function riskCoverage(decisions: readonly Decision[], claims: number): CurvePoint[] {
  const points: CurvePoint[] = [];
  let taken = 0;
  let right = 0;
  const surestFirst = decisions.toSorted((a, b) => b.reliability - a.reliability);
  for (const [i, decision] of surestFirst.entries()) {
    taken++;
    if (decision.right) right++;
    // Equals are taken together: nothing tells them apart.
    if (surestFirst[i + 1]?.reliability === decision.reliability) continue;
    points.push({ reliability: decision.reliability, coverage: taken / claims, precision: right / taken });
  }
  return points;
}

/** Precision of the surest decisions that make up this share of the claims; null where fewer are decided. */
export function precisionAt(points: readonly CurvePoint[], coverage: number): number | null {
  return points.find((point) => point.coverage >= coverage)?.precision ?? null;
}

export interface RiskCoverageFigures {
  supported: CurvePoint[];
  contradicted: CurvePoint[];
  both: CurvePoint[];
  /** Of both, at a fifth and at half of the claims; null where fewer are decided. */
  precision_at_20: number | null;
  precision_at_50: number | null;
  /** Checkable claims that are decided at all, rightly or not. */
  decided: Share;
}

/** Coverage counts checkable claims. */
export function riskCoverageFigures(rows: readonly ClaimRow[]): RiskCoverageFigures {
  const checkable = rows.filter(({ gold }) => gold !== 'not_checkable').length;
  const decisions = (...verdicts: string[]): Decision[] =>
    rows
      .filter(({ said }) => verdicts.includes(said))
      .map((row) => ({ reliability: row.reliability ?? 0, right: isRight(row) }));
  const all = decisions('supported', 'contradicted');
  const both = riskCoverage(all, checkable);
  return {
    supported: riskCoverage(decisions('supported'), checkable),
    contradicted: riskCoverage(decisions('contradicted'), checkable),
    both,
    precision_at_20: precisionAt(both, 0.2),
    precision_at_50: precisionAt(both, 0.5),
    decided: share(all.length, checkable),
  };
}
