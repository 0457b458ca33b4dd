/** Checks what an English statement leaves out at the end of its sentence. */
import { isPersonLike } from '../lists.ts';
import type { Gap } from '../omissions.ts';
import { isEvent, isFictive, isLimit, limits } from './circumstances.ts';
import { isAboutAll, isExceptive, isRemark } from './remarks.ts';
import { deniesBefore, finiteIn, isQuestion, type Own, saysWhole, type Words } from './sentence.ts';
import { isByOrder, sharesIn } from './sharing.ts';

/** Words that begin a phrase which a negation may be about, e.g. a reason or a place. */
const EXPLAINING = /^(?:because|for|to|by|with|since|as|in|on|at|from|until|contrary)$/;

/** True if the gap must not be left out. */
export function mustKeepGapAtEnd(words: Words, own: Own, gap: Gap): boolean {
  const { from, to } = gap;
  const opens = words.findIndex(({ isWord }, at) => at >= from && isWord);
  return (
    isQuestion(words) ||
    isAlternative(words, gap) ||
    isByOrder(words, own, from) ||
    isOfAllBefore(words, own, from) ||
    (deniesBefore(words, own, from) && EXPLAINING.test(words[opens]!.lower)) ||
    isRemark(words, gap) ||
    isExceptive(words, own, from) ||
    isAboutAll(words, opens) ||
    isFictive(words, opens, to) ||
    (isLimit(words, own, opens) && !isOrigin(words, own, opens))
  );
}

/** Whether the gap begins with an alternative: "drinks tea (or coffee)". */
const isAlternative = (words: Words, { from, to }: Gap) =>
  sharesIn(words, from, finiteIn(words, from, to)[0]?.start ?? to);

/**
 * Whether the gap ends with a time or an aim, after its last comma, that applies to everything before it: "opens at ten(, and
 * closes at six, on Sundays)".
 */
function isOfAllBefore(words: Words, own: Own, from: number): boolean {
  const comma = words.findLastIndex(({ text }, at) => at > from && text === ',');
  if (comma <= 0 || !(limits(words, comma + 1) || words[comma + 1]?.lower === 'to')) return false;
  return !isEvent(words, own) || saysWhole(words, own);
}

/**
 * Whether the phrase describes what somebody is and does not limit it: "is a painter (from Orley)", "is a defender (with long
 * legs)".
 */
function isOrigin(words: Words, own: Own, at: number): boolean {
  if (!/^(?:from|with)$/.test(words[at]!.lower) || !own[at - 1] || !isPersonLike(words[at - 1]!.lower)) return false;
  const said = finiteIn(words, 0, at);
  return said.length === 1 && said[0]!.head.lemma === 'be' && own[said[0]!.start] === true && !said[0]!.negated;
}
