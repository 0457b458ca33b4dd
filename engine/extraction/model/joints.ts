/**
 * Whether what an English statement leaves out of its sentence may be missing by how the sentence is built: a member of a
 * list or a predicate beside like ones, what is inserted between commas, a clause joined by "and". What isn't known to be
 * built so is not let go: "Noll was (mistaken for a painter,) a poet".
 */
import { isMisjoinedBehind } from './joints/behind.ts';
import { isMisjoinedBetween } from './joints/between.ts';
import { isMisjoinedInFront } from './joints/front.ts';
import type { Own, Words } from './joints/sentence.ts';
import { isCollective, isOfPair, sharesFigure } from './joints/sharing.ts';
import type { Gap } from './omissions.ts';

/** True if the gap may not be left out by how its sentence is built. */
export function isMisjoined(words: Words, own: Own, gap: Gap): boolean {
  if (!words.slice(gap.from, gap.to).some(({ isWord }) => isWord)) return false;
  if (isHedged(words, gap)) return true;
  if (isOfPair(words, own, gap) || sharesFigure(words, own, gap) || isCollective(words, own, gap)) return true;
  if (gap.from === 0) return isMisjoinedInFront(words, own, gap.to);
  return own.includes(true, gap.to) ? isMisjoinedBetween(words, own, gap) : isMisjoinedBehind(words, own, gap);
}

/** Set apart by a comma, these say in which sense something is so; "was officially opened" is opened. */
const HEDGE = /^(?:officially|formally|legally|technically|nominally|ostensibly|theoretically|strictly)$/;

/** "(Officially,) Noll is the owner". */
const isHedged = (words: Words, { from, to }: Gap): boolean =>
  words.some(({ lower }, at) => at >= from && at < to && HEDGE.test(lower) && words[at + 1]?.text === ',');
