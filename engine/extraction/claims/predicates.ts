/** Cuts a clause between predicates that share its subject: "The mill was sold and closed in May". */
import { isNegation, isPast, mainGroup, opensClause, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import { type Atom, atomOf, range } from './atom.ts';
import type { Clause } from './clauses.ts';
import { hasTime, isDownward, isPaired, isTimeWord, timeLength } from './scope.ts';

/**
 * The statements of a clause, one for each predicate. The clause itself if it has only one, or if its predicates belong together.
 */
export function predicatesOf(words: readonly Word[], clause: Clause, level: readonly boolean[]): Atom[] {
  const whole = wholeClause(clause);
  const part = words.slice(clause.from, clause.to);
  const groups = verbGroups(part);
  const main = mainGroup(part, groups);
  if (main === null || main.start === 0 || isDownward(part.slice(0, main.start)) || isPaired(part)) return [whole];
  const heads: Head[] = [{ start: main.start, shared: [] }];
  const ends: number[] = [];
  for (const group of groups) {
    if (group.start < main.end) continue;
    const previous = heads.at(-1)!;
    const before = jointBefore(part, group.start);
    if (before === null || !level[clause.from + group.start]) continue;
    const between = part.slice(previous.start, before);
    const head = headOf(part, main, group);
    if (head === null || !isComplete(between, previous, groups) || opensIn(part, previous.start, before))
      return [whole];
    heads.push(head);
    ends.push(before);
  }
  if (heads.length === 1) return [whole];
  ends.push(part.length);
  if (heads.some(({ start }, i) => dependsOnEnd(part.slice(start, ends[i]), part, i, heads.length, main)))
    return [whole];
  return heads.map((head, i) => predicate(clause, { part, subjectEnd: main.start }, head, ends[i]!, i));
}

/** The clause as one statement, with the words at the front of the sentence that apply to it. */
export const wholeClause = (clause: Clause): Atom => ({
  ...atomOf(clause.from, clause.to),
  indexes: [...leadOf(clause), ...range(clause.from, clause.to)],
  notes: clause.notes,
});

const leadOf = ({ lead }: Clause) => (lead === null ? [] : range(...lead));

/** The start of a predicate, with what it shares with the first one: "was" in "was sold and closed". */
interface Head {
  start: number;
  shared: number[];
}

/** Index of the "and" or comma that joins the verb at `at` to what precedes it; null if none does. */
function jointBefore(part: readonly Word[], at: number): number | null {
  const [before, previous] = [part[at - 1], part[at - 2]];
  if (/^(?:and|but|yet)$/u.test(before?.lower ?? '')) return previous?.text === ',' ? at - 2 : at - 1;
  // "opened in May, closed in June and was sold"
  const isListed =
    before?.text === ',' && part.slice(at).some(({ lower }, i, rest) => lower === 'and' && isVerbAt(rest, i + 1));
  return isListed ? at - 1 : null;
}

const isVerbAt = (words: readonly Word[], at: number) => /^(?:VERB|AUX|ADV)$/u.test(words[at]?.pos ?? '');

/** How the verb group continues the main one; null if that is not clear. */
function headOf(part: readonly Word[], main: VerbGroup, { start, first, finite }: VerbGroup): Head | null {
  const hasPast = first.forms?.past === true;
  const isBase = first.forms?.base === true && !hasPast;
  const auxiliary = main.first.pos === 'AUX' && main.first !== main.head ? part.indexOf(main.first) : -1;
  if (first.pos === 'AUX') return finite ? { start, shared: [] } : null;
  // "sells lenses and mirrors": with nothing after it, such a form may be a plural.
  if ((first.forms?.thirdPerson === true || isBase) && !goesOn(part, start)) return null;
  if (first.forms?.thirdPerson === true) return { start, shared: [] };
  if (first.forms?.gerund === true) return null;
  if (auxiliary < 0) {
    const isAlike = hasPast || (isBase && main.first.forms?.base === true);
    return isAlike ? { start, shared: [] } : null;
  }
  if (main.negated) return hasPast && first.forms?.base !== true && isDid(main) ? { start, shared: [] } : null;
  const modal = part[auxiliary]!.lower;
  if (isBase) return /^(?:is|are|was|were|has|have|had)$/u.test(modal) ? null : { start, shared: [auxiliary] };
  if (/^(?:has|have|had)$/u.test(modal) && main.head.forms?.participle === true && first.forms?.participle === true)
    return { start, shared: [auxiliary] };
  const isActive = hasPast && takesObject(part, start);
  if (/^(?:was|were)$/u.test(modal) && isActive) return { start, shared: [] };
  // "was born in Leeds and raised in York": "raised" may also be a past form, so the case is unclear. A form that is only a
  // participle shares the auxiliary.
  const isOnlyParticiple = first.forms?.participle === true && !hasPast;
  return isOnlyParticiple && /^(?:is|are|was|were)$/u.test(modal) ? { start, shared: [auxiliary] } : null;
}

const goesOn = (part: readonly Word[], at: number) => /^\p{L}|^\d/u.test(part[at + 1]?.text ?? '');

const isDid = ({ first }: VerbGroup) => /^(?:did|do|does)$/u.test(first.lower);

const takesObject = (part: readonly Word[], at: number) =>
  /^(?:DET|NUM|PROPN|PRON|NOUN|ADJ)$/u.test(part[at + 1]?.pos ?? '') || part[at + 1]?.lower === 'into';

/** True for a verb with its object or complement: "wrote and directed plays" has none for "wrote". */
function isComplete(predicate: readonly Word[], { start }: Head, groups: readonly VerbGroup[]): boolean {
  const group = groups.find((other) => other.start === start);
  const rest = predicate.slice((group?.end ?? start + 1) - start);
  return rest.some(({ pos }) => /^(?:NOUN|PROPN|NUM|ADJ|PRON|ADV)$/u.test(pos));
}

/** True if an unfinished clause lies between the verb and the joint: what follows "and" may continue it. */
const opensIn = (part: readonly Word[], from: number, to: number) =>
  range(from, to).some(
    (i) => (opensClause(part, i) && !isEnded(part, i, to)) || (part[i]!.lower === 'to' && part[i + 1]?.pos === 'VERB'),
  );

/** Whether a clause with "what" after a preposition is complete: "crept along what was left and …". */
const isEnded = (part: readonly Word[], at: number, to: number) =>
  part[at]!.lower === 'what' &&
  part[at - 1]?.pos === 'ADP' &&
  verbGroups(part.slice(at + 1, to)).some(({ finite }) => finite);

/**
 * True if the predicates depend on each other: by a word such as "together", by a shared negation, or because the last one ends
 * in a condition, or in a time that may apply to all of a rule or habit, as in "opens at nine and closes at five on Sundays". A
 * past event happened even without its time.
 */
function dependsOnEnd(
  predicate: readonly Word[],
  part: readonly Word[],
  index: number,
  count: number,
  main: VerbGroup,
): boolean {
  if (predicate.some(({ lower }) => /^(?:respectively|together|jointly|each|alike)$/u.test(lower))) return true;
  if (index < count - 1)
    return predicate.some((word) => isNegation(word)) && index === 0 && !isDid(main) && part[main.start]!.pos === 'ADV';
  const opens = predicate.some(
    (_, i) => i > 0 && /^(?:if|unless|when|until|because|provided|once|except)$/u.test(predicate[i]!.lower),
  );
  const end = predicate.findLastIndex(({ pos }) => pos !== 'PUNCT');
  // "on Sundays", "at night", but not "a week"
  const isTime = end > 3 && isTimeWord(predicate[end]!) && !/^(?:an?|per|each|every)$/u.test(predicate[end - 1]!.lower);
  return opens || (!isPast(main) && isTime);
}

function predicate(
  clause: Clause,
  { part, subjectEnd }: { part: readonly Word[]; subjectEnd: number },
  { start, shared }: Head,
  end: number,
  index: number,
): Atom {
  const { from, to, notes } = clause;
  if (index === 0) return wholeClause({ ...clause, to: from + end });
  const time = timeLength(part);
  // "In 2013 she came second and was champion in 2014"
  const hasOwnTime = time > 0 && hasTime(part.slice(start, end));
  const subject = range(from + (hasOwnTime ? time : 0), from + subjectEnd);
  return {
    indexes: [...leadOf(clause), ...subject, ...shared.map((i) => from + i), ...range(from + start, from + end)],
    from: from + start,
    to: Math.min(to, from + end),
    notes,
  };
}
