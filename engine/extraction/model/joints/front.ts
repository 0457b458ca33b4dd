/** What an English statement leaves out at the beginning of its sentence. */
import { verbGroups } from '../../grammar/verb-groups.ts';
import type { Word } from '../../grammar/word.ts';
import { NOMINAL } from '../lists.ts';
import type { ReadWord } from '../words.ts';
import { isLimit, isOfEvent, tellsOfFiction } from './circumstances.ts';
import { hidesSubject } from './parallels.ts';
import {
  endBefore,
  finiteIn,
  grammarOf,
  isComma,
  isCoordinator,
  isJoint,
  isQuestion,
  type Own,
  opensIn,
  SUBJECT,
  type Words,
} from './sentence.ts';
import { sharesIn } from './sharing.ts';

/** True if what ends before `to` may not be left out. */
export function isMisjoinedInFront(words: Words, own: Own, to: number): boolean {
  return (
    isQuestion(words) ||
    isLabelled(words, to) ||
    isInverted(words) ||
    isAlternative(words, to) ||
    isOfHiddenVerb(words, to) ||
    (isComma(words[to - 1]) && isLimit(words, own, 0)) ||
    (isCoordinator(words[to - 1]) && isCoordinateOfMore(words, own, to)) ||
    isMemberOfSubject(words, to) ||
    isCompany(words, own, to) ||
    isWithoutSubject(words, to)
  );
}

/** "(Myth:) the mill is unsafe": what stands before a colon says what the rest is. */
const isLabelled = (words: Words, to: number) => words.some(({ text }, at) => at < to && text === ':');

/** "(Had he paid,) the mill would stand": a condition by its order of words. */
const isInverted = ([first]: Words) => /^(?:had|should|were|did)$/.test(first!.lower);

/** "(Noll drinks tea or) Peck drives": one of two clauses that need not both hold. */
const isAlternative = (words: Words, to: number) => sharesIn(words, finiteIn(words, 0, to).at(-1)?.end ?? 0, to);

/** "(Kade wishes the mill was open and) the bank closed": "wishes" is read as a noun, and an article stands behind it. */
function isOfHiddenVerb(words: Words, to: number): boolean {
  const [verb] = finiteIn(words, 0, to);
  return words.some(
    ({ pos }, at) =>
      at > 0 && at < (verb?.start ?? 0) && pos === 'DET' && /^(?:NOUN|PROPN|ADJ)$/.test(words[at - 1]!.pos),
  );
}

/** What is left out ends in "and", and what stands in it may hold for the clause behind too. */
const isCoordinateOfMore = (words: Words, own: Own, to: number) =>
  isInFiction(words) || isInSubordinate(words, to) || isInCircumstance(words, own) || words[0]!.pos === 'VERB';

/** "(In the novel Noll dies and) Peck marries" */
function isInFiction([first, ...words]: Words): boolean {
  const end = words.findIndex(({ pos }) => !/^(?:DET|ADJ|NOUN|NUM)$/.test(pos));
  return first!.pos === 'ADP' && tellsOfFiction(words.slice(0, Math.max(0, end)));
}

/** "(Kade says that the mill closed and) the bank failed": both may be what is said. */
function isInSubordinate(words: Words, to: number): boolean {
  const than = comparisonBefore(words, to);
  const [first, ...further] = finiteIn(words, 0, than ?? to);
  if (first === undefined) return false;
  return further.some(({ start }) => !isJoint(words[start - 1])) || opensIn(words, 0, than ?? endBefore(words, to));
}

/**
 * "(We spent less than we took in, and) the bank failed": where what is compared with begins, if it is a clause that ends at the comma; null: it
 * isn't, as in "more than half of the money was lost".
 */
function comparisonBefore(words: Words, to: number): number | null {
  if (!isComma(words[to - 2])) return null;
  const than = words.findLastIndex(({ lower }, at) => at < to && lower === 'than');
  if (than < 1 || !SUBJECT.test(words[than + 1]!.lower)) return null;
  return finiteIn(words, than, to).length === 1 && !opensIn(words, than + 1, to) ? than : null;
}

/** "(Without Noll the mill closes and) the bank fails": not of what happened at a time or place. */
const isInCircumstance = (words: Words, own: Own) => words[0]!.pos === 'ADP' && !isOfEvent(words, own, 0);

/** "(Peck and) Noll own half of it", "(All but) Noll left": a member of the subject. */
function isMemberOfSubject(words: Words, to: number): boolean {
  if (SUBJECT.test(words[to]!.lower)) return false;
  if (isCoordinator(words[to - 1])) return to > 1 && !isClauseBefore(words, to);
  return isComma(words[to - 1]) && NOMINAL.test(words[0]!.pos) && finiteIn(words, 0, to).length === 0;
}

/** "(Noll sang with) Peck(, and) retired": who was there, and not who did what "and" adds. */
function isCompany(words: Words, own: Own, to: number): boolean {
  const end = own.indexOf(false, to);
  const next = end < 0 ? -1 : own.indexOf(true, end);
  if (words[to - 1]!.lower !== 'with' || next < 0) return false;
  return isCoordinator(words[next - 1]) && !words.slice(to, end).some(isVerb);
}

const isVerb = ({ pos }: ReadWord) => pos === 'VERB' || pos === 'AUX';

/** "(The mill closed and) the bank failed": both sides have their verb. */
function isClauseBefore(words: Words, to: number): boolean {
  const [next] = finiteIn(words, to, words.length);
  return finiteIn(words, 0, to).length > 0 && next !== undefined && !opensIn(words, to + 1, next.start);
}

/** "(The man who sang and) danced": the verb would have any subject. */
function isWithoutSubject(words: Words, to: number): boolean {
  const verb = verbGroups(grammarOf(words)).find(({ start }) => start === to);
  if (verb?.finite !== true || isImperative(verb.first)) return false;
  return !isCoordinator(words[to - 1]) || hidesSubject(words, 0, endBefore(words, to));
}

/** "pay": needs no subject. */
const isImperative = ({ pos, forms }: Word) => pos !== 'AUX' && forms?.base === true;
