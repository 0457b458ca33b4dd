/** Figures whose unit is left out, as one just before in the sentence has it. English only. */
import type { Quantity } from '#engine/values/quantities.ts';
import type { Item, ReadText } from './read-text.ts';

/** Whose unit can't be taken over: what is counted, and what has a number for its name. */
const WITHOUT_UNIT = /^(?:count|ordinal|label|clock)/;
/** "With 14 per cent of the market, the other with 11". */
const REPEATED = /^(?:with|at|by|for)$/;

/**
 * The figure with the unit of the one before: "from six weeks at full pay to eight", "one with 14 per cent of the market, the other with
 * 11". Null if the words don't set both side by side. `item`: a bare figure, with no noun after it.
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
