/**
 * The risk-coverage curve of selective classification (El-Yaniv and Wiener 2010). Verdicts are accepted in order of reliability,
 * highest first; each point tells how many of those accepted so far are right.
 */
import type { ClaimRow } from '../claim-row.ts';
import { type Share, share } from './share.ts';
import { isRight } from './verdicts.ts';

/** A verdict, or any other guess. */
export interface Decision {
  /** Used for ranking: higher means more certain. */
  reliability: number;
  right: boolean;
}

export interface CurvePoint {
  /** Decisions with at least this reliability are accepted. */
  reliability: number;
  /** Accepted decisions as a share of all claims, 0..1. */
  coverage: number;
  /** Share of the accepted decisions that is right, 0..1. */
  precision: number;
}

/** One point for each reliability that occurs, highest first. `claims`: number of claims to be decided. */
export function riskCoverage(decisions: readonly Decision[], claims: number): CurvePoint[] {
  const points: CurvePoint[] = [];
  let taken = 0;
  let right = 0;
  const surestFirst = decisions.toSorted((a, b) => b.reliability - a.reliability);
  for (const [i, decision] of surestFirst.entries()) {
    taken++;
    if (decision.right) right++;
    // Decisions with equal reliability can't be ordered, so they are accepted together.
    if (surestFirst[i + 1]?.reliability === decision.reliability) continue;
    points.push({ reliability: decision.reliability, coverage: taken / claims, precision: right / taken });
  }
  return points;
}

/** Precision of the most reliable decisions that make up this share of the claims; null if fewer are decided. */
export function precisionAt(points: readonly CurvePoint[], coverage: number): number | null {
  return points.find((point) => point.coverage >= coverage)?.precision ?? null;
}

export interface RiskCoverageFigures {
  supported: CurvePoint[];
  contradicted: CurvePoint[];
  both: CurvePoint[];
  /** Precision of `both` at a fifth and at half of the claims; null if fewer are decided. */
  precision_at_20: number | null;
  precision_at_50: number | null;
  /** Checkable claims that are decided, rightly or wrongly. */
  decided: Share;
}

/** Figures whose coverage is the share of checkable claims. */
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
