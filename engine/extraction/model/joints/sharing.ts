/** What is said of several things together, so that it need not hold for one of them. */
import type { Gap } from '../omissions.ts';
import type { ReadWord } from '../words.ts';
import { YEAR } from '../words.ts';
import { finiteIn, isCoordinator, isJoint, isNumber, type Own, type Words } from './sentence.ts';

const OR = /^(?:or|nor)$/;
/** Words that say how the things before them belong together. */
const SHARING = /^(?:respectively|together|combined|jointly|alone|only|each|apiece|altogether|collectively)$/;
/** Words that take two things together. */
const PAIRING = /^(?:both|between|among|either|neither|respectively)$/;
const TIMES = /^(?:twice|once)$/;
/** Verbs for what is done to several things together. */
const COLLECTIVE = new Set(
  (
    'merge mix combine compare connect link join unite blend marry pair alternate exchange swap balance separate distinguish equate confuse ' +
    'gather meet'
  ).split(' '),
);

/**
 * Whether the range has an alternative ("tea or coffee"), or a word that says how all things before it belong together ("won the
 * cup and the league respectively").
 */
export function sharesIn(words: Words, from: number, to: number): boolean {
  return words.some(({ lower }, at) => {
    if (at < from || at >= to) return false;
    return OR.test(lower) || (SHARING.test(lower) && (words[at + 1]?.isWord !== true || isCoordinator(words[at + 1])));
  });
}

/**
 * Whether the gap has one of two things that a kept word takes together: "both Noll (and Peck) left", "neither Noll (nor Peck)".
 */
export function isOfPair(words: Words, own: Own, { from, to }: Gap): boolean {
  const pairs = words.findLastIndex(({ lower }, at) => at < from && own[at] && PAIRING.test(lower));
  return pairs >= 0 && words.slice(from, to).some(isCoordinator) && finiteIn(words, pairs, from).length === 0;
}

/**
 * Whether a kept figure counts the things in the gap too: "killed 30 (men,) women", "killed nine people in Orley (and Velmar)".
 */
export function sharesFigure(words: Words, own: Own, gap: Gap): boolean {
  if (gap.from === 0) return false;
  if (isCount(words[gap.from - 1]) && isJoint(words[gap.to - 1])) return true;
  const verb = finiteIn(words, 0, gap.from).at(-1)?.end ?? 0;
  return addsNoun(words, gap) && words.some((word, at) => at >= verb && at < gap.from && own[at] && isCount(word));
}

/** Whether the word counts something: "9", "nine" and "twice" do, a year does not. */
const isCount = (word: ReadWord | undefined) =>
  word !== undefined && (isNumber(word) || TIMES.test(word.lower)) && !YEAR.test(word.text);

/** Whether the gap adds a bare noun or a year with "and": "(and Velmar)", "(and 1990)". */
function addsNoun(words: Words, { from, to }: Gap): boolean {
  if (!isJoint(words[from]) || !words.slice(from, to).some(isCoordinator)) return false;
  const next = words.findIndex((word, at) => at > from && !isJoint(word));
  if (next < 0 || next >= to || finiteIn(words, from, to).length > 0) return false;
  return /^(?:NOUN|PROPN)$/.test(words[next]!.pos) || YEAR.test(words[next]!.text);
}

/** Whether the gap has one of the things that something is done to together: "merged the mill (and the shop) with the bank". */
export function isCollective(words: Words, own: Own, { from, to }: Gap): boolean {
  const verb = finiteIn(words, 0, from).at(-1);
  if (verb === undefined || own[verb.start] !== true || !COLLECTIVE.has(verb.head.lemma)) return false;
  return words.slice(from, to).some(isCoordinator) && finiteIn(words, from, to).length === 0;
}

/**
 * Whether the gap continues the second of two lists whose members belong together by order: "paid Noll (and Peck) £5 (and £10)".
 */
export function isByOrder(words: Words, own: Own, from: number): boolean {
  if (!isCoordinator(words[from]) || !isNumber(words[from - 1])) return false;
  const isList = isNumber(words[from + 1]) || isNumber(words[from + 2]);
  return isList && words.slice(0, from).some((word, at) => !own[at] && isCoordinator(word));
}
