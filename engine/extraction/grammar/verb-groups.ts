/** Finds verb groups ("has also been awarded") and the main verb of a clause. */

import { MODALS } from '#engine/text/verbs.ts';
import { isMonth, isWeekday } from '#engine/values/calendar.ts';
import type { Word } from './word.ts';

/** A verb group. Positions are indices into the given words, end exclusive. */
export interface VerbGroup {
  start: number;
  end: number;
  finite: boolean;
  negated: boolean;
  /** Its first verb, which decides what may be coordinated with the group. */
  first: Word;
  head: Word;
}

const NON_FINITE_AUX = new Set(['be', 'been', 'being', 'having']);
const POSSESSIVES = new Set(['his', 'her', 'its', 'their', 'my', 'our', 'your', "'s", '’s']);
const NEGATIONS = new Set(['not', "n't", 'n’t', 'never', 'no', 'neither', 'nor', 'without', 'hardly', 'cannot']);
/** Words that may open a clause with its own verb. */
const SUBORDINATORS = new Set(
  'who whom whose which that where when why how what because since although though while whereas if unless until after before as once whether than'.split(
    ' ',
  ),
);

/** True for words that negate a verb group. */
export const isNegation = (word: Word) => NEGATIONS.has(word.lower);

/** True for verbs and auxiliaries. */
export const isVerb = (word: Word | undefined) => word !== undefined && (word.pos === 'VERB' || word.pos === 'AUX');

/** True if the word opens a clause: "who", "which"; "that" unless it is a determiner; "after" only if a verb follows. */
export function opensClause(words: readonly Word[], at: number): boolean {
  const word = words[at]!;
  if (!SUBORDINATORS.has(word.lower)) return false;
  // "has since won"
  if (word.lower === 'since' && (word.pos === 'ADV' || words[at + 1]?.lower === 'then')) return false;
  const next = words[at + 1];
  if (word.lower === 'that' && (word.pos === 'DET' || (at === 0 && isDemonstrative(words)))) return false;
  if (MAY_BE_PREPOSITION.test(word.lower)) {
    // These words are prepositions unless a verb follows before the next break. "than" before an amount is one, too.
    if (isTimeAfter(words, at) || isThanAmount(words, at)) return false;
    for (let i = at + 1; i < words.length && i < at + 10; i++) {
      const ahead = words[i]!;
      if (ahead.pos === 'PUNCT' || ahead.pos === 'CCONJ' || SUBORDINATORS.has(ahead.lower)) return false;
      if (ahead.pos === 'AUX') return true;
      if (ahead.pos === 'VERB')
        return i > at + 1 && ahead.forms?.gerund !== true && !isAttributive(words, i) && !isReduced(words, i);
    }
    return false;
  }
  return next !== undefined;
}

/** True for the first word of "That weekly test takes an hour", which has only one verb. */
function isDemonstrative(words: readonly Word[]): boolean {
  const verbs = words.filter((word, i) => isVerb(word) && !isVerb(words[i - 1]));
  return /^(?:NOUN|ADJ)$/u.test(words[1]?.pos ?? '') && verbs.length === 1;
}

/** Whether "than" precedes an amount: "more than 40", "more than half a metre", "more than a third". */
function isThanAmount(words: readonly Word[], at: number): boolean {
  const [next, second] = words.slice(at + 1, at + 3);
  if (words[at]!.lower !== 'than' || next === undefined) return false;
  return (
    next.pos === 'NUM' ||
    /^(?:half|twice|double)$/u.test(next.lower) ||
    (/^an?$/u.test(next.lower) && /^(?:half|third|quarter|fifth|tenth|dozen)$/u.test(second?.lower ?? ''))
  );
}

/** Whether a time follows: "since 9 October it has", "since early Wednesday cars have", "after 1990 it was". */
function isTimeAfter(words: readonly Word[], at: number): boolean {
  const [first, second] = words.slice(at + 1, at + 3).map(({ lower }) => lower);
  const isTime = (lower = '') => /^(?:1\d{3}|20\d{2})$/u.test(lower) || isMonth(lower) || isWeekday(lower);
  return isTime(first) || (/^(?:early|late|mid|last|next|\d{1,2})$/u.test(first ?? '') && isTime(second));
}

/** True for a verb form that describes a noun: "the leading company", "his lead role", "Somali-born". */
function isAttributive(words: readonly Word[], at: number): boolean {
  let left = at - 1;
  while (left > 0 && words[left]!.pos === 'ADV' && words[left - 1]!.pos !== 'AUX') left--;
  const before = words[left];
  const after = words[at + 1];
  if (before !== undefined && (before.text === '-' || before.text === '–') && before.end === words[at]!.start)
    return true;
  if (after?.text === '-' && after.start === words[at]!.end) return true;
  if (before === undefined || after === undefined) return false;
  const isModified =
    before.pos === 'DET' ||
    before.pos === 'ADJ' ||
    before.pos === 'NUM' ||
    before.pos === 'ADP' ||
    POSSESSIVES.has(before.lower);
  return (
    isModified &&
    (after.pos === 'NOUN' || after.pos === 'PROPN' || after.pos === 'ADJ' || after.pos === 'CCONJ') &&
    before.lower !== 'that'
  );
}

/** True for a participle right after the noun it describes: "the bridge built by Jones". */
function isReduced(words: readonly Word[], at: number): boolean {
  const word = words[at]!;
  const before = words[at - 1];
  if (word.forms?.participle !== true || before === undefined) return false;
  if (!word.forms.past) return true;
  return (before.pos === 'NOUN' || before.pos === 'PROPN') && words[at + 1]?.lower === 'by';
}

/** Cache of the groups by word list, as several rules look at the same one. */
const known = new WeakMap<readonly Word[], readonly VerbGroup[]>();

/** All verb groups in order; participles that describe a noun are not finite. */
export function verbGroups(words: readonly Word[]): readonly VerbGroup[] {
  let groups = known.get(words);
  if (groups === undefined) {
    groups = readGroups(words);
    known.set(words, groups);
  }
  return groups;
}

function readGroups(words: readonly Word[]): VerbGroup[] {
  const groups: VerbGroup[] = [];
  for (let i = 0; i < words.length; i++) {
    if (!isVerb(words[i]) || (words[i]!.pos === 'VERB' && isAttributive(words, i))) continue;
    const end = groupEnd(words, i);
    const start = groupStart(words, i);
    groups.push({
      start,
      end,
      finite: canBeFinite(words, i),
      negated: words.slice(start, end).some(isNegation),
      first: words[i]!,
      head: lastVerb(words, i, end),
    });
    i = end - 1;
  }
  markReduced(words, groups);
  restoreMain(words, groups);
  return groups;
}

function groupStart(words: readonly Word[], at: number): number {
  let start = at;
  while (
    start > 0 &&
    words[start - 1]!.pos === 'ADV' &&
    /^(?:also|later|then|never|subsequently|often|always|usually|eventually|finally|reportedly|allegedly|first|still|originally|previously|initially|recently|only|just|\p{L}+ly)$/u.test(
      words[start - 1]!.lower,
    )
  )
    start--;
  return start;
}

function groupEnd(words: readonly Word[], at: number): number {
  if (words[at]!.pos === 'VERB') return at + 1;
  let end = at + 1;
  for (let i = at + 1; i < words.length && i < at + 8; i++) {
    const word = words[i]!;
    if (word.pos === 'AUX' || (word.pos === 'PART' && word.lower !== 'to' && !/^['’]s$/u.test(word.lower))) end = i + 1;
    else if (word.pos === 'VERB') return isAttributive(words, i) ? end : i + 1;
    else if (word.pos !== 'ADV') break;
  }
  return end;
}

function lastVerb(words: readonly Word[], from: number, to: number): Word {
  for (let i = to - 1; i > from; i--) if (isVerb(words[i])) return words[i]!;
  return words[from]!;
}

function canBeFinite(words: readonly Word[], at: number): boolean {
  const word = words[at]!;
  let before = at - 1;
  while (before >= 0 && words[before]!.pos === 'ADV') before--;
  const previous = words[before]?.lower;
  if (previous === 'to') return false;
  if (word.pos === 'AUX') return !NON_FINITE_AUX.has(word.lower);
  const { forms } = word;
  if (forms === null || forms.gerund) return false;
  return forms.thirdPerson || forms.past || (forms.base && !(previous !== undefined && MODALS.has(previous)));
}

/** Of two finite-looking groups without a joint between them, marks the one that describes a noun as not finite. */
function markReduced(words: readonly Word[], groups: VerbGroup[]): void {
  for (let g = 0; g < groups.length; g++) {
    const group = groups[g]!;
    if (!group.finite || group.first.pos !== 'VERB' || group.first.forms?.participle !== true) continue;
    const at = words.indexOf(group.first);
    const before = words[at - 1];
    const followsNoun =
      before !== undefined &&
      (before.pos === 'NOUN' || before.pos === 'PROPN' || before.pos === 'NUM' || before.text === ')');
    if (!followsNoun) continue;
    const previous = groups.slice(0, g).findLast((other) => other.finite);
    const next = groups[g + 1];
    const followsVerb = previous !== undefined && !hasJoint(words, previous.end, at);
    const after = words[at + 1];
    const precedesVerb =
      next?.finite === true &&
      !hasJoint(words, at + 1, next.start) &&
      (after?.pos === 'ADP' || after?.pos === 'ADV' || after?.pos === 'NUM');
    if (followsVerb || precedesVerb) group.finite = false;
  }
}

/**
 * Makes a later past form the main verb if the sentence has no other: "The firm that bought the mill in the seventies kept it".
 */
function restoreMain(words: readonly Word[], groups: readonly VerbGroup[]): void {
  const [first] = groups;
  const isRelative = first !== undefined && /^(?:that|who|which)$/u.test(words[first.start - 1]?.lower ?? '');
  if (!isRelative || first.start < 2) return;
  const kept = groups.find(({ first: { forms, pos } }, i) => i > 0 && pos === 'VERB' && forms?.past === true);
  if (kept === undefined || words[kept.end]?.lower === 'by') return;
  const next = groups.find(({ finite, start }) => finite && start > first.start);
  const isOnly = next === undefined || (next.start > kept.end && hasJoint(words, kept.end, next.start));
  if (isOnly) kept.finite = true;
}

function hasJoint(words: readonly Word[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const word = words[i]!;
    if (word.pos === 'CCONJ' || word.text === ',' || word.text === ';' || word.text === '(' || opensClause(words, i))
      return true;
  }
  return false;
}

/** The main verb: the first finite group that no earlier subordinator claims; null if there is none. */
export function mainGroup(words: readonly Word[], groups: readonly VerbGroup[]): VerbGroup | null {
  // "A room that has been empty after 15 minutes is given away" would have no main verb if "after" opened a clause.
  return (
    unclaimed(words, groups, () => true) ?? unclaimed(words, groups, ({ lower }) => !MAY_BE_PREPOSITION.test(lower))
  );
}

const MAY_BE_PREPOSITION = /^(?:after|before|as|since|until|than|once)$/u;

function unclaimed(
  words: readonly Word[],
  groups: readonly VerbGroup[],
  counts: (word: Word) => boolean,
): VerbGroup | null {
  let claimed = 0;
  let cursor = 0;
  for (const group of groups) {
    for (; cursor < group.start; cursor++) if (counts(words[cursor]!) && opensClause(words, cursor)) claimed++;
    if (!group.finite) continue;
    if (claimed === 0) return group;
    claimed--;
  }
  return null;
}

/** True for a subject with its verb, both written out. */
export function isStatement(part: readonly Word[]): boolean {
  const main = mainGroup(part, verbGroups(part));
  return main !== null && main.start > 0 && part.length > 2;
}

/** True for a group in the past tense: "was sold", "bought". */
export const isPast = ({ first }: VerbGroup): boolean =>
  /^(?:was|were|had|did)$/u.test(first.lower) ||
  (first.pos === 'VERB' && first.forms?.past === true && !first.forms.thirdPerson);
