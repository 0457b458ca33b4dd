/**
 * Checks whether a claim relates its parts as the words do that it was made from: by whom, from where to where, when, in which
 * order.
 */

import { wordSet } from '#engine/text/word-lists.ts';
import { isContent, type ReadWord } from './words.ts';

/** Words that relate the parts of a statement: who did it, from where to where, before or after, the one or the other. */
const RELATIONS = wordSet(
  'by from to for against with without before after until since inside outside up down into onto off between among than or nor used because despite except ' +
    'someone somebody everyone everybody something everything',
);

/** Whether the claim has each relating word at least as often as its own words. Further ones may come from the text around it. */
export function hasSameRelations(claim: readonly ReadWord[], own: readonly ReadWord[]): boolean {
  const count = (words: readonly ReadWord[], wanted: string) => words.filter(({ lower }) => lower === wanted).length;
  return [...RELATIONS].every((word) => count(claim, word) >= count(own, word));
}

/**
 * Whether the claim keeps the past tense and the passive: what was so is not said to be so now, and what was done to somebody is
 * not said to be done by them.
 */
export function hasSameTense(claim: readonly ReadWord[], own: readonly ReadWord[]): boolean {
  const has = (words: readonly ReadWord[], wanted: RegExp) => words.some(({ lower }) => wanted.test(lower));
  const past = /^(?:was|were|had)$/;
  const present = /^(?:is|are|has|have)$/;
  if (isPassive(own) && !isPassive(claim)) return false;
  return !has(own, past) || has(claim, past) || has(own, present) || !has(claim, present);
}

/**
 * Whether the pieces' words keep their order in the claim. One part may have moved, as in "In Leeds the hall is open", but two
 * names or two figures must not be exchanged.
 */
export function isInOrder(claim: readonly ReadWord[], own: readonly ReadWord[]): boolean {
  const isCounted = (word: ReadWord) => isContent(word) || word.marks.length > 0 || /\p{N}/u.test(word.text);
  const placed = own.flatMap((word) => {
    if (!isCounted(word) || !isOnce(own, word) || !isOnce(claim, word)) return [];
    return [{ word, place: placeOf(claim, word) }];
  });
  const inverted = placed.filter(({ place }, at) => at > 0 && place < placed[at - 1]!.place);
  if (!keepsSides(claim, own, inverted.length > 0)) return false;
  if (inverted.some(({ word }) => word.marks.length > 0)) return false;
  return inverted.length <= 1 && inverted.every((one) => !isExchanged(placed, one.word));
}

/** True if a name or figure has moved before another one. */
function isExchanged(placed: readonly { word: ReadWord; place: number }[], moved: ReadWord): boolean {
  const kindOf = ({ text, isCapitalised, pos }: ReadWord) => {
    if (/\p{N}/u.test(text)) return 'figure';
    return isCapitalised && pos === 'PROPN' ? 'name' : null;
  };
  const kind = kindOf(moved);
  const at = placed.findIndex(({ word }) => word === moved);
  return (
    kind !== null && placed.slice(0, at).some(({ word, place }) => kindOf(word) === kind && place > placed[at]!.place)
  );
}

/** Words that separate two sides, e.g. "before" or "than": swapping the sides changes the meaning. */
const DIVIDING = /^(?:before|after|because|than|when|if|until|since|while)$/;

/**
 * Whether nothing that precedes a dividing word follows it in the claim: "Noll left before Peck sang" is not "Peck sang before
 * Noll left". `isMoved`: whether other words have changed places. They do if a dividing word comes to the beginning or leaves it.
 */
function keepsSides(claim: readonly ReadWord[], own: readonly ReadWord[], isMoved: boolean): boolean {
  return own.every((dividing, at) => {
    if (!DIVIDING.test(dividing.lower)) return true;
    const place = placeOf(claim, dividing);
    if ((at === 0) !== (place === 0) && !isMoved) return false;
    if (place <= 0) return true;
    return own.slice(0, at).every((word) => !isContent(word) || !isOnce(own, word) || placeOf(claim, word) <= place);
  });
}

const placeOf = (words: readonly ReadWord[], wanted: ReadWord) =>
  words.findIndex(({ lower }) => lower === wanted.lower);

const isOnce = (words: readonly ReadWord[], { lower }: ReadWord) =>
  words.filter((other) => other.lower === lower).length === 1;

const BE = /^(?:was|were|been|being|is|are|be)$/;

/** Whether a form of "be" is soon followed by a participle: "was also jailed". */
const isPassive = (words: readonly ReadWord[]) =>
  words.some(({ lower }, at) => BE.test(lower) && words.slice(at + 1, at + 4).some(isParticiple));

const isParticiple = ({ pos, lower, lemma }: ReadWord) => pos === 'VERB' && lower !== lemma && !lower.endsWith('ing');
