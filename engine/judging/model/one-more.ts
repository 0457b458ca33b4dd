/** Counts that leave out the one that is named before them. English only. */
import type { Quantity } from '#engine/values/quantities.ts';
import { countsSameKind } from '#engine/values/quantity-agreement.ts';
import type { ReadText } from './read-text.ts';

/** True if the evidence names one and so many others as the claim's count but one: "Haskings and two other women". */
export function isOneMore(count: Quantity, evidence: ReadText): boolean {
  if (count.dimension !== 'count' || count.bound !== 'exact' || evidence.language !== 'en') return false;
  const { tokens } = evidence;
  return evidence.items.some(({ quantity, start, end }) => {
    if (quantity?.low !== count.low - 1 || quantity.bound !== 'exact' || !countsSameKind(count, quantity)) return false;
    return tokens[end]?.lower === 'other' && tokens[start - 1]?.lower === 'and' && isOneName(tokens, start - 2);
  });
}

/** A name ends at this place, and no other is listed before it. */
function isOneName(tokens: ReadText['tokens'], end: number): boolean {
  let at = end;
  while (tokens[at]?.pos === 'PROPN') at--;
  return at < end && !/^(?:,|and|&)$/.test(tokens[at]?.lower ?? '');
}
