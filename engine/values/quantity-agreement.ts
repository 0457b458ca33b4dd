/** Compares the quantities of a claim with those of its evidence. */

import { entailsWord } from '#engine/text/lexicon.ts';
import type { Bound } from './bounds.ts';
import { CLOCK } from './compound-quantities.ts';
import type { Quantity } from './quantities.ts';

export type QuantityAgreement =
  /** The same value, possibly worded differently. */
  | 'equal'
  /** The same value in another unit. */
  | 'converted'
  /** The evidence's value, rounded to the claim's precision, equals the claim's. */
  | 'rounded'
  /** The evidence's value lies within the claim's bound or range. */
  | 'within'
  /** Compatible, but the evidence is vaguer than the claim. */
  | 'vaguer'
  | 'clash'
  /** Different dimensions or labels: the evidence says nothing about the claim's quantity. */
  | 'incomparable';

/** "about" allows this share on either side: a claim of "about 100" agrees with 95 but not with 80. */
const ABOUT_SHARE = 0.06;

/** Round figures this close may stand for the same value: neither support nor clash. */
const CLOSE_SHARE = 0.03;

function close(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}

/** The interval that a quantity covers, given its bound; "about" widens it. */
function interval(quantity: Quantity): { low: number; high: number } {
  const slack = Math.abs(quantity.high) * ABOUT_SHARE;
  switch (quantity.bound) {
    case 'about':
      return { low: quantity.low - slack, high: quantity.high + slack };
    case 'at_least':
    case 'more_than':
      return { low: quantity.low, high: Number.POSITIVE_INFINITY };
    case 'at_most':
    case 'less_than':
      return { low: Number.NEGATIVE_INFINITY, high: quantity.high };
    default:
      return { low: quantity.low, high: quantity.high };
  }
}

function excludesLimit(quantity: Quantity, value: number): boolean {
  if (quantity.bound === 'more_than') return value <= quantity.low;
  return quantity.bound === 'less_than' && value >= quantity.high;
}

/** The tolerance if trailing zeros are taken for rounding: 300 may stand for anything from 250 to 350. */
function looseTolerance(quantity: Quantity): number {
  let unit = quantity.tolerance * 2;
  const value = Math.abs(quantity.low);
  while (unit > 0 && unit * 10 <= value && close(value / (unit * 10), Math.round(value / (unit * 10)))) unit *= 10;
  return unit / 2;
}

/**
 * Compares times of day modulo the period that both leave open: "half past nine" may be in the evening, whereas "21:30" and "9.30
 * pm" are definite. Different times don't clash.
 */
function isSameTime(claim: Quantity, evidence: Quantity): boolean {
  const cycle = Math.min(claim.factor, evidence.factor);
  return claim.bound === evidence.bound && claim.low % cycle === evidence.low % cycle;
}

/** Compares the evidence's quantity with the claim's. */
export function compareQuantities(claim: Quantity, evidence: Quantity): QuantityAgreement {
  if (claim.dimension !== evidence.dimension) return 'incomparable';
  if (claim.dimension === CLOCK) return isSameTime(claim, evidence) ? 'equal' : 'incomparable';
  const isExact = claim.bound === 'exact' && claim.low === claim.high;
  const sameValue = close(claim.low, evidence.low) && close(claim.high, evidence.high);
  if (claim.dimension.startsWith('label')) return sameValue ? 'equal' : 'incomparable';
  if (sameValue && (claim.bound === evidence.bound || (claim.bound === 'about' && evidence.bound === 'exact'))) {
    return close(claim.factor, evidence.factor) || claim.dimension === 'share' ? 'equal' : 'converted';
  }
  const wanted = interval(claim);
  const given = interval(evidence);
  if (isExact) return compareExact(claim, evidence, given);
  // "Up to four days" and "up to three days" are different rules, so neither supports the other.
  const isLimit = (bound: Bound) => bound === 'at_most' || bound === 'less_than';
  if (isLimit(claim.bound) && (isLimit(evidence.bound) || evidence.low !== evidence.high)) return 'vaguer';
  const limit = evidence.low === evidence.high && evidence.bound === 'exact' && excludesLimit(claim, evidence.low);
  if (given.low >= wanted.low && given.high <= wanted.high && !limit) return 'within';
  // "over 100" against exactly 100 is too close to call: neither support nor clash.
  const apart = given.high < wanted.low - claim.tolerance || given.low > wanted.high + claim.tolerance;
  if (!apart) return 'vaguer';
  // "about 100" against 112 is debatable and no clash; against 150 it is one.
  if (claim.bound === 'about' || evidence.bound === 'about') {
    const gap = given.high < wanted.low ? wanted.low - given.high : given.low - wanted.high;
    if (gap <= Math.abs(claim.high) * 2 * ABOUT_SHARE) return 'vaguer';
  }
  return 'clash';
}

function compareExact(claim: Quantity, evidence: Quantity, given: { low: number; high: number }): QuantityAgreement {
  const value = claim.low;
  if (evidence.bound === 'about' && close(evidence.low, value) && close(evidence.high, value)) return 'rounded';
  const exactEvidence = evidence.bound === 'exact' && evidence.low === evidence.high;
  if (exactEvidence) {
    const distance = Math.abs(evidence.low - value);
    const converted = !close(claim.factor, evidence.factor);
    // A more precise figure can support a rounded claim. Conversely, the claim would have invented digits.
    const evidenceIsFiner = evidence.tolerance < claim.tolerance;
    if (distance <= claim.tolerance && (evidenceIsFiner || converted)) return converted ? 'converted' : 'rounded';
    const isClose = distance <= CLOSE_SHARE * Math.max(Math.abs(value), Math.abs(evidence.low));
    const loose = Math.max(looseTolerance(claim), evidence.tolerance, looseTolerance(evidence));
    if (!isClose || distance > loose || claim.dimension === 'ordinal' || smallWhole(claim, evidence)) return 'clash';
    return 'vaguer';
  }
  const slack = Math.max(claim.tolerance, looseTolerance(claim));
  return value < given.low - slack || value > given.high + slack ? 'clash' : 'vaguer';
}

/** Small whole counts are taken as exact: six is not seven, and ten is not eleven. */
function smallWhole(claim: Quantity, evidence: Quantity): boolean {
  return claim.dimension === 'count' && Math.max(claim.low, evidence.low) <= 100 && Number.isInteger(evidence.low);
}

/** True if the evidence counts what the claim counts: its noun is the same, a synonym, a derivation or a hyponym. */
export function countsSameKind(claim: Quantity, evidence: Quantity): boolean {
  return claim.counted.some((own) => evidence.counted.some((other) => entailsWord(own, other)));
}
