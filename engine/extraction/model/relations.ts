/** Whether a claim relates its parts as the words do that it was made from: by whom, from where to where, when, in which order. */
import { isContent, type ReadWord } from './words.ts';

/** Say how its parts are related: who did it, from where to where, before or after, the one or the other. */
const RELATIONS = new Set(
  (
    'by from to for against with without before after until since inside outside up down into onto off between among than or nor used because despite except ' +
    'someone somebody everyone everybody something everything'
  ).split(' '),
);

/** Each word that relates the parts is in the claim as often; one that its own words lack may come with what stands around. */
export function hasSameRelations(claim: readonly ReadWord[], own: readonly ReadWord[]): boolean {
  const count = (words: readonly ReadWord[], wanted: string) => words.filter(({ lower }) => lower === wanted).length;
  return [...RELATIONS].every((word) => count(claim, word) >= count(own, word));
}

/** What was so is not said to be so now. */
export function hasSameTense(claim: readonly ReadWord[], own: readonly ReadWord[]): boolean {
  const has = (words: readonly ReadWord[], wanted: RegExp) => words.some(({ lower }) => wanted.test(lower));
  const past = /^(?:was|were|had)$/;
  const present = /^(?:is|are|has|have)$/;
  if (/./.test(voices(own)) && voices(own) !== voices(claim)) return false;
  return !has(own, past) || has(claim, past) || has(own, present) || !has(claim, present);
}

/**
 * The pieces' words stand in their order; one part may have moved: "In Leeds the hall is open". Two names, or two figures, are not
 * exchanged.
 */
export function isInOrder(claim: readonly ReadWord[], own: readonly ReadWord[]): boolean {
  const once = (words: readonly ReadWord[], { lower }: ReadWord) =>
    words.filter((other) => other.lower === lower).length === 1;
  const isCounted = (word: ReadWord) => isContent(word) || word.marks.length > 0 || /\p{N}/u.test(word.text);
  const placed = own.flatMap((word) => {
    if (!isCounted(word) || !once(own, word) || !once(claim, word)) return [];
    return [{ word, place: claim.findIndex(({ lower }) => lower === word.lower) }];
  });
  const inverted = placed.filter(({ place }, at) => at > 0 && place < placed[at - 1]!.place);
  const splits = own.flatMap(({ lower }, i) => (/^(?:before|after|because|than|when|if|until|since|while)$/.test(lower) ? [i] : []));
  for (const i of splits) {
    const j = claim.findIndex(({ lower }) => lower === own[i]!.lower);
    if (j < 0 || i === 0 || j === 0) { if ((i === 0) !== (j === 0) && inverted.length === 0) return false; continue; }
    const before = own.slice(0, i).filter(isContent);
    if (before.some((word) => once(own, word) && claim.findIndex(({ lower }) => lower === word.lower) > j)) return false;
  }
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

/** How many "be" forms, and marks in their order. */
function voices(words: readonly ReadWord[]): string {
  const at = words.flatMap(({ lower }, i) => (/^(?:was|were|been|being|is|are|be)$/.test(lower) && words.slice(i + 1, i + 4).some(({ pos, lower: l, lemma }) => pos === 'VERB' && l !== lemma && !l.endsWith('ing')) ? [i] : []));
  return at.length > 0 ? 'p' : '';
}
