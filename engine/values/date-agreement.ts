/** Compares the dates of a claim with those of its evidence. */
import { type DateSpan, serial } from './dates.ts';

export type DateAgreement =
  | 'equal'
  /** The evidence's date lies within the claim's. */
  | 'contained'
  /** The evidence's date is compatible with the claim's but less precise. */
  | 'vaguer'
  | 'clash'
  | 'incomparable';

function withoutYear(claim: DateSpan, evidence: DateSpan): DateAgreement {
  if (claim.month === null || evidence.month === null) return 'incomparable';
  if (claim.month !== evidence.month) return compareLastDays(claim, evidence);
  if (claim.day !== null && evidence.day !== null && claim.day !== evidence.day) return 'clash';
  // Evidence without a year can't support a claim that names one.
  if (claim.year !== null || (claim.day !== null && evidence.day === null)) return 'vaguer';
  return claim.day === evidence.day ? 'equal' : 'contained';
}

/** The last day that a bounded date allows; null for a date without such a bound. */
function lastAllowed({ relation, first, last }: DateSpan): number | null {
  if (relation === 'before') return first - 1;
  return relation === 'by' || relation === 'until' ? last : null;
}

/**
 * Compares dates in different months by the last day they allow: "before December" equals "by the end of November". A state that
 * lasts until a day differs from an event by that day.
 */
function compareLastDays(claim: DateSpan, evidence: DateSpan): DateAgreement {
  const isSame = lastAllowed(claim) !== null && lastAllowed(claim) === lastAllowed(evidence);
  if (!isSame || claim.year !== null || evidence.year !== null) return 'clash';
  return lasts(claim) === lasts(evidence) ? 'equal' : 'vaguer';
}

/** The days that a date covers together with its preposition: "before 1990" covers everything up to the end of 1989. */
function reach(date: DateSpan): { first: number; last: number } {
  switch (date.relation) {
    case 'before':
      return { first: Number.NEGATIVE_INFINITY, last: date.first - 1 };
    case 'after':
      return { first: date.last + 1, last: Number.POSITIVE_INFINITY };
    case 'by':
      return { first: Number.NEGATIVE_INFINITY, last: date.last };
    case 'from':
      return { first: date.first, last: Number.POSITIVE_INFINITY };
    default:
      return { first: date.first, last: date.last };
  }
}

function lasts({ relation }: DateSpan): boolean {
  return relation === 'since' || relation === 'until';
}

/**
 * Compares a claim's date with evidence of a state that holds since or until a date. Such evidence neither supports nor rules out
 * a single time within the state.
 */
function compareWithState(claim: DateSpan, evidence: DateSpan): DateAgreement {
  const isSameStart = evidence.relation === 'since' && evidence.first === claim.first && evidence.last === claim.last;
  if (isSameStart && claim.relation === 'in') return 'equal';
  const isOutside = evidence.relation === 'since' ? claim.last < evidence.first : claim.first > evidence.last;
  return isOutside ? 'clash' : 'vaguer';
}

/** Compares the evidence's date with the claim's. */
export function compareDates(claim: DateSpan, evidence: DateSpan): DateAgreement {
  const partial = (date: DateSpan) => date.year === null && date.month !== null;
  // This lets "not before July" equal "held back until July".
  const isState = lasts(claim) || lasts(evidence);
  const isOfOneMonth = !isState && partial(claim) && partial(evidence) && claim.month === evidence.month;
  if (!isOfOneMonth && (partial(claim) || partial(evidence))) return withoutYear(claim, evidence);
  if (claim.isPeriod) return comparePeriods(claim, evidence);
  if (lasts(evidence) && !lasts(claim)) return compareWithState(claim, evidence);
  if (claim.relation === 'until' && !lasts(evidence)) return evidence.first > claim.last ? 'clash' : 'vaguer';
  if (claim.relation === 'since' && !lasts(evidence) && evidence.first > claim.last) return 'vaguer';
  const wanted = reach(claim);
  const given = reach(evidence);
  if (wanted.first === given.first && wanted.last === given.last) {
    // E.g. "before December 2020" and "by the end of November 2020".
    return claim.relation === evidence.relation || !lasts(claim) ? 'equal' : 'vaguer';
  }
  if (given.last < wanted.first || given.first > wanted.last) {
    return claim.approximate || evidence.approximate ? nearMiss(claim, evidence) : 'clash';
  }
  return given.first >= wanted.first && given.last <= wanted.last ? 'contained' : 'vaguer';
}

/** Length of a year in the calendar of DateSpan's `first` and `last`, where every month has 31 days. */
export const DAYS_OF_YEAR = 12 * 31;

/** Both ends of a period must agree at least in the year: 1945–1976 doesn't support 1945–1978. */
function comparePeriods(claim: DateSpan, evidence: DateSpan): DateAgreement {
  if (!evidence.isPeriod) return evidence.last < claim.first || evidence.first > claim.last ? 'clash' : 'vaguer';
  if (claim.first === evidence.first && claim.last === evidence.last) return 'equal';
  const sameYear = (a: number, b: number) => Math.floor(a / DAYS_OF_YEAR) === Math.floor(b / DAYS_OF_YEAR);
  if (!sameYear(claim.first, evidence.first) || !sameYear(claim.last, evidence.last)) return 'clash';
  return evidence.first >= claim.first && evidence.last <= claim.last ? 'contained' : 'vaguer';
}

/** Tolerates a distance of up to two years for dates such as "about 1990". */
function nearMiss(claim: DateSpan, evidence: DateSpan): DateAgreement {
  const twoYears = serial(2, 1, 1);
  const gap = evidence.last < claim.first ? claim.first - evidence.last : evidence.first - claim.last;
  return gap <= twoYears ? 'vaguer' : 'clash';
}
