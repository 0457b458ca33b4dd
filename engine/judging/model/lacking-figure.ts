/** Checks whether the evidence has the figures of a claim. */
import type { Quantity } from '#engine/values/quantities.ts';
import type { Agreement } from './agreement.ts';
import { isDerivable, isWritten } from './figures.ts';
import { isOfSameWord } from './same-word.ts';

/** Whole numbers up to this one may count things that the evidence lists without giving their number. */
const LISTED = 12;

/**
 * Returns `unstated_figure` if an exact figure of the claim, written in digits, neither stands in the evidence nor follows from
 * its figures. Number words, durations and dates are not checked: even faithful claims derive them from lists and dates. `named`:
 * figures that stand in a table's header.
 */
export function lackingFigure(
  { claim, text, matches }: Agreement,
  named: ReadonlySet<Quantity> = new Set(),
): 'unstated_figure' | null {
  const isLacking = claim.items.some(({ quantity }, at) => {
    if (quantity === null || matches[at]!.length > 0 || named.has(quantity) || !isPrecise(quantity)) return false;
    if (isOfSameWord(quantity, claim, text)) return false;
    return !isWritten(quantity, text) && !isDerivable(quantity, { claim, text });
  });
  return isLacking || lacksOpenNumber({ claim, text, matches }) ? 'unstated_figure' : null;
}

/**
 * True if the evidence lacks a four-digit number such as "1250" of a claim in another language than English. It may be a year or
 * a count, so it is compared as a word and never clashes, but it must stand in the evidence.
 */
function lacksOpenNumber({ claim, text, matches }: Pick<Agreement, 'claim' | 'text' | 'matches'>): boolean {
  if (claim.language === 'en') return false;
  return claim.items.some(({ kind, key }, at) => {
    if (kind !== 'word' || !OPEN_NUMBER.test(key) || matches[at]!.length > 0) return false;
    return !text.tokens.some((token) => token.text.includes(key));
  });
}

const OPEN_NUMBER = /^\d{4}$/;

function isPrecise({ dimension, bound, low, text }: Quantity): boolean {
  if (bound !== 'exact' || !/\d/.test(text) || DERIVED_FROM_WORDS.test(dimension)) return false;
  return dimension !== 'count' || low > LISTED;
}

const DERIVED_FROM_WORDS = /^(?:label|ordinal|time)/;
