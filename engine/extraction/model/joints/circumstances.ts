/** When, where, why and for whom something holds. What goes on, or may, holds no further than its sentence says; what happened did happen. */
import { isPast, type VerbGroup, verbGroups } from '../../grammar/verb-groups.ts';
import type { ReadWord } from '../words.ts';
import { deniesBefore, finiteIn, grammarOf, isComma, isJoint, type Own, TIMED, type Words } from './sentence.ts';

/** Begin a time, a place, a condition, a company. */
const LIMITING = setOf(
  'in on at during for to under since within from until till through throughout except without besides outside inside after before over with by among between against ' +
    'across upon',
);
/** Of these, and of what joins clauses, what does so behind a comma as well. */
const LIMITING_APART = setOf(
  'in on at during for under within from until till except without outside inside after before when whenever once',
);
/** Before a year, a name, a part of the year, these say when or where. */
const PLACING = setOf('in on at near during after before since until from over through');
/** Say with whom, by whom or why something happened, which it did anyway. */
const ATTENDING = setOf('with by for as when');
const TIMES = setOf(
  'year years month months week weeks day days spring summer autumn winter morning evening night century end beginning start',
);
/** What somebody made up or thinks: what holds in it doesn't hold outside. */
const FICTION = setOf(
  'novel novels film films movie movies story stories play plays book books tale tales poem poems song songs series episode episodes game games dream dreams fiction ' +
    'legend legends myth myths theory principle paper view opinion eyes account',
);

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** "open (on Sundays)": a time, a place or a condition begins there, and what it's of does not follow without it. */
export const isLimit = (words: Words, own: Own, at: number): boolean => limits(words, at) && !isOfEvent(words, own, at);

/** "closed (in May)": when or where something happened that is over. */
export const isOfEvent = (words: Words, own: Own, at: number): boolean =>
  isEvent(words, own) && isWhenOrWhere(words, at);

/** "open (at six)", "open(, at six)": a time, a place or a condition may begin there. */
export function limits(words: Words, at: number): boolean {
  const word = words[at];
  if (word === undefined || isAsWell(words, at)) return false;
  if (!isComma(words[at - 1])) return TIMED.test(word.lower) || LIMITING.has(word.lower);
  return LIMITING_APART.has(word.lower) && !isReason(words, at);
}

const isAsWell = (words: Words, at: number) => words[at]!.lower === 'as' && words[at + 1]?.lower === 'well';

/** "open(, for visitors can't park elsewhere)": a clause that says why. */
function isReason(words: Words, at: number): boolean {
  const comma = words.findIndex((word, i) => i > at && isComma(word));
  return words[at]!.lower === 'for' && finiteIn(words, at, comma < 0 ? words.length : comma).length > 0;
}

/** "the mill closed", "Noll has left": all that the statement says happened, and nothing of it is denied. */
export function isEvent(words: Words, own: Own): boolean {
  const groups = verbGroups(grammarOf(words));
  const said = groups.filter(({ finite, start, end }) => finite && own.slice(start, end).includes(true));
  // "Born in Orley, she (…)"
  if (said.length === 0) return words.some(({ lower }, at) => own[at] && lower === 'born');
  return said.every((group) => isOver(group) && !group.negated) && !deniesBefore(words, own, words.length);
}

const isOver = (group: VerbGroup) =>
  isPast(group) || (/^(?:has|have)$/.test(group.first.lower) && group.head !== group.first);

/** "in 1950", "at Orley", "in the spring": says when or where, and not under which condition. */
function isWhenOrWhere(words: Words, at: number): boolean {
  const { lower } = words[at]!;
  if (ATTENDING.has(lower)) return true;
  if (!PLACING.has(lower)) return false;
  const behind = words.findIndex((word, i) => i > at && (isJoint(word) || word.pos === 'VERB' || word.pos === 'AUX'));
  const end = behind < 0 ? words.length : behind;
  return words.some((word, i) => i > at && i < end && (isTime(word) || isNamed(words, i)));
}

const isTime = ({ text, lower }: ReadWord) => /\p{N}/u.test(text) || TIMES.has(lower);
/** "Orley", but not "Noll's (dream)". */
const isNamed = (words: Words, at: number) => words[at]!.isCapitalised && words[at + 1]?.pos !== 'PART';

/** True if the words tell of something made up: "in a dream". */
export const tellsOfFiction = (words: Words): boolean => words.some(({ lower }) => FICTION.has(lower));

/** "won the cup (in a dream)": it holds in what somebody made up, or thinks. */
export const isFictive = (words: Words, at: number, to: number): boolean =>
  /^(?:in|on|by)$/.test(words[at]!.lower) && tellsOfFiction(words.slice(at, Math.min(to, at + 6)));

/** "Noll(, playing a thief,) stole it", "Noll(, as Hamlet,) stole it", "Noll(, the hero of the book,) stole it": it is said of somebody made up. */
export function isRole(words: Words, at: number, to: number): boolean {
  const isPlaying = /^(?:playing|portraying|voicing)$/.test(words[at]!.lower) && words[at + 1]?.pos === 'DET';
  const isAs = words[at]!.lower === 'as' && words[at + 1]?.isCapitalised === true;
  return isPlaying || isAs || words.slice(at, to).some(({ lower }) => FIGURES.has(lower));
}

/** Whom stories are about, and who tells them. */
const FIGURES = setOf('hero heroine protagonist narrator villain character');
