/** Whether the evidence has the figures of a claim. */
import type { Quantity } from '#engine/values/quantities.ts';
import type { Agreement } from './agreement.ts';
import { isBacked, isWritten } from './figures.ts';

/** Whole numbers up to this may count what the evidence lists without saying how many. */
const LISTED = 12;

/**
 * `unstated_figure` if an exact figure of the claim, in digits, neither stands in the evidence nor follows from its figures. Numbers in
 * words, durations and dates may follow from what is listed and when, so the faithful often lack those.
 */
export function figureLacking({ claim, text, matches }: Agreement): 'unstated_figure' | null {
  const isLacking = claim.items.some(({ quantity }, at) => {
    if (quantity === null || matches[at]!.length > 0 || !isPrecise(quantity)) return false;
    return !isWritten(quantity, text) && !isBacked(quantity, text);
  });
  return isLacking ? 'unstated_figure' : null;
}

function isPrecise({ dimension, bound, low, text }: Quantity): boolean {
  if (bound !== 'exact' || !/\d/.test(text) || DERIVED_FROM_WORDS.test(dimension)) return false;
  return dimension !== 'count' || low > LISTED;
}

const DERIVED_FROM_WORDS = /^(?:label|ordinal|time)/;
