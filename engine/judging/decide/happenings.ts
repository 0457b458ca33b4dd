/** What happened within a time: true of the year if it is of a day in it. */
import type { Item } from '#engine/syntax/items.ts';
import { isNegative } from './differences.ts';
import { isQuantifier, takesBack } from './words.ts';

/** Words with which a claim about a year says more than the same of a day in it: "did not", "nobody", "only", "the largest". */
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
 * True for what happened, if only once within the time that is named. "Was open on 3 May", "cost €5 on 3 May" and "sold nothing on 3 May" need
 * not be true of the year.
 */
export function isHappening(claim: readonly Item[]): boolean {
  const verb = claim.find(({ tense }) => tense !== null);
  if (verb?.tense !== 'past') return false;
  const isState = verb.key === 'be' && claim[claim.indexOf(verb) + 1]?.pos !== 'VERB';
  return !isState && !claim.some(isOfWhole);
}
