/**
 * Checks whether the structure of an English sentence allows a statement to leave something out: a list member or a predicate
 * beside similar ones, an insertion between commas, or a clause joined by "and". What is not known to be built in such a way must
 * not be left out: "Noll was (mistaken for a painter,) a poet". In the examples here and in `joints/`, parentheses enclose what
 * the statement leaves out.
 */
import { mustKeepGapAtEnd } from './joints/behind.ts';
import { mustKeepGapInside } from './joints/between.ts';
import { mustKeepGapAtStart } from './joints/front.ts';
import type { Own, Words } from './joints/sentence.ts';
import { isCollective, isOfPair, sharesFigure } from './joints/sharing.ts';
import type { Gap } from './omissions.ts';

/** True if the structure of its sentence does not allow the gap. */
export function mustKeepGap(words: Words, own: Own, gap: Gap): boolean {
  if (!words.slice(gap.from, gap.to).some(({ isWord }) => isWord)) return false;
  if (isHedged(words, gap)) return true;
  if (isOfPair(words, own, gap) || sharesFigure(words, own, gap) || isCollective(words, own, gap)) return true;
  if (gap.from === 0) return mustKeepGapAtStart(words, own, gap.to);
  return own.includes(true, gap.to) ? mustKeepGapInside(words, own, gap) : mustKeepGapAtEnd(words, own, gap);
}

/**
 * Adverbs that, before a comma, say in which sense something is so. Without a comma they do not: what "was officially opened" was
 * opened.
 */
const HEDGE = /^(?:officially|formally|legally|technically|nominally|ostensibly|theoretically|strictly)$/;

/** Whether the gap contains such an adverb: "(Officially,) Noll is the owner". */
const isHedged = (words: Words, { from, to }: Gap): boolean =>
  words.some(({ lower }, at) => at >= from && at < to && HEDGE.test(lower) && words[at + 1]?.text === ',');
