/** What cells say of a claim that compares them. */
import type { Quantity } from '#engine/language/quantities.ts';
import { compareQuantities } from '#engine/language/quantity-agreement.ts';
import type { RowStatement } from './row-statement.ts';

/** Whether the claim holds for two or more cells, and what they say. */
export interface CellComparison {
  holds: boolean;
  cells: RowStatement[];
}

/**
 * True if the claim's quantity `own` is `size`, which was worked out of cells such as `cell`, in their unit; false if it is
 * another, or if `size` is negative, as the claim has the cells the wrong way round; null if that can't be told.
 */
export function isOfSize(own: Quantity, cell: Quantity, size: number): boolean | null {
  if (own.dimension !== cell.dimension) return null;
  if (size < 0) return false;
  const counted = own.dimension === 'count' ? own.counted : cell.counted;
  const agreement = compareQuantities(own, { ...cell, counted, low: size, high: size });
  if (agreement === 'clash') return false;
  return ['equal', 'converted', 'rounded', 'within'].includes(agreement) ? true : null;
}
