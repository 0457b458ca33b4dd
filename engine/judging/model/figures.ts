/** Whether the figures of a claim stand in its evidence, or follow from those that do by one step of arithmetic. */
import type { Quantity } from '#engine/language/quantities.ts';
import { compareQuantities } from '#engine/language/quantity-agreement.ts';

const AGREES = new Set(['equal', 'converted', 'rounded', 'within']);

/** Numbers up to this may count what the evidence lists without saying how many. */
const LISTED = 12;
/** More figures would make almost any figure follow from two of them. */
const MOST_OPERANDS = 12;
/** "Almost", "about" and the like allow this share on either side. */
const ABOUT_SHARE = 0.06;

/** In the unit that it is written in. */
function writtenValue({ low, factor }: Quantity): number {
  return low / factor;
}

/** Tables give millions in a heading and figures without them. */
const SCALES = [1, 1e3, 1e6, 1e9];

function isNear(claim: Quantity, value: number): boolean {
  return SCALES.some((scale) =>
    scale === 1 ? isWithin(claim, value) : claim.low >= scale && isWithin(claim, value * scale),
  );
}

function isWithin(claim: Quantity, value: number): boolean {
  const slack = claim.bound === 'exact' ? claim.tolerance / claim.factor : Math.abs(writtenValue(claim)) * ABOUT_SHARE;
  const wanted = writtenValue(claim);
  if (claim.bound === 'at_least' || claim.bound === 'more_than') return value >= wanted - slack;
  if (claim.bound === 'at_most' || claim.bound === 'less_than') return value <= wanted + slack;
  return Math.abs(value - wanted) <= Math.max(slack, 1e-9 * Math.abs(wanted));
}

/** What one step makes of two figures; shares and changes as parts of one and in percent. */
function* results(a: number, b: number): Generator<number> {
  yield a + b;
  yield a - b;
  yield a * b;
  if (b === 0) return;
  yield a / b;
  yield (100 * a) / b;
  yield (a - b) / b;
  yield (100 * (a - b)) / b;
  yield (b - a) / b;
  yield (100 * (b - a)) / b;
}

function followsFrom(claim: Quantity, values: readonly number[]): boolean {
  if (
    isNear(
      claim,
      values.reduce((sum, value) => sum + value, 0),
    )
  )
    return true;
  return values.some((a, i) =>
    values.some((b, j) => {
      if (i === j) return false;
      for (const result of results(a, b)) if (isNear(claim, result)) return true;
      return false;
    }),
  );
}

/** True if the evidence has the figure, in the same unit or as the same number of something. */
export function isStated(claim: Quantity, evidence: readonly Quantity[]): boolean {
  return evidence.some((other) => AGREES.has(compareQuantities(claim, other)) || isNear(claim, writtenValue(other)));
}

/**
 * True if the claim's figure is stated in the evidence, follows from two of the evidence's figures or from the sum of
 * all, or is a small number that may count what the evidence lists.
 */
export function isBacked(claim: Quantity, evidence: readonly Quantity[]): boolean {
  const value = writtenValue(claim);
  if ((claim.dimension === 'count' || claim.dimension === 'time') && Number.isInteger(value) && value <= LISTED)
    return true;
  if (isStated(claim, evidence)) return true;
  const operands = evidence.filter(({ dimension }) => !dimension.startsWith('label')).slice(0, MOST_OPERANDS);
  return followsFrom(claim, operands.map(writtenValue));
}
