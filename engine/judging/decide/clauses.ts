/** Finds further clauses and predicates in a statement that don't affect the one that the claim is about. */

import type { Item } from '#engine/syntax/items.ts';
import type { VerbGroup } from '#engine/syntax/verb-groups.ts';
import { singular } from '#engine/text/class-nouns.ts';
import { REPORTING_LEMMAS } from '#engine/text/verbs.ts';
import { isWeekday } from '#engine/values/calendar.ts';
import type { Statement } from '../read/sentence.ts';
import { endBeforeFinalMark, isQuantifier, isSubordinator, isWordForUntruth, takesBack, undoes } from './words.ts';

/** Items [start, end) of a statement. */
export interface Range {
  start: number;
  end: number;
}

export function isNominal({ pos, kind }: Item): boolean {
  return pos === 'NOUN' || pos === 'PROPN' || pos === 'PRON' || kind === 'quantity' || kind === 'date';
}

export function has(items: readonly Item[], { start, end }: Range, test: (lower: string) => boolean): boolean {
  for (let at = start; at < end; at++) if (test(items[at]!.lower)) return true;
  return false;
}

/** The finite verb group of a clause with its own subject that begins at `start`. Null if no clause begins there. */
function clauseAt({ items, groups }: Statement, start: number, end: number): VerbGroup | null {
  const verb = groups.find((group) => group.isTensed && group.start >= start && group.start < end);
  if (verb === undefined || verb.start === start || isSubordinator(items[start]!.lower)) return null;
  const subject = items.slice(start, verb.start);
  const commas = subject.filter(({ text }) => text === ',').length;
  const isPlain =
    subject.some((item) => isNominal(item) || item.article !== null) &&
    (commas === 0 || commas === 2) &&
    !subject.some(({ text, pos }) => /^[;:]$/.test(text) || pos === 'SCONJ');
  return isPlain ? verb : null;
}

export function isFullClause(statement: Statement, range: Range): boolean {
  return clauseAt(statement, range.start, range.end) !== null;
}

/** Whether an inverted clause begins here: "and so is transfer to other services". */
function isInverted({ items }: Statement, at: number): boolean {
  return items[at]!.lower === 'so' && items[at + 1]?.pos === 'AUX';
}

/** Whether an instruction begins here: "; leave it alone". */
function isInstruction({ items, groups }: Statement, at: number): boolean {
  return items[at]!.pos === 'VERB' && groups.some(({ start, tense }) => start === at && tense === 'present');
}

/** Whether a word before a conjunction may also apply to what follows it. */
export function reaches(lower: string): boolean {
  return /^(?:neither|either|both|whether|not|if|unless|suppose|when|never|only|no|without|hardly|may|might|could|would)$/.test(
    lower,
  );
}

/** Whether the part before also applies to what follows: "said …", "if …", "neither …". */
function scopesOverSecondPart({ items, groups }: Statement, range: Range, isBehindSemicolon: boolean): boolean {
  if (isSubordinator(items[range.start]!.lower) && !isBehindSemicolon) return true;
  if (has(items, range, reaches))
    return !isBehindSemicolon || has(items, range, (lower) => /^(?:neither|either|both|whether|suppose)$/.test(lower));
  if (isBehindSemicolon) return false;
  return groups.some(
    ({ start, head, isNegated }) =>
      start >= range.start && start < range.end && (isNegated || REPORTING_LEMMAS.has(items[head]!.key)),
  );
}

/** Ranges of the conjunctions and marks that may join two clauses: ";", ":", "and", ", while". */
export function joints(items: readonly Item[], end: number): Range[] {
  const found: Range[] = [];
  for (let at = 1; at < end; at++) {
    const { text, lower } = items[at]!;
    if (text === ',' && /^(?:while|whereas)$/.test(items[at + 1]?.lower ?? '')) found.push({ start: at, end: at + 2 });
    else if (text === ':') found.push({ start: at, end: at + 1 });
    else if (text === ';') found.push({ start: at, end: items[at + 1]?.lower === 'and' ? at + 2 : at + 1 });
    else if (lower === 'and' && items[at - 1]!.text !== ';')
      found.push({ start: items[at - 1]!.text === ',' ? at - 1 : at, end: at + 1 });
  }
  return found;
}

/** Words that take something back, but in a relative clause affect only that clause: ", which carries 22 cars instead of 35". */
const WITHIN = /^(?:instead|rather|than|less|fewer|even|nearly|almost|formerly|once)$/;

/**
 * Whether the second part may narrow the first. A "not" in a verb of its own doesn't ("and does not open on Mondays"), unless the
 * verb repeats that of the first part or stands for it.
 */
function takesBackBehind({ items, groups }: Statement, behind: Range, before: Range): boolean {
  const isOwn = (at: number) => {
    const group = groups.find(({ start, end }) => at >= start && at < end);
    const head = group === undefined ? undefined : items[group.head];
    if (group === undefined || head === undefined) return false;
    // "Fruit is not": the auxiliary stands for the verb of the first part.
    if (head.pos !== 'VERB' && !/^(?:NOUN|ADJ|ADP|PROPN)$/.test(items[group.end]?.pos ?? '')) return false;
    return !groups.some(
      ({ head: other, end }) =>
        other >= before.start &&
        other < before.end &&
        items[other]!.key === head.key &&
        (head.pos === 'VERB' || items[end]?.lower === items[group.end]?.lower),
    );
  };
  const tail = items.findIndex(
    ({ text }, at) => at >= behind.start && text === ',' && /^(?:which|who)$/.test(items[at + 1]?.lower ?? ''),
  );
  for (let at = behind.start; at < behind.end; at++) {
    const { lower } = items[at]!;
    const isWithin = tail >= 0 && at > tail && WITHIN.test(lower);
    const isLeftAlone = lower === 'alone' && items[at - 1]!.pos === 'PRON';
    if (takesBack(lower) && !isWithin && !isLeftAlone && !(lower === 'not' && isOwn(at))) return true;
  }
  return false;
}

/**
 * Whether the second part is about something else, so that it can't narrow the first: "; a red bug is a visitor, but comes to
 * suck sap".
 */
function hasOtherSubject(statement: Statement, behind: Range, before: Range): boolean {
  const verb = clauseAt(statement, behind.start, behind.end);
  if (verb === null) return false;
  const subject = statement.items.slice(behind.start, verb.start);
  // Rejected, because the verb depends on the first part: "Members may enter; juniors may not."
  if (verb.isNegated && statement.items[verb.head]!.pos !== 'VERB' && isMark(statement.items[verb.end])) return false;
  const known = new Set(statement.items.slice(before.start, before.end).map(({ key }) => key));
  return subject.every(
    ({ pos, lower, key }) =>
      pos !== 'PRON' &&
      !takesBack(lower) &&
      !isQuantifier(lower) &&
      !/^(?:other|others|those|these|this|that)$/.test(lower) &&
      !(isNominalWord(pos) && known.has(key)),
  );
}

function isMark(item: Item | undefined): boolean {
  return item === undefined || item.kind === 'mark';
}

function isNominalWord(pos: string): boolean {
  return pos === 'NOUN' || pos === 'PROPN';
}

/** Whether a reporting verb introduces what follows: "Nobody believes it: …", "he says: …". */
function reports({ items, groups }: Statement, end: number): boolean {
  return groups.some(({ head, start }) => start < end && REPORTING_LEMMAS.has(items[head]!.key));
}

/**
 * Whether the second part undoes the first: a verb of undoing, whose object refers to something in the first part. "…; the court
 * lifted the ban", "…; it was lifted".
 */
function undoesBefore({ items, groups }: Statement, behind: Range, before: Range): boolean {
  const known = new Set(items.slice(before.start, before.end).map(({ key }) => key));
  return undoings({ items, groups }, behind).some(({ isPassive, start, end }) =>
    (isPassive ? items.slice(behind.start, start) : items.slice(end, behind.end)).some(
      ({ pos, key }) => pos === 'PRON' || (isNominalWord(pos) && known.has(key)),
    ),
  );
}

export function hasUndoing(statement: Pick<Statement, 'items' | 'groups'>, range: Range): boolean {
  return undoings(statement, range).length > 0;
}

function undoings({ items, groups }: Pick<Statement, 'items' | 'groups'>, { start, end }: Range): VerbGroup[] {
  // Base forms don't count. They are future or not even verbs: "Use the stair or the goods lift".
  const isDone = ({ isTensed, head }: VerbGroup) => isTensed || /^(?:past|participle)$/.test(items[head]!.tense ?? '');
  return groups.filter(
    (group) => group.start >= start && group.start < end && isDone(group) && undoes(items[group.head]!.key),
  );
}

/** Adverbs of another time or place, or of a consequence. */
const ELSEWHERE =
  /^(?:now|then|there|here|later|soon|afterwards?|today|so|thus|therefore|again|next|following|previous|eventually|finally|meanwhile|already|had)$/;

/** Whether a word shows that a clause is about another time or place than the one before: "and two days *later* Noll found …". */
export function tellsAnotherTime({ kind, lower, quantity }: Item): boolean {
  return kind === 'date' || ELSEWHERE.test(lower) || isWeekday(singular(lower)) || quantity?.dimension === 'time';
}

/** Independent clauses before or behind ";", ":" or "and". */
export function furtherClauses(statement: Statement): Range[] {
  const { items } = statement;
  const end = endBeforeFinalMark(items);
  const found: Range[] = [];
  for (const joint of joints(items, end)) {
    const before = { start: 0, end: joint.start };
    const behind = { start: joint.end, end };
    if (behind.start >= end) continue;
    const isSemicolon =
      items[joint.start]!.text === ';' || (items[joint.start]!.text === ':' && !reports(statement, joint.start));
    if (items[joint.start]!.text === ':' && items.slice(0, joint.start).some(({ key }) => isWordForUntruth(key)))
      continue;
    if (
      !(
        isFullClause(statement, behind) ||
        isInverted(statement, behind.start) ||
        (items[joint.start]!.kind === 'mark' && isInstruction(statement, behind.start))
      )
    )
      continue;
    if (!isFullClause(statement, before)) continue;
    const isKept = hasOtherSubject(statement, behind, before) || !takesBackBehind(statement, behind, before);
    if (isKept && !undoesBefore(statement, behind, before)) found.push({ start: joint.start, end });
    // An introductory phrase may apply to the second clause too: "In winter the paths are closed and the gate is locked".
    const isOfOwnTime =
      clauseAt(statement, behind.start, end)?.tense === 'past' && items.slice(behind.start, end).some(tellsAnotherTime);
    const isFramed =
      !isOfOwnTime &&
      (/^(?:ADP|SCONJ)$/.test(items[0]!.pos) ||
        items[0]!.kind === 'date' ||
        // A noun of time without a preposition: "this week the hall".
        (items[0]!.pos === 'NOUN' && items[1]?.article != null) ||
        /^(?:to|every|this|outside|throughout|among|according)\b/.test(items[0]!.lower));
    if (!isFramed && !scopesOverSecondPart(statement, before, isSemicolon)) found.push({ start: 0, end: joint.end });
  }
  return found;
}

/** Participles that share one "be": "was *proposed by Lo, seconded by Ray and* defeated", "written *and directed* by Lo". */
function sharedPassives({ items, groups }: Statement, joint: Range): Range[] {
  const isParticiple = (at: number) => items[at]?.tense === 'past' || items[at]?.tense === 'participle';
  if (!isParticiple(joint.end)) return [];
  const first = groups.findLast(({ start, isPassive, isTensed }) => isTensed && isPassive && start < joint.start);
  if (first === undefined || first.isNegated || has(items, { start: 0, end: joint.start }, reaches)) return [];
  // Rejected: "was planned to be drained and dug".
  if (has(items, { start: first.end, end: joint.start }, (lower) => lower === 'to' || lower === 'be')) return [];
  const isAdjacent = first.head === joint.start - 1;
  const second = { start: joint.start, end: joint.end + 1 };
  return [{ start: first.head, end: joint.end }, ...(isAdjacent && items[second.end]?.lower === 'by' ? [second] : [])];
}

/** Verbs for deeds that can't be undone: what was written stays written. */
const MAKES =
  /^(?:found|establish|create|build|construct|erect|design|direct|write|compose|paint|publish|bear|invent|discover)$/;

/** Further predicates of the same subject: "joined in 1990 *and left in 1995*". */
export function furtherPredicates(statement: Statement): Range[] {
  const { items, groups } = statement;
  const end = endBeforeFinalMark(items);
  const found: Range[] = [];
  for (const joint of joints(items, end)) {
    if (items[joint.start]!.text === ';') continue;
    found.push(...sharedPassives(statement, joint));
    const from = items[joint.end]?.lower === 'not' ? joint.end + 1 : joint.end;
    const second = groups.find(({ start, isTensed }) => isTensed && start === from);
    const first = groups.findLast(({ start, isTensed }) => isTensed && start < joint.start);
    if (second === undefined || first === undefined || first.isNegated) continue;
    // A present state doesn't affect such a deed: "was directed by Lo and stars Ray".
    const isFollowed = first.tense === 'past' && second.tense === 'present' && MAKES.test(items[first.head]!.key);
    const isSame = second.tense === first.tense || second.tense === 'modal' || isFollowed;
    // A present state can be skipped before a past event: "*is an actor and* was born in Orr".
    const isState = first.tense === 'present' && items[first.head]!.key === 'be' && second.tense === 'past';
    if (!isSame && !isState) continue;
    const behind = { start: joint.start, end };
    const before = { start: first.start, end: joint.start };
    // "Began … and ended …": the end doesn't take back the beginning.
    const isEnd = first.tense === 'past' && items[first.head]!.key === 'begin' && items[second.head]!.key === 'end';
    const isKept = isSame && (isEnd || !hasUndoing(statement, behind));
    if (isKept && !takesBackBehind(statement, { start: joint.end, end }, { start: 0, end: joint.start }))
      found.push(behind);
    const isPlain = !has(items, { start: 0, end: joint.start }, (lower) => reaches(lower) || isSubordinator(lower));
    if (isPlain && !REPORTING_LEMMAS.has(items[first.head]!.key)) found.push({ start: before.start, end: joint.end });
  }
  return found;
}
