/** Materiality-weighted risk of relying on the unchanged text. */
import { driverText, riskLevelOf } from '#common/risk.ts';
import type { CoverageStatus, Materiality, RiskLevel } from '#contracts/vocabulary.ts';
import { RISK_LEVELS } from '#contracts/vocabulary.ts';
import { round4 } from '#engine/rounding.ts';
import type { Summary, SummaryClaim } from '#engine/types/summary.ts';
import { isCheckable, plural } from './measures.ts';

/** Version of the weights, the risk per verdict, the boundaries of the levels and the rules that raise a level. */
export const RISK_MODEL_VERSION = 'materiality-weighted.v1';

const MATERIALITY_WEIGHTS: Record<Materiality, number> = { high: 4, medium: 2, low: 1 };

const MAX_DRIVERS = 5;
/** Least risk at which a supported claim is listed as a driver: its reliability is then at most one half. */
const DOUBTFUL_SUPPORT = 0.1;

/** The properties of a claim that determine its risk. */
type JudgedClaim = Pick<SummaryClaim, 'ordinal' | 'verdict' | 'materiality' | 'reliability'>;

/** Risk of one checkable claim, 0..1. */
function claimRisk(claim: JudgedClaim): number {
  switch (claim.verdict) {
    case 'contradicted':
      return 1;
    case 'disputed':
      return 0.6;
    case 'unverifiable':
      return 0.35;
    case 'supported':
      return 0.2 * (1 - claim.reliability);
    case 'not_checkable':
      return 0;
  }
}

/**
 * score = Σ w·r ÷ Σ w over the checkable claims; 0 if there are none. The level follows from the score. A contradicted claim of
 * high materiality raises it to at least high, incomplete coverage to at least medium.
 */
export function riskOf(claims: SummaryClaim[], coverage: CoverageStatus): Summary['risk'] {
  const checkable = claims.filter(isCheckable);
  const weights = checkable.reduce((sum, claim) => sum + MATERIALITY_WEIGHTS[claim.materiality], 0);
  const weighted = checkable.reduce((sum, claim) => sum + weightedRisk(claim), 0);
  const score = weights === 0 ? 0 : round4(weighted / weights);
  return {
    score,
    level: levelOf(score, checkable, coverage),
    model_version: RISK_MODEL_VERSION,
    drivers: driversOf(checkable, coverage),
  };
}

function weightedRisk(claim: JudgedClaim): number {
  return MATERIALITY_WEIGHTS[claim.materiality] * claimRisk(claim);
}

function levelOf(score: number, checkable: SummaryClaim[], coverage: CoverageStatus): RiskLevel {
  const byScore = riskLevelOf(score);
  const hasSeriousError = checkable.some((claim) => claim.verdict === 'contradicted' && claim.materiality === 'high');
  const floor: RiskLevel = hasSeriousError ? 'high' : coverage === 'incomplete' ? 'medium' : 'low';
  return RISK_LEVELS.indexOf(floor) > RISK_LEVELS.indexOf(byScore) ? floor : byScore;
}

/** Ordinals of the claims whose texts the summary shows because they drive the risk. It doesn't need the texts of the others. */
export function shownInSummary(claims: readonly JudgedClaim[]): Set<number> {
  const relevant = byRisk(claims.filter(isCheckable));
  return new Set(relevant.slice(0, MAX_DRIVERS).map(({ ordinal }) => ordinal));
}

/** The claims that drive the risk, by weighted risk, highest first. */
function byRisk<Claim extends JudgedClaim>(checkable: readonly Claim[]): Claim[] {
  return checkable
    .filter((claim) => claim.verdict !== 'supported' || claimRisk(claim) >= DOUBTFUL_SUPPORT)
    .toSorted((a, b) => weightedRisk(b) - weightedRisk(a) || a.ordinal - b.ordinal);
}

/** Descriptions of the claims with the highest weighted risk, highest first, and a note on incomplete coverage. */
function driversOf(checkable: SummaryClaim[], coverage: CoverageStatus): string[] {
  const relevant = byRisk(checkable);
  const drivers = relevant.slice(0, MAX_DRIVERS).map(driverText);
  const rest = relevant.length - drivers.length;
  if (rest > 0) drivers.push(`and ${plural(rest, 'more claim')} of less weight`);
  if (coverage === 'incomplete') drivers.push('coverage is incomplete: parts of the text were not examined');
  return drivers;
}
