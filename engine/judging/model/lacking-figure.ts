/** Whether the evidence has the figures of a claim. */
import type { Quantity } from '#engine/values/quantities.ts';
import type { Agreement } from './agreement.ts';
import { isDerivable, isWritten } from './figures.ts';
import { isOfSameWord } from './same-word.ts';

/** Whole numbers up to this may count what the evidence lists without saying how many. */
const LISTED = 12;

/**
 * `unstated_figure` if an exact figure of the claim, in digits, neither stands in the evidence nor follows from its figures. Numbers in
 * words, durations and dates may follow from what is listed and when, so the faithful often lack those. `named`: figures that stand in the
 * head of a table.
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
 * "1250" in other languages than English, which may be a year or a count: it is compared as a word, so that another one is no
 * clash. It must stand in the evidence.
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
