/**
 * Circumstances: when, where, why and for whom something holds. A state, a rule or a possibility is only stated for the
 * circumstances that its sentence gives. A past event has happened whatever its circumstances.
 */
import { isPast, type VerbGroup, verbGroups } from '../../grammar/verb-groups.ts';
import type { ReadWord } from '../words.ts';
import { deniesBefore, finiteIn, grammarOf, isComma, isJoint, type Own, TIMED, type Words } from './sentence.ts';

/** Prepositions that begin a time, a place, a condition or a companion. */
const LIMITING = setOf(
  'in on at during for to under since within from until till through throughout except without besides outside inside after before over with by among between against ' +
    'across upon',
);
/** Those of them, and of the conjunctions, that do so after a comma as well. */
const LIMITING_APART = setOf(
  'in on at during for under within from until till except without outside inside after before when whenever once',
);
/** Prepositions that say when or where if a year, a name or a part of the year follows. */
const PLACING = setOf('in on at near during after before since until from over through');
/** Words that begin the companion, agent, reason or occasion of an event. The event has happened without them, too. */
const ATTENDING = setOf('with by for as when');
const TIMES = setOf(
  'year years month months week weeks day days spring summer autumn winter morning evening night century end beginning start',
);
/** What somebody made up or thinks. What holds in it need not hold in reality. */
const FICTION = setOf(
  'novel novels film films movie movies story stories play plays book books tale tales poem poems song songs series episode episodes game games dream dreams fiction ' +
    'legend legends myth myths theory principle paper view opinion eyes account',
);

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** Whether a time, a place or a condition begins at `at` without which the statement does not follow: "open (on Sundays)". */
export const isLimit = (words: Words, own: Own, at: number): boolean => limits(words, at) && !isOfEvent(words, own, at);

/** Whether the phrase only says when or where a past event happened: "closed (in May)". */
export const isOfEvent = (words: Words, own: Own, at: number): boolean =>
  isEvent(words, own) && isWhenOrWhere(words, at);

/** Whether a time, a place or a condition may begin at `at`: "open (at six)", "open(, at six)". */
export function limits(words: Words, at: number): boolean {
  const word = words[at];
  if (word === undefined || isAsWell(words, at)) return false;
  if (!isComma(words[at - 1])) return TIMED.test(word.lower) || LIMITING.has(word.lower);
  return LIMITING_APART.has(word.lower) && !isReason(words, at);
}

const isAsWell = (words: Words, at: number) => words[at]!.lower === 'as' && words[at + 1]?.lower === 'well';

/** Whether a clause with a reason begins at `at`: "open(, for visitors can't park elsewhere)". */
function isReason(words: Words, at: number): boolean {
  const comma = words.findIndex((word, i) => i > at && isComma(word));
  return words[at]!.lower === 'for' && finiteIn(words, at, comma < 0 ? words.length : comma).length > 0;
}

/** Whether everything that the statement says has happened, and nothing is denied: "the mill closed", "Noll has left". */
export function isEvent(words: Words, own: Own): boolean {
  const groups = verbGroups(grammarOf(words));
  const said = groups.filter(({ finite, start, end }) => finite && own.slice(start, end).includes(true));
  // "Born in Orley, she (…)"
  if (said.length === 0) return words.some(({ lower }, at) => own[at] && lower === 'born');
  return said.every((group) => isOver(group) && !group.negated) && !deniesBefore(words, own, words.length);
}

const isOver = (group: VerbGroup) =>
  isPast(group) || (/^(?:has|have)$/.test(group.first.lower) && group.head !== group.first);

/** Whether the phrase says when or where, rather than under which condition: "in 1950", "at Orley", "in the spring". */
function isWhenOrWhere(words: Words, at: number): boolean {
  const { lower } = words[at]!;
  if (ATTENDING.has(lower)) return true;
  if (!PLACING.has(lower)) return false;
  const behind = words.findIndex((word, i) => i > at && (isJoint(word) || word.pos === 'VERB' || word.pos === 'AUX'));
  const end = behind < 0 ? words.length : behind;
  return words.some((word, i) => i > at && i < end && (isTime(word) || isNamed(words, i)));
}

const isTime = ({ text, lower }: ReadWord) => /\p{N}/u.test(text) || TIMES.has(lower);
/** Whether the word is a name and not a possessor: "Orley", but not "Noll's (dream)". */
const isNamed = (words: Words, at: number) => words[at]!.isCapitalised && words[at + 1]?.pos !== 'PART';

/** True if the words mention something made up or thought: "in a dream". */
export const tellsOfFiction = (words: Words): boolean => words.some(({ lower }) => FICTION.has(lower));

/** Whether the phrase sets the statement in what somebody made up or thinks: "won the cup (in a dream)". */
export const isFictive = (words: Words, at: number, to: number): boolean =>
  /^(?:in|on|by)$/.test(words[at]!.lower) && tellsOfFiction(words.slice(at, Math.min(to, at + 6)));

/**
 * Whether the phrase shows that the sentence is about a fictional character: "Noll(, playing a thief,) stole it", "Noll(, as
 * Hamlet,) stole it", "Noll(, the hero of the book,) stole it".
 */
export function isRole(words: Words, at: number, to: number): boolean {
  const isPlaying = /^(?:playing|portraying|voicing)$/.test(words[at]!.lower) && words[at + 1]?.pos === 'DET';
  const isAs = words[at]!.lower === 'as' && words[at + 1]?.isCapitalised === true;
  return isPlaying || isAs || words.slice(at, to).some(({ lower }) => FIGURES.has(lower));
}

/** Words for the characters of stories and their narrators. */
const FIGURES = setOf('hero heroine protagonist narrator villain character');
