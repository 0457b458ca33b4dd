/** Predicate nominals: what something is said to be stays so without what narrows it. */

import type { Item } from '#engine/syntax/items.ts';
import { placeKey } from '#engine/text/names.ts';
import { PRIVATIVE } from '#engine/text/privative.ts';
import type { Statement } from '../read/sentence.ts';
import type { Range } from './clauses.ts';
import { callsUntrue, endOfWords, isQuantifier, isStative, takesBack } from './words.ts';

function isName(item: Item | undefined): boolean {
  return item?.isName === true;
}

/** What makes the whole statement hold less; else a modifier only narrows the kind. */
export const WITHDRAWS = new Set('but if unless until except longer though although not never neither only'.split(' '));

/** Kinds that say little without what follows: "a part of", "a lack of". */
export const RELATIONAL = new Set(
  (
    'part kind type sort form half third quarter number lack copy replica result example member series set group ' +
    'majority minority percent question matter way fan mixture'
  ).split(' '),
);

/** "An American actor, writer and producer": what something is said to be, as members of a list. */
interface Predicate {
  members: readonly Range[];
  end: number;
}

/** "An *animated* film": a participle where the phrase begins, before its noun. */
function isParticipleModifier(items: readonly Item[], at: number): boolean {
  const item = items[at];
  if (item?.pos !== 'VERB' || (item.tense !== 'past' && item.tense !== 'participle')) return false;
  const before = items[at - 1];
  const opens = item.article !== null || (before?.pos === 'ADJ' && before.article !== null);
  return (opens && /^(?:NOUN|ADJ|PROPN)$/.test(items[at + 1]?.pos ?? '')) || isCompoundAt(items, at);
}

/** Participles of what something is made by, has or is for, which leave it what it is: "state-owned", not "court-rejected". */
const COMPOUNDED =
  /^(?:animate|orient|nominate|base|own|fund|sponsor|produce|publish|build|run|train|educate|design|record|inspire|influence|lead|dominate|relate|speak|bear)$/;

/** "A computer-*animated* series", "a Grammy-*nominated* rapper". */
function isCompoundAt(items: readonly Item[], at: number): boolean {
  const before = items[at - 1];
  if ((before?.pos !== 'NOUN' && before?.isName !== true) || !COMPOUNDED.test(items[at]!.key)) return false;
  let end = at + 1;
  while (items[end]?.pos === 'ADJ' || placeKey(items[end]?.lower ?? '') !== null) end++;
  return items[end]?.pos === 'NOUN' && items[end]!.article === null;
}

/** "Unreleased", "unproven": what has not been done to it. */
function isUndone({ lower }: Item): boolean {
  return /^un(?!i)(?:\p{L}{3,20}ed|built|made|known|written|sold|proven|seen|sung)$/u.test(lower);
}

/** "A fictional character" is one. */
const FICTIONAL_BY_NATURE = /^(?:character|setting)$/;

function isPrivativeAt(items: readonly Item[], at: number): boolean {
  const isLast = !/^(?:NOUN|PROPN)$/.test(items[at + 2]?.pos ?? '');
  if (items[at]!.lower === 'fictional' && isLast && FICTIONAL_BY_NATURE.test(items[at + 1]?.key ?? '')) return false;
  const next = items[at + 1];
  // "An actress and model signed to a label": a participle behind a noun is none of its own.
  const isBehindNoun = items[at]!.pos === 'NOUN' && next?.pos === 'VERB' && items[at + 2]?.pos === 'ADP';
  return (
    (PRIVATIVE.has(items[at]!.lower) || isUndone(items[at]!)) &&
    !isBehindNoun &&
    /^(?:NOUN|ADJ|PROPN|VERB|NUM)$/.test(next?.pos ?? '')
  );
}

/** Ranges that pass over no modifier which makes the kind another one. */
export function keepingPrivatives(items: readonly Item[], ranges: readonly Range[]): Range[] {
  return ranges.filter(({ start, end }) => !items.slice(start, end).some((_, i) => isPrivativeAt(items, start + i)));
}

function isOfPhrase(item: Item | undefined): boolean {
  return item !== undefined && (item.kind === 'date' || /^(?:NOUN|PROPN|ADJ|NUM)$/.test(item.pos));
}

/** The place behind the comma or the "and" at `at`; `at` itself where there is none. */
function behindSeparator(items: readonly Item[], at: number): number {
  let next = at;
  if (items[next]?.text === ',') next++;
  if (items[next]?.lower === 'and') next++;
  return next;
}

/** The "most" of "the most populous city". */
function isSuperlativeAt(items: readonly Item[], at: number): boolean {
  return items[at]?.lower === 'most' && items[at + 1]?.pos === 'ADJ';
}

/** What follows an affirmed "is a …", "was the …" or "are …s" that is the whole verb of the statement. */
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
    // "Is the writer's secretary": no writer.
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
 * "Is the *debut* mixtape *by Lo*", "is the *capital and most populous* city *of Kent*": whoever is the first of a kind is one of it; for
 * a claim that says "is a …".
 */
export function kindsOfDefinites(statement: Statement): Range[] {
  const { items } = statement;
  const end = endOfWords(items);
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
      // "Is the seat of government *for the region*".
      for (let at = member.end + 2; at < end; at++) {
        if (items[at]!.pos === 'ADP' && /^(?:NOUN|PROPN)$/.test(items[at - 1]!.pos)) found.push({ start: at, end });
      }
    }
    return keepingPrivatives(items, found);
  });
}

/** What is by whoever it is said to be by; "a translation by Lo" is of somebody else's book. */
const AUTHORED = /^(?:album|song|single|mixtape|film|novel|poem|play|painting|sculpture|opera|symphony|book)$/;

/** "Is *a city* in Malaysia", "is *a rapper* from Chicago", "is *a song* by Lo": what is so as a kind is so. */
export function kindsOfPlaces(statement: Statement): Range[] {
  const { items } = statement;
  return predicatesOf(statement).flatMap(({ members, end }) => {
    const leads = items[end]?.lower ?? '';
    const isLed = /^(?:in|from)$/.test(leads) || (leads === 'by' && AUTHORED.test(items[end - 1]!.key));
    const isPlaced = isLed && isName(items[end + 1]);
    return isPlaced ? keepingPrivatives(items, [{ start: members[0]!.start, end }]) : [];
  });
}

/** The "American" of "African American", which is no African. */
export function isSecondNation(items: readonly Item[], at: number): boolean {
  return placeKey(items[at]!.lower) !== null && placeKey(items[at - 1]?.lower ?? '') !== null;
}

/** "Is a *1968 American* film", "is *an actor and* a producer": the kind stays the kind. */
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
      // "A criminal *and former leader*": the leader that somebody was leaves the criminal one.
      if (member.end < end) further.push({ start: member.end, end });
    });
  }
  const honest = further.filter(({ end }) => !isDeceit(statement.items[end - 1]!.key));
  return [...keepingPrivatives(statement.items, found), ...honest];
}

/** "A doctor and an impostor" is no doctor. */
function isDeceit(noun: string): boolean {
  return (
    callsUntrue(noun) || /^(?:impost[oe]r|quack|charlatan|pretender|liar|forgery|replica|copy|ruin|wreck)$/.test(noun)
  );
}

const RELATED =
  /^(?:mix|mixture|blend|cross|combination|union|merger|border|boundary|compound|product|sum|pair|link|road|route|line)$/;

/** "Is the second city in Denmark *and the seat of a bishop*": one of two things that something is said to be, each with its article. */
export function furtherNominals(statement: Statement): Range[] {
  const { items, groups } = statement;
  const end = endOfWords(items);
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

const COLLECTIVE = new Set(
  'consist mix share combine total add cost divide link connect join merge compare exchange separate trade swap'.split(
    ' ',
  ),
);

/** "Get 5 GB of storage *and 20,000 requests a month*": another member of a list of objects, where each is had by itself. */
export function objectMembers({ items, groups }: Statement): Range[] {
  const verb = groups.find(({ isTensed }) => isTensed);
  if (verb === undefined || verb.isNegated || items[verb.head]!.pos !== 'VERB' || COLLECTIVE.has(items[verb.head]!.key))
    return [];
  const end = endOfWords(items);
  const scope = items.slice(0, end);
  const joints = scope.flatMap(({ lower }, at) => (lower === 'and' && at > verb.end ? [at] : []));
  const [at] = joints;
  if (at === undefined || joints.length > 1) return [];
  if (
    scope.some(
      ({ lower, text }) =>
        takesBack(lower) ||
        text === ';' ||
        (/^(?:between|both|together|total|each|every|respectively|or|all|of|from)$/.test(lower) && lower !== 'of'),
    )
  )
    return [];
  const isObject = (i: number) => i < end && isOfPhrase(items[i]);
  let close = at + 1;
  while (
    isObject(close) ||
    (items[close]?.lower === 'of' && isObject(close + 1)) ||
    (items[close]?.article === 'a' && isObject(close))
  )
    close++;
  // Directly behind the verb, and an object on either side.
  const before = items.slice(verb.end, at);
  const isPlain = before.length > 0 && before.every(({ lower }, i) => isOfPhrase(before[i]) || lower === 'of');
  if (!isPlain || close === at + 1) return [];
  // "… and 20,000 requests a month free of charge": the object ends at one of its nouns.
  const ends = items.flatMap(({ pos }, i) =>
    i > at && i < close && pos === 'NOUN' && items[i + 1]?.pos === 'ADJ' ? [i + 1] : [],
  );
  return [...ends, close].map((to) => ({ start: at, end: to }));
}

/** "Stars *Dunst,* Gainsbourg *and Lang*": names in a list behind a verb, each by itself. */
export function listedNames({ items, groups }: Statement): Range[] {
  const verb = groups.find(({ isTensed }) => isTensed);
  if (verb === undefined || verb.isNegated || COLLECTIVE.has(items[verb.head]!.key) || items[verb.head]!.pos !== 'VERB')
    return [];
  if (items.slice(0, verb.end).some(({ lower }) => takesBack(lower))) return [];
  const members: Range[] = [];
  // "Has appeared in Gulls and Terns", but "has 40 shops in Orr and Hale" together, and a park that lies in two counties is in neither.
  const subject = items.slice(0, verb.start);
  const isEach = !verb.isPassive && !isStative(items[verb.head]!.key);
  // "Forty shops work in Orr and Hale".
  const isCounted = subject.some(({ kind, lower }) => kind === 'quantity' || isQuantifier(lower));
  const isBehind = isEach && !isCounted && /^(?:in|for)$/.test(items[verb.end]?.lower ?? '');
  for (let at = isBehind ? verb.end + 1 : verb.end; isName(items[at]); ) {
    let end = at;
    while (isName(items[end])) end++;
    members.push({ start: at, end });
    const next = behindSeparator(items, end);
    if (next === end) break;
    at = next;
  }
  const close = members.at(-1)?.end;
  if (members.length < 2 || close === undefined) return [];
  return members.flatMap((member, m) => [
    ...members.slice(m + 1).map((later) => ({ start: member.start, end: later.start })),
    ...(member.end < close ? [{ start: member.end, end: close }] : []),
  ]);
}
