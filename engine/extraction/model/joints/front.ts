/** Checks what an English statement leaves out at the beginning of its sentence. */
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

/** True if the gap that ends before `to` must not be left out. */
export function mustKeepGapAtStart(words: Words, own: Own, to: number): boolean {
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

/** Whether the gap has a colon: what precedes it says how to take the rest, as in "(Myth:) the mill is unsafe". */
const isLabelled = (words: Words, to: number) => words.some(({ text }, at) => at < to && text === ':');

/** Whether the sentence begins with an inverted condition or question: "(Had he paid,) the mill would stand". */
const isInverted = ([first]: Words) => /^(?:had|should|were|did)$/.test(first!.lower);

/** Whether the gap is one of two alternative clauses: "(Noll drinks tea or) Peck drives". */
const isAlternative = (words: Words, to: number) => sharesIn(words, finiteIn(words, 0, to).at(-1)?.end ?? 0, to);

/**
 * Whether a verb may be mistaken for a noun, as an article comes right after it: "(Kade wishes the mill was open and) the bank
 * closed".
 */
function isOfHiddenVerb(words: Words, to: number): boolean {
  const [verb] = finiteIn(words, 0, to);
  return words.some(
    ({ pos }, at) =>
      at > 0 && at < (verb?.start ?? 0) && pos === 'DET' && /^(?:NOUN|PROPN|ADJ)$/.test(words[at - 1]!.pos),
  );
}

/** Whether something in a gap that ends in "and" may apply to the next clause too. */
const isCoordinateOfMore = (words: Words, own: Own, to: number) =>
  isInFiction(words) || isInSubordinate(words, to) || isInCircumstance(words, own) || words[0]!.pos === 'VERB';

/** Whether the sentence begins with a work of fiction: "(In the novel Noll dies and) Peck marries". */
function isInFiction([first, ...words]: Words): boolean {
  const end = words.findIndex(({ pos }) => !/^(?:DET|ADJ|NOUN|NUM)$/.test(pos));
  return first!.pos === 'ADP' && tellsOfFiction(words.slice(0, Math.max(0, end)));
}

/**
 * Whether the gap has a subordinate clause that the next clause may continue: "(Kade says that the mill closed and) the bank
 * failed".
 */
function isInSubordinate(words: Words, to: number): boolean {
  const than = comparisonBefore(words, to);
  const [first, ...further] = finiteIn(words, 0, than ?? to);
  if (first === undefined) return false;
  return further.some(({ start }) => !isJoint(words[start - 1])) || opensIn(words, 0, than ?? endBefore(words, to));
}

/**
 * Where a comparison begins that is a clause and ends at the comma: "(We spent less than we took in, and) the bank failed". null
 * if there is none, as in "more than half of the money was lost".
 */
function comparisonBefore(words: Words, to: number): number | null {
  if (!isComma(words[to - 2])) return null;
  const than = words.findLastIndex(({ lower }, at) => at < to && lower === 'than');
  if (than < 1 || !SUBJECT.test(words[than + 1]!.lower)) return null;
  return finiteIn(words, than, to).length === 1 && !opensIn(words, than + 1, to) ? than : null;
}

/**
 * Whether the sentence begins with a circumstance other than the time or place of an event: "(Without Noll the mill closes and)
 * the bank fails".
 */
const isInCircumstance = (words: Words, own: Own) => words[0]!.pos === 'ADP' && !isOfEvent(words, own, 0);

/** Whether the gap is one member of a subject with several: "(Peck and) Noll own half of it", "(All but) Noll left". */
function isMemberOfSubject(words: Words, to: number): boolean {
  if (SUBJECT.test(words[to]!.lower)) return false;
  if (isCoordinator(words[to - 1])) return to > 1 && !isClauseBefore(words, to);
  return isComma(words[to - 1]) && NOMINAL.test(words[0]!.pos) && finiteIn(words, 0, to).length === 0;
}

/** Whether the statement takes a companion for the subject of the next predicate: "(Noll sang with) Peck(, and) retired". */
function isCompany(words: Words, own: Own, to: number): boolean {
  const end = own.indexOf(false, to);
  const next = end < 0 ? -1 : own.indexOf(true, end);
  if (words[to - 1]!.lower !== 'with' || next < 0) return false;
  return isCoordinator(words[next - 1]) && !words.slice(to, end).some(isVerb);
}

const isVerb = ({ pos }: ReadWord) => pos === 'VERB' || pos === 'AUX';

/** Whether a clause stands on both sides, each with its own verb: "(The mill closed and) the bank failed". */
function isClauseBefore(words: Words, to: number): boolean {
  const [next] = finiteIn(words, to, words.length);
  return finiteIn(words, 0, to).length > 0 && next !== undefined && !opensIn(words, to + 1, next.start);
}

/** Whether the statement begins with a finite verb whose subject is unclear: "(The man who sang and) danced". */
function isWithoutSubject(words: Words, to: number): boolean {
  const verb = verbGroups(grammarOf(words)).find(({ start }) => start === to);
  if (verb?.finite !== true || isImperative(verb.first)) return false;
  return !isCoordinator(words[to - 1]) || hidesSubject(words, 0, endBefore(words, to));
}

/** Whether the verb has its base form, e.g. "pay", and so needs no subject. */
const isImperative = ({ pos, forms }: Word) => pos !== 'AUX' && forms?.base === true;
