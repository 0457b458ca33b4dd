/**
 * Detects signs that the sentence nearest to a claim says something else: another name, or a verb that is negated on one side
 * only. NLI models overlook both, so their support doesn't count then.
 */
import { type Agreement, nearestSentence } from '../model/agreement.ts';
import type { Item, ReadText } from '../model/read-text.ts';

/**
 * Whether the nearest sentence differs from the claim. `title` is the title of the passage's document, '' if unknown. A name of
 * the claim that occurs there is not missing.
 */
export function nearestDiffers(agreement: Agreement, title: string): boolean {
  const at = nearestSentence(agreement);
  const nearest = agreement.text.items.filter(({ sentence }) => sentence === at);
  return hasOtherName(agreement, nearest, title.toLowerCase()) || denies(nearest) !== denies(agreement.claim.items);
}

const isName = ({ kind, pos }: Item) => kind === 'word' && pos === 'PROPN';

function hasOtherName({ claim, matches }: Agreement, nearest: readonly Item[], title: string): boolean {
  const isLacking = claim.items.some(
    (item, at) => isName(item) && matches[at]!.length === 0 && !title.includes(item.lower),
  );
  const known = new Set(claim.items.map(({ lower }) => lower));
  return isLacking && nearest.some((item) => isName(item) && !known.has(item.lower));
}

const denies = (items: ReadText['items']) => items.some(({ pos, isNegated }) => pos === 'VERB' && isNegated);
