/** Tells which claims hold for a period if they hold for a part of it: what happened on a day happened in that year. */
import type { Item } from '#engine/syntax/items.ts';
import { isNegative } from './differences.ts';
import { isQuantifier, takesBack } from './words.ts';

/**
 * Whether a word makes a claim about a year say more than the same claim about a day in it: "did not", "nobody", "only", "the
 * largest".
 */
function isOfWhole({ lower, key, quantity }: Item): boolean {
  return (
    isNegative(lower) ||
    takesBack(lower) ||
    (isQuantifier(lower) && lower !== 'first') ||
    key === 'fail' ||
    /^(?:both|open|closed|shut|empty)$/.test(lower) ||
    /\p{L}{3}est$/u.test(lower) ||
    (quantity !== null && !quantity.dimension.startsWith('ordinal'))
  );
}

/**
 * True if the claim holds for a period as soon as it happened once within it. Rejected, because they need not be true of the
 * whole year: "was open on 3 May", "cost €5 on 3 May", "sold nothing on 3 May".
 */
export function tellsEvent(claim: readonly Item[]): boolean {
  const verb = claim.find(({ tense }) => tense !== null);
  if (verb?.tense !== 'past') return false;
  const isState = verb.key === 'be' && claim[claim.indexOf(verb) + 1]?.pos !== 'VERB';
  return !isState && !claim.some(isOfWhole);
}
