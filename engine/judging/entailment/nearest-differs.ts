/**
 * Signs in the sentence nearest to a claim that it says something else: another name, or a verb denied on one side only.
 * NLI models pass over both, so their support doesn't count there.
 */
import { type Agreement, nearestSentence } from '../model/agreement.ts';
import type { Item, ReadText } from '../model/read-text.ts';

/** `title` is that of the passage's document, '' if unknown; a name of the claim that stands there is not lacking. */
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
