/**
 * Finds what a claim may omit from a predicate nominal, i.e. from the phrase behind "is a …": whatever is a film from 1968 is a
 * film.
 */

import type { Item } from '#engine/syntax/items.ts';
import { placeKey } from '#engine/text/names.ts';
import { PRIVATIVE } from '#engine/text/privative.ts';
import type { Statement } from '../read/sentence.ts';
import type { Range } from './clauses.ts';
import { endBeforeFinalMark, isWordForUntruth, takesBack } from './words.ts';

export function isName(item: Item | undefined): boolean {
  return item?.isName === true;
}

/** Words that may restrict the whole statement. Without one of them, a modifier only narrows the kind. */
export const WITHDRAWS = new Set('but if unless until except longer though although not never neither only'.split(' '));

/** Nouns that mean little without what follows: "a part of", "a lack of". */
export const RELATIONAL = new Set(
  (
    'part kind type sort form half third quarter number lack copy replica result example member series set group ' +
    'majority minority percent question matter way fan mixture'
  ).split(' '),
);

/** A predicate nominal as a list of members: "an American actor, writer and producer". */
interface Predicate {
  members: readonly Range[];
  end: number;
}

/** Whether the item is a participle at the beginning of a phrase that modifies its noun: "an *animated* film". */
function isParticipleModifier(items: readonly Item[], at: number): boolean {
  const item = items[at];
  if (item?.pos !== 'VERB' || (item.tense !== 'past' && item.tense !== 'participle')) return false;
  const before = items[at - 1];
  const opens = item.article !== null || (before?.pos === 'ADJ' && before.article !== null);
  return (opens && /^(?:NOUN|ADJ|PROPN)$/.test(items[at + 1]?.pos ?? '')) || isCompoundAt(items, at);
}

/** Verbs whose participles form compounds that leave a thing what it is: "state-owned". Not "court-rejected". */
const COMPOUNDED =
  /^(?:animate|orient|nominate|base|own|fund|sponsor|produce|publish|build|run|train|educate|design|record|inspire|influence|lead|dominate|relate|speak|bear)$/;

/** Whether the item is the participle of a compound: "a computer-*animated* series", "a Grammy-*nominated* rapper". */
function isCompoundAt(items: readonly Item[], at: number): boolean {
  const before = items[at - 1];
  if ((before?.pos !== 'NOUN' && before?.isName !== true) || !COMPOUNDED.test(items[at]!.key)) return false;
  let end = at + 1;
  while (items[end]?.pos === 'ADJ' || placeKey(items[end]?.lower ?? '') !== null) end++;
  return items[end]?.pos === 'NOUN' && items[end]!.article === null;
}

/** Whether the word says that something has not been done: "unreleased", "unproven". */
function isUndone({ lower }: Item): boolean {
  return /^un(?!i)(?:\p{L}{3,20}ed|built|made|known|written|sold|proven|seen|sung)$/u.test(lower);
}

/** Nouns for things that are fictional anyway: a fictional character is a character. */
const FICTIONAL_BY_NATURE = /^(?:character|setting)$/;

function isPrivativeAt(items: readonly Item[], at: number): boolean {
  const isLast = !/^(?:NOUN|PROPN)$/.test(items[at + 2]?.pos ?? '');
  if (items[at]!.lower === 'fictional' && isLast && FICTIONAL_BY_NATURE.test(items[at + 1]?.key ?? '')) return false;
  const next = items[at + 1];
  // Not before a participle that modifies it: "an actress and model signed to a label".
  const isBehindNoun = items[at]!.pos === 'NOUN' && next?.pos === 'VERB' && items[at + 2]?.pos === 'ADP';
  return (
    (PRIVATIVE.has(items[at]!.lower) || isUndone(items[at]!)) &&
    !isBehindNoun &&
    /^(?:NOUN|ADJ|PROPN|VERB|NUM)$/.test(next?.pos ?? '')
  );
}

/** The ranges without those that contain a privative modifier, i.e. one that turns the kind into another, e.g. "fake". */
export function keepingPrivatives(items: readonly Item[], ranges: readonly Range[]): Range[] {
  return ranges.filter(({ start, end }) => !items.slice(start, end).some((_, i) => isPrivativeAt(items, start + i)));
}

export function isOfPhrase(item: Item | undefined): boolean {
  return item !== undefined && (item.kind === 'date' || /^(?:NOUN|PROPN|ADJ|NUM)$/.test(item.pos));
}

/** The index behind the comma and/or "and" at `at`. `at` itself if there is neither. */
export function behindSeparator(items: readonly Item[], at: number): number {
  let next = at;
  if (items[next]?.text === ',') next++;
  if (items[next]?.lower === 'and') next++;
  return next;
}

/** Whether the item is the "most" of a superlative: "the most populous city". */
function isSuperlativeAt(items: readonly Item[], at: number): boolean {
  return items[at]?.lower === 'most' && items[at + 1]?.pos === 'ADJ';
}

/** The predicate nominals behind an affirmed "is a …", "was the …" or "are …s" without other verbs. */
export function predicatesOf({ items, groups }: Statement): (Predicate & { isDefinite: boolean })[] {
  return groups.flatMap(({ isTensed, isNegated, start, head, end: first, tense }) => {
    if (!isTensed || isNegated || head !== start || tense === 'modal' || items[head]!.key !== 'be') return [];
    const article = items[first]?.article ?? null;
    const members: Range[] = [];
    const isWithin = (at: number) =>
      isOfPhrase(items[at]) || isParticipleModifier(items, at) || isSuperlativeAt(items, at);
    for (let at = first; isWithin(at); ) {
      let end = at;
      while (isWithin(end) && (end === at || items[end]!.article === null)) end++;
      members.push({ start: at, end });
      const next = behindSeparator(items, end);
      if (next === end) break;
      at = next;
    }
    // Rejected: "is the writer's secretary", who is no writer.
    if (members.some((member) => items[member.end]?.pos === 'PART')) return [];
    const end = members.at(-1)?.end;
    const isKind =
      article !== null || (end !== undefined && items[end - 1]!.isPlural && items[end - 1]!.pos === 'NOUN');
    return end !== undefined && isKind ? [{ members, end, isDefinite: article === 'the' }] : [];
  });
}

export function indefinitePredicates(statement: Statement): Predicate[] {
  return predicatesOf(statement).filter(({ isDefinite }) => !isDefinite);
}

/**
 * Modifiers of a definite predicate nominal that a claim with "is a …" may omit: "is the *debut* mixtape *by Lo*", "is the
 * *capital and most populous* city *of Kent*".
 */
export function kindsOfDefinites(statement: Statement): Range[] {
  const { items } = statement;
  const end = endBeforeFinalMark(items);
  if (items.slice(0, end).some(({ lower }) => WITHDRAWS.has(lower))) return [];
  return predicatesOf(statement).flatMap(({ members, isDefinite }) => {
    const [first] = members;
    if (!isDefinite || first === undefined) return [];
    const found: Range[] = [];
    for (const member of members) {
      if (RELATIONAL.has(items[member.end - 1]!.key)) continue;
      for (let at = member.start; at < member.end - 1; at++) {
        found.push({ start: at, end: at + 1 });
        if (member !== first) found.push({ start: first.start, end: at + 1 });
      }
      if (member !== first) found.push({ start: first.start, end: member.start });
      if (member.end < end) found.push({ start: member.end, end });
      // Also a later prepositional phrase: "is the seat of government *for the region*".
      for (let at = member.end + 2; at < end; at++) {
        if (items[at]!.pos === 'ADP' && /^(?:NOUN|PROPN)$/.test(items[at - 1]!.pos)) found.push({ start: at, end });
      }
    }
    return keepingPrivatives(items, found);
  });
}

/** Nouns for works whose "by" names the author. Not "a translation by Lo", whose author is somebody else. */
const AUTHORED = /^(?:album|song|single|mixtape|film|novel|poem|play|painting|sculpture|opera|symphony|book)$/;

/**
 * The kind before a place or an author, which a claim may omit: "is *a city* in Malaysia", "is *a rapper* from Chicago", "is *a
 * song* by Lo".
 */
export function kindsOfPlaces(statement: Statement): Range[] {
  const { items } = statement;
  return predicatesOf(statement).flatMap(({ members, end }) => {
    const leads = items[end]?.lower ?? '';
    const isLed = /^(?:in|from)$/.test(leads) || (leads === 'by' && AUTHORED.test(items[end - 1]!.key));
    const isPlaced = isLed && isName(items[end + 1]);
    return isPlaced ? keepingPrivatives(items, [{ start: members[0]!.start, end }]) : [];
  });
}

/** Whether the item is the second word of a double nationality: "American" in "African American", who is no African. */
export function isSecondNation(items: readonly Item[], at: number): boolean {
  return placeKey(items[at]!.lower) !== null && placeKey(items[at - 1]?.lower ?? '') !== null;
}

/**
 * Modifiers and further members of an indefinite predicate nominal: "is a *1968 American* film", "is *an actor and* a producer".
 */
export function kindModifiers(statement: Statement): Range[] {
  const found: Range[] = [];
  const further: Range[] = [];
  for (const { members, end } of indefinitePredicates(statement)) {
    members.forEach((member, m) => {
      for (let at = member.start; at < member.end; at++) {
        const isSecond = isSecondNation(statement.items, at);
        if (at < member.end - 1) found.push({ start: isSecond ? at - 1 : at, end: at + 1 });
        for (const later of members.slice(m + 1)) found.push({ start: at, end: later.start });
      }
      // A privative modifier doesn't matter in a further member: "a criminal *and former leader*".
      if (member.end < end) further.push({ start: member.end, end });
    });
  }
  const honest = further.filter(({ end }) => !isDeceit(statement.items[end - 1]!.key));
  return [...keepingPrivatives(statement.items, found), ...honest];
}

/** Whether a further member shows that the first is false: "a doctor and an impostor" is no doctor. */
function isDeceit(noun: string): boolean {
  return (
    isWordForUntruth(noun) ||
    /^(?:impost[oe]r|quack|charlatan|pretender|liar|forgery|replica|copy|ruin|wreck)$/.test(noun)
  );
}

const RELATED =
  /^(?:mix|mixture|blend|cross|combination|union|merger|border|boundary|compound|product|sum|pair|link|road|route|line)$/;

/** One of two predicate nominals, each with its article: "is the second city in Denmark *and the seat of a bishop*". */
export function furtherNominals(statement: Statement): Range[] {
  const { items, groups } = statement;
  const end = endBeforeFinalMark(items);
  if (items.slice(0, end).some(({ lower }) => WITHDRAWS.has(lower) || takesBack(lower))) return [];
  return predicatesOf(statement).flatMap(({ members: [first] }) => {
    const head = items[first!.end - 1]!.key;
    const joint = items.findIndex(({ lower }, at) => at >= first!.end && lower === 'and');
    const [before, next] = [items[joint - 1], items[joint + 1]];
    const { article } = items[first!.start]!;
    if (joint < 0 || next?.pos === 'VERB' || article === null || next?.article !== article) return [];
    if (RELATIONAL.has(head) || RELATED.test(head) || groups.some(({ start }) => start >= first!.end)) return [];
    const tail = items.slice(joint + 1, end);
    if (tail.some(({ lower, text, key }) => /^[,;:]$/.test(text) || lower === 'and' || lower === 'or' || isDeceit(key)))
      return [];
    const phrase = items.slice(first!.end, joint);
    const isPlaced = phrase[0]?.lower === 'in' && phrase.length > 1 && phrase.slice(1).every((item) => isName(item));
    if (phrase.length > 0 && !isPlaced) return [];
    const start = before!.text === ',' ? joint - 1 : joint;
    return [
      { start, end },
      { start: first!.start, end: joint + 1 },
    ];
  });
}
