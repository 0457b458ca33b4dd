/** Whether a claim relates its parts as the words do that it was made from: by whom, from where to where, when, in which order. */

import { wordSet } from '#engine/text/word-lists.ts';
import { isContent, type ReadWord } from './words.ts';

/** Say how its parts are related: who did it, from where to where, before or after, the one or the other. */
const RELATIONS = wordSet(
  'by from to for against with without before after until since inside outside up down into onto off between among than or nor used because despite except ' +
    'someone somebody everyone everybody something everything',
);

/** Each word that relates the parts is in the claim as often; one that its own words lack may come with what stands around. */
export function hasSameRelations(claim: readonly ReadWord[], own: readonly ReadWord[]): boolean {
  const count = (words: readonly ReadWord[], wanted: string) => words.filter(({ lower }) => lower === wanted).length;
  return [...RELATIONS].every((word) => count(claim, word) >= count(own, word));
}

/** What was so is not said to be so now, nor what was done to somebody to be done by them. */
export function hasSameTense(claim: readonly ReadWord[], own: readonly ReadWord[]): boolean {
  const has = (words: readonly ReadWord[], wanted: RegExp) => words.some(({ lower }) => wanted.test(lower));
  const past = /^(?:was|were|had)$/;
  const present = /^(?:is|are|has|have)$/;
  if (isPassive(own) && !isPassive(claim)) return false;
  return !has(own, past) || has(claim, past) || has(own, present) || !has(claim, present);
}

/**
 * The pieces' words stand in their order; one part may have moved: "In Leeds the hall is open". Two names, or two figures, are not
 * exchanged.
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

/** Tell what stands on their one side from what stands on the other. */
const DIVIDING = /^(?:before|after|because|than|when|if|until|since|while)$/;

/**
 * "Noll left before Peck sang" is not "Peck sang before Noll left": what stands in front of such a word is not behind it in the
 * claim. `isMoved`: other words changed places, as they do where such a word comes to the beginning or leaves it.
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

/** "was (also) jailed": a form of "be", and soon behind it a participle. */
const isPassive = (words: readonly ReadWord[]) =>
  words.some(({ lower }, at) => BE.test(lower) && words.slice(at + 1, at + 4).some(isParticiple));

const isParticiple = ({ pos, lower, lemma }: ReadWord) => pos === 'VERB' && lower !== lemma && !lower.endsWith('ing');
