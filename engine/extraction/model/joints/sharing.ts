/** What is said of several things together, so that it need not hold of one of them. */
import type { Gap } from '../omissions.ts';
import type { ReadWord } from '../words.ts';
import { YEAR } from '../words.ts';
import { finiteIn, isCoordinator, isJoint, isNumber, type Own, type Words } from './sentence.ts';

const OR = /^(?:or|nor)$/;
/** Say how what stands before belongs together. */
const SHARING = /^(?:respectively|together|combined|jointly|alone|only|each|apiece|altogether|collectively)$/;
/** Take two things at once. */
const PAIRING = /^(?:both|between|among|either|neither|respectively)$/;
const TIMES = /^(?:twice|once)$/;
/** What is done to several things together. */
const COLLECTIVE = new Set(
  (
    'merge mix combine compare connect link join unite blend marry pair alternate exchange swap balance separate distinguish equate confuse ' +
    'gather meet'
  ).split(' '),
);

/** "tea or (coffee)", "won the cup and (the league) respectively": an alternative, or a word behind what it says of all. */
export function sharesIn(words: Words, from: number, to: number): boolean {
  return words.some(({ lower }, at) => {
    if (at < from || at >= to) return false;
    return OR.test(lower) || (SHARING.test(lower) && (words[at + 1]?.isWord !== true || isCoordinator(words[at + 1])));
  });
}

/** "both Noll (and Peck) left", "neither Noll (nor Peck)": one of two that a word takes at once. */
export function isOfPair(words: Words, own: Own, { from, to }: Gap): boolean {
  const pairs = words.findLastIndex(({ lower }, at) => at < from && own[at] && PAIRING.test(lower));
  return pairs >= 0 && words.slice(from, to).some(isCoordinator) && finiteIn(words, pairs, from).length === 0;
}

/** "killed 30 (men,) women", "killed nine people in Orley (and Velmar)": the figure is of all members. */
export function sharesFigure(words: Words, own: Own, gap: Gap): boolean {
  if (gap.from === 0) return false;
  if (isCount(words[gap.from - 1]) && isJoint(words[gap.to - 1])) return true;
  const verb = finiteIn(words, 0, gap.from).at(-1)?.end ?? 0;
  return addsNoun(words, gap) && words.some((word, at) => at >= verb && at < gap.from && own[at] && isCount(word));
}

/** "9", "nine", "twice", but no year. */
const isCount = (word: ReadWord | undefined) =>
  word !== undefined && (isNumber(word) || TIMES.test(word.lower)) && !YEAR.test(word.text);

/** "(and Velmar)", "(and 1990)": a bare noun or year that "and" adds. */
function addsNoun(words: Words, { from, to }: Gap): boolean {
  if (!isJoint(words[from]) || !words.slice(from, to).some(isCoordinator)) return false;
  const next = words.findIndex((word, at) => at > from && !isJoint(word));
  if (next < 0 || next >= to || finiteIn(words, from, to).length > 0) return false;
  return /^(?:NOUN|PROPN)$/.test(words[next]!.pos) || YEAR.test(words[next]!.text);
}

/** "merged the mill(, the shop) and the bank": what is done to several together. */
export function isCollective(words: Words, own: Own, { from, to }: Gap): boolean {
  const verb = finiteIn(words, 0, from).at(-1);
  if (verb === undefined || own[verb.start] !== true || !COLLECTIVE.has(verb.head.lemma)) return false;
  return words.slice(from, to).some(isCoordinator) && finiteIn(words, from, to).length === 0;
}

/** "paid Noll and Peck £5 (and £10)": each of one list has its own of the other. */
export function isByOrder(words: Words, own: Own, from: number): boolean {
  if (!isCoordinator(words[from]) || !isNumber(words[from - 1])) return false;
  const isList = isNumber(words[from + 1]) || isNumber(words[from + 2]);
  return isList && words.slice(0, from).some((word, at) => !own[at] && isCoordinator(word));
}
