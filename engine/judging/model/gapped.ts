/** Resolves figures whose unit is left out because the figure before them in the sentence has it. English only. */
import type { Quantity } from '#engine/values/quantities.ts';
import type { Item, ReadText } from './read-text.ts';

/** Dimensions that have no unit to take over: counts, ordinals, numbered labels and clock times. */
const WITHOUT_UNIT = /^(?:count|ordinal|label|clock)/;
/**
 * Prepositions that, if both figures have the same one, show that they share a unit: "with 14 per cent of the market, the other
 * with 11".
 */
const REPEATED = /^(?:with|at|by|for)$/;

/**
 * Returns the figure with the unit of the figure before it: "from six weeks at full pay to eight", "one with 14 per cent of the
 * market, the other with 11". Null if the words don't show that the two are parallel. `item`: a bare figure without a noun after
 * it.
 */
export function gappedQuantity(
  { start, sentence, quantity }: Item,
  { items, tokens, language }: ReadText,
): Quantity | null {
  if (quantity === null || language !== 'en') return null;
  const before = items.findLast((item) => item.quantity !== null && item.start < start);
  if (before?.quantity == null || before.sentence !== sentence || WITHOUT_UNIT.test(before.quantity.dimension))
    return null;
  const first = tokens[before.start - 1]?.lower ?? '';
  const second = tokens[start - 1]?.lower ?? '';
  const isSideBySide = first === 'from' ? second === 'to' : REPEATED.test(first) && first === second;
  if (!isSideBySide) return null;
  const { factor, dimension } = before.quantity;
  const { low, high, tolerance } = quantity;
  return { ...quantity, dimension, factor, low: low * factor, high: high * factor, tolerance: tolerance * factor };
}
