/** Handles counts that leave out the person named before them. English only. */
import type { Quantity } from '#engine/values/quantities.ts';
import { countsSameKind } from '#engine/values/quantity-agreement.ts';
import type { ReadText } from './read-text.ts';

/**
 * True if the evidence names one person and then one fewer others than the claim counts: "Haskings and two other women" are three
 * women.
 */
export function isCountIncludingNamed(count: Quantity, evidence: ReadText): boolean {
  if (count.dimension !== 'count' || count.bound !== 'exact' || evidence.language !== 'en') return false;
  const { tokens } = evidence;
  return evidence.items.some(({ quantity, start, end }) => {
    if (quantity?.low !== count.low - 1 || quantity.bound !== 'exact' || !countsSameKind(count, quantity)) return false;
    return tokens[end]?.lower === 'other' && tokens[start - 1]?.lower === 'and' && isOneName(tokens, start - 2);
  });
}

/** Whether a name ends at this token and is not the last of a list of names. */
function isOneName(tokens: ReadText['tokens'], end: number): boolean {
  let at = end;
  while (tokens[at]?.pos === 'PROPN') at--;
  return at < end && !/^(?:,|and|&)$/.test(tokens[at]?.lower ?? '');
}
