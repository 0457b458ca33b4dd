/** Parallel parts of a sentence, one of which the statement leaves out: predicates of one subject, or members of a list. */
import { placeKey } from '#engine/text/names.ts';
import { opensClause } from '../../grammar/verb-groups.ts';
import type { Word } from '../../grammar/word.ts';
import { isOffice, isPlainList, NOMINAL } from '../lists.ts';
import type { Gap } from '../omissions.ts';
import type { ReadWord } from '../words.ts';
import {
  endBefore,
  finiteIn,
  grammarOf,
  isComma,
  isCoordinator,
  isJoint,
  type Own,
  opensIn,
  telling,
  type Words,
} from './sentence.ts';

/** Adverbs that do not change what the verb says, e.g. "also won". */
const NEUTRAL_ADVERB = /^(?:also|then|later|first|subsequently|eventually|finally)$/;
/** Words that begin a subordinate clause. */
const OPENING = /^(?:who|whom|which|that|where|whose|because|although|though|while|since|when|as|after|before|if)$/;

/** Two parallel parts: the gap, the end of the left-out part, and the first word of each that is no adverb (`telling`). */
interface Pair {
  gap: Gap;
  end: number;
  one: number;
  other: number;
}

/**
 * Whether the gap is one of two parallel parts: "He (was born in Orley and) became mayor", "songs about (films, books and)
 * plays".
 */
export function isParallel(words: Words, own: Own, gap: Gap): boolean {
  const end = endBefore(words, gap.to);
  if (isComma(words[gap.from])) {
    const inserted = words.findIndex((word, at) => at > gap.from && at < end && isComma(word));
    // "Noll(, who was ill, left, but) came back": only what follows the insertion is compared.
    if (inserted > 0 && kindOf(words[telling(words, gap.to)]!) === 'verb')
      return isParallel(words, own, { from: inserted + 1, to: gap.to });
  }
  if (isJoint(words[gap.from])) return isMemberBehind(words, gap, end);
  const pair = { gap, end, one: telling(words, gap.from), other: telling(words, gap.to) };
  if (pair.one >= end) return false;
  // "Noll (is a singer,) having released four albums"
  if (words[gap.to]!.lower === 'having' && isComma(words[gap.to - 1])) return !hidesSubject(words, pair.one, end);
  if (words[pair.one]!.lower === 'that' && words[pair.other]!.lower === 'that')
    return opensClause(grammarOf(words), pair.other);
  const kind = kindOf(words[pair.one]!);
  if (kind === null || kind !== kindOf(words[pair.other]!)) return false;
  return ARE_PARALLEL[kind](words, own, pair);
}

type Kind = 'verb' | 'adposition' | 'nominal';

function kindOf({ pos, isCapitalised }: ReadWord): Kind | null {
  if (isCapitalised || NOMINAL.test(pos)) return 'nominal';
  if (pos === 'VERB' || pos === 'AUX') return 'verb';
  return pos === 'ADP' ? 'adposition' : null;
}

const ARE_PARALLEL: Record<Kind, (words: Words, own: Own, pair: Pair) => boolean> = {
  verb: (words, own, pair) =>
    !isQualified(words, pair) &&
    isSameForm(words, pair) &&
    !hidesSubject(words, pair.one, pair.end) &&
    !isOfOther(words, own, pair),
  // "about (films and) about plays"
  adposition: (words, _, { one, end }) =>
    finiteIn(words, one, end).length === 0 && !words.slice(one, end).some(isCoordinator),
  nominal: (words, _, pair) =>
    !isModified(words, pair) &&
    !isOfTwo(words, pair) &&
    (isPlain(words, pair.one, pair.end) || isOffice(words, { from: pair.one, to: pair.end }, pair.other)),
};

/** Whether the gap is a list member after another one: "films(, books) and plays". */
const isMemberBehind = (words: Words, { from, to }: Gap, end: number) =>
  NOMINAL.test(words[from - 1]!.pos) && NOMINAL.test(words[to]!.pos) && isPlain(words, from, end);

/** Whether the range lists things, without a clause: "the cup, a medal". */
const isPlain = (words: Words, from: number, end: number) =>
  finiteIn(words, from, end).length === 0 && !opensIn(words, from, end) && isPlainList(words.slice(from, end));

/** Whether the gap has an adverb that may apply to both verbs: "Noll (falsely claimed the cup and) left". */
const isQualified = (words: Words, { gap, one }: Pair) =>
  words.slice(gap.from, one).some(({ pos, lower }) => pos === 'ADV' && !NEUTRAL_ADVERB.test(lower));

/**
 * Whether the verbs can be two predicates of one subject, as in "(paints and) sings", or two participles of one auxiliary, as in
 * "was (jailed and) released".
 */
function isSameForm(words: Words, { gap, one, other }: Pair): boolean {
  const pair = [grammarOf(words)[one]!, grammarOf(words)[other]!];
  if (pair.every(({ forms }) => forms?.gerund === true)) return true;
  if (words[gap.from - 1]!.pos === 'AUX')
    return pair.every(({ forms, lower }) => forms?.participle === true || lower === 'been');
  if (pair.every(canBeFinite)) return true;
  const isBare = pair.every(({ forms }) => forms?.base === true);
  return isBare && !words.slice(one, other).some(({ lower, pos }) => lower === 'to' || pos === 'AUX');
}

const canBeFinite = ({ pos, forms, lower }: Word) =>
  pos === 'AUX' ? !/^(?:be|been|being|having)$/.test(lower) : forms?.past === true || forms?.thirdPerson === true;

/**
 * Whether the verb after the range may have another subject, in a clause that the range opens: "(met the man who sang and)
 * danced".
 */
export function hidesSubject(words: Words, from: number, end: number): boolean {
  if (opensIn(words, from, end) && !isClosed(words, from, end)) return true;
  const [, ...further] = finiteIn(words, from, end);
  return further.some(({ start }) => !isJoint(words[start - 1]) && !opensIn(words, from, start));
}

/** Whether commas close that clause: "met Peck, who sang, and left". */
const isClosed = (words: Words, from: number, end: number) =>
  isComma(words[end]) && isCoordinator(words[end + 1]) && words.slice(from, end).some(isComma);

/** Whether the verb after the gap has another subject: one of its own, or that of a surrounding clause. */
const isOfOther = (words: Words, own: Own, pair: Pair) =>
  hasOwnSubject(words, pair) || isInClause(words, own, pair.gap) || hasParticiple(words, pair);

/** Whether a noun stands between the conjunction and the verb: "Noll (left and the mill) closed". */
function hasOwnSubject(words: Words, { gap, other }: Pair): boolean {
  const joint = words.findLastIndex((word, at) => at >= gap.from && at < other && isCoordinator(word));
  return joint >= 0 && words.slice(joint + 1, other).some(({ pos, isWord }) => isWord && NOMINAL.test(pos));
}

/** Whether the gap stands in a clause whose first word an earlier gap contains: "Noll, (who) Peck (hired and) fired". */
function isInClause(words: Words, own: Own, { from }: Gap): boolean {
  const opener = words.findLastIndex(({ lower }, at) => at < from && !own[at] && OPENING.test(lower));
  return opener >= 0 && !words.slice(opener, from).some(isComma);
}

/**
 * Whether the gap has a participle after a noun that the verb may be joined to: "Noll (saw a man hit by Peck and) left". Not in
 * "had the gate shut".
 */
function hasParticiple(words: Words, { gap, one }: Pair): boolean {
  if (/^(?:had|has|have|got)$/.test(words[one]!.lower)) return false;
  return words.some(({ pos }, at) => {
    if (at <= one || at >= gap.to || pos !== 'VERB' || grammarOf(words)[at]!.forms?.participle !== true) return false;
    const before = words[at - 1]!;
    return !isJoint(before) && (NOMINAL.test(before.pos) || before.pos === 'AUX');
  });
}

/**
 * Whether a modifier in the gap may apply to both nouns: "a (stone mill and) bank". Place names do not, nor does any modifier if
 * the second noun has its own article.
 */
function isModified(words: Words, { gap, one }: Pair): boolean {
  if (words[gap.to]!.pos === 'DET') return false;
  const joint = words.findIndex((word, at) => at > one && isJoint(word));
  const member = words.slice(one, joint).filter(({ pos }) => pos !== 'DET');
  return member.slice(0, -1).some(({ isCapitalised, lower }) => !isCapitalised || placeKey(lower) === null);
}

/** Whether a comma precedes the "and" of just two members, so that it sets off something else: "a (poet, and) mayor". */
const isOfTwo = (words: Words, { one, end }: Pair) =>
  isComma(words[end]) && isCoordinator(words[end + 1]) && !words.slice(one, end).some(isComma);
