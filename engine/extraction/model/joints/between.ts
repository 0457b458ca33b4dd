/** Checks what an English statement leaves out in the middle of its sentence. */
import { isPersonLike, isPlainList } from '../lists.ts';
import type { Gap } from '../omissions.ts';
import { isEvent, isFictive, isLimit, isRole, tellsOfFiction } from './circumstances.ts';
import { isFramed } from './frames.ts';
import { isParallel } from './parallels.ts';
import { isExceptive, isRemark } from './remarks.ts';
import {
  deniesBefore,
  finiteIn,
  isComma,
  isCoordinator,
  isJoint,
  JOINING,
  type Own,
  opensIn,
  RELATIVE,
  SUBJECT,
  telling,
  type Words,
} from './sentence.ts';
import { sharesIn } from './sharing.ts';

/** True if the gap must not be left out. */
export function mustKeepGapInside(words: Words, own: Own, gap: Gap): boolean {
  const { from, to } = gap;
  const left = words.slice(from, to);
  const last = left.at(-1)!;
  const opens = words.findIndex(({ isWord }, at) => at >= from && isWord);
  const isInSubject = finiteIn(words, 0, to).length === 0;
  if (sharesIn(words, from, to) || isCorrected(words, own, gap)) return true;
  if (isLimit(words, own, opens) && !isOneOfBoth(words, opens, to)) return true;
  if (isOfPronoun(words, to) || isFramed(words, own, gap)) return false;
  if (isExceptive(words, own, from)) return true;
  if (isComma(left[0]) && (isRemark(words, gap) || isFictive(words, opens, to))) return true;
  if (isComma(left[0]) && isComma(last)) {
    return (isInSubject && isCoordinator(words[to])) || isCondition(words, own, { from: opens, to });
  }
  if (isInSubject && isBirth(words, { from: opens, to })) return false;
  if (isJoint(last)) return isInSubject || !isParallel(words, own, gap);
  if (RELATIVE.test(last.lower)) return !isOfSubject(words, own, gap);
  return (
    JOINING.test(last.lower) || left.some(isJoint) || finiteIn(words, from, to).length > 0 || opensIn(words, from, to)
  );
}

/** Whether a kept negation would lose what it denies, and deny the alternative instead: "not (by the play but) by the actors". */
function isCorrected(words: Words, own: Own, { from, to }: Gap): boolean {
  const isOther = words.slice(from, to).some(({ lower }) => /^(?:rather|instead)$/.test(lower));
  return deniesBefore(words, own, from) && (isOther || isJoint(words[to - 1]));
}

/** Whether the gap is one of two parallel phrases that both hold: "(on Mondays and) on Sundays". */
const isOneOfBoth = (words: Words, opens: number, to: number) =>
  isCoordinator(words[to - 1]) && words[telling(words, to)]!.lower === words[opens]!.lower;

/** Whether a pronoun after the gap stands for the subject: "Noll (resigned, but) he stayed". */
const isOfPronoun = (words: Words, to: number) =>
  SUBJECT.test(words[to]!.lower) && (isComma(words[to - 1]) || isComma(words[to - 2]));

/**
 * Whether an insertion is a companion, a condition, a role or a work of fiction on which the rest depends: "Noll(, with Peck,)
 * owns it", "the drug(, taken with food,) is safe", "Noll won(, in a dream,) the cup".
 */
function isCondition(words: Words, own: Own, { from, to }: Gap): boolean {
  const { lower, pos } = words[from]!;
  if (/^(?:with|along|together)$/.test(lower)) return true;
  // "Noll(, born to Peck,) a painter", "Noll(, born in Orley,) a port": the words after the gap describe Peck and Orley.
  if (lower === 'born') return words[to]!.pos === 'DET' || words.slice(from, to).some((word) => word.lower === 'to');
  if (isRole(words, from, to)) return true;
  if (pos === 'VERB') return !isEvent(words, own);
  return pos === 'ADP' && (!isEvent(words, own) || tellsOfFiction(words.slice(from, to)));
}

/** Whether the gap says where or when somebody was born: "Born (in Orley in 1950,) she". */
const isBirth = (words: Words, { from, to }: Gap) =>
  words[0]!.lower === 'born' && words[from]!.pos === 'ADP' && !words.slice(from, to).some(isCoordinator);

/**
 * Whether the predicate after the relative pronoun is about the subject that the statement begins with: "Noll(, who) was jailed",
 * "Noll (is a painter who) lives in Orley".
 */
function isOfSubject(words: Words, own: Own, { from, to }: Gap): boolean {
  const said = words.slice(0, from).filter(({ isWord }, at) => own[at] && isWord);
  if (!said.every(({ pos }) => /^(?:DET|ADJ|NOUN|PROPN|PRON)$/.test(pos))) return false;
  const rest = words.slice(from, to - 1);
  if (rest.every(isComma)) return rest.length <= 1;
  const [be, article, ...kind] = rest;
  if (be?.lemma !== 'be' || !/^(?:an?|the)$/.test(article?.lower ?? '') || !isPlainList(kind)) return false;
  return isPersonLike(kind.at(-1)?.lower ?? '');
}
