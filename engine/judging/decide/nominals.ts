/** Finds what a claim may omit beside a name: brackets, aliases, appositions, titles, origins and enclosing places. */

import type { Item } from '#engine/syntax/items.ts';
import { isPersonNoun, singular } from '#engine/text/class-nouns.ts';
import { genderOfName } from '#engine/text/given-names.ts';
import { isKnownWord } from '#engine/text/lexicon.ts';
import { namesPlace, placeKey } from '#engine/text/names.ts';
import { placeRelation } from '#engine/text/places.ts';
import { isWeekday } from '#engine/values/calendar.ts';
import type { Statement } from '../read/sentence.ts';
import type { Range } from './clauses.ts';
import { isWordForUntruth, takesBack, undoes } from './words.ts';

function isName(item: Item | undefined): boolean {
  return item?.isName === true;
}

/** Words that begin brackets about the spelling or pronunciation of a name. */
const SPELLING = /^(?:stylised|stylized|spelled|spelt|pronounced)$/;

/** Brackets behind a name, or with an acronym: "Sejong (15 May 1397 – 8 April 1450)", "the disorder (DID)". */
export function parentheses({ items }: Statement): Range[] {
  const found: Range[] = [];
  for (let at = 1; at < items.length; at++) {
    if (items[at]!.text !== '(') continue;
    const close = items.findIndex(({ text }, i) => i > at && text === ')');
    const isAcronym =
      close > at + 1 && close <= at + 4 && items.slice(at + 1, close).every((item) => isLabelWord(item));
    const isBehindName = isName(items[at - 1]) || items[at - 1]!.text === '"' || found.at(-1)?.end === at;
    // A common word at the beginning may be the name: "Gulls (stylized as GULLS)".
    const isSpelling = at === 1 && SPELLING.test(items[2]?.lower ?? '');
    if (
      close > at &&
      (isBehindName || isAcronym || isSpelling || isEnumeration(items, at, close)) &&
      !items.slice(at, close).some((item, i, within) => takesBackName(item, within[i + 1]))
    )
      found.push({ start: at, end: close + 1 });
  }
  return found;
}

/**
 * Whether the brackets take back the statement: "Orley (legend)", "Noll (later disqualified)", "Orley (in part)". Not "Noll
 * (formerly Coe)", which only gives another name.
 */
function takesBackName({ lower, key }: Item, next: Item | undefined): boolean {
  if (/^(?:formerly|once)$/.test(lower)) return false;
  return (
    takesBack(lower) ||
    isWordForUntruth(key) ||
    undoes(key) ||
    (lower === 'part' && next?.lower !== 'of') ||
    /^(?:disputed|unproven|unconfirmed|disqualified|\?)$/.test(lower)
  );
}

/** Whether the brackets list all members, as many as the noun before says: "the three signs (heat, swelling, pain)". */
function isEnumeration(items: readonly Item[], open: number, close: number): boolean {
  let first = open - 1;
  while (first > 0 && items[first]!.article === null && /^(?:NOUN|ADJ)$/.test(items[first]!.pos)) first--;
  const { quantity, article } = items[first]!;
  // Days, seasons and people restrict when or for whom it holds.
  const isNarrow = items
    .slice(open + 1, close)
    .some(
      ({ lower, pos, kind, tense }) =>
        kind === 'date' ||
        pos === 'ADP' ||
        tense === 'past' ||
        isWeekday(singular(lower)) ||
        isPersonNoun(singular(lower)) ||
        /^(?:spring|summer|autumn|winter|weekend|weekday|holiday|morning|afternoon|evening|night|group)s?$/.test(lower),
    );
  if (isNarrow) return false;
  const members = items.slice(open + 1, close).filter(({ text, lower }) => text === ',' || lower === 'and').length + 1;
  return article === 'the' && quantity?.dimension === 'count' && quantity.bound === 'exact' && quantity.low === members;
}

/** Whether the item is an acronym, a name, or a word that the lexicon lacks: these only give the thing another name. */
function isLabelWord({ text, pos, key, kind }: Item): boolean {
  return (
    kind === 'word' &&
    (/^\p{Lu}[\p{Lu}\p{N}.-]+s?$/u.test(text) ||
      (/^(?:NOUN|PROPN|X)$/.test(pos) && !isKnownWord(key) && placeKey(key) === null))
  );
}

const ALIAS = /^(?:known|called|spelled|spelt|named|abbreviated|nicknamed|stylised|stylized|titled)$/;

/** Another name between the subject and its verb: ", also known as Thirasía,". */
export function aliases({ items, groups }: Statement): Range[] {
  const verb = groups.find(
    ({ isTensed, start, head }) => isTensed && !ALIAS.test(items[head]!.lower) && items[start - 1]?.text === ',',
  );
  const open = items.findIndex(({ text }) => text === ',');
  if (verb === undefined || open < 1 || open >= verb.start - 1) return [];
  const inner = items.slice(open + 1, verb.start - 1).map(({ lower }) => lower);
  const isAlias =
    inner[0] === 'or' || inner[0] === 'officially' || inner.slice(0, 3).some((lower) => ALIAS.test(lower));
  return isAlias ? [{ start: open, end: verb.start }] : [];
}

/** Appositions between commas behind a name, without a verb: "Petra Lind, *the poet*, …". */
export function appositions({ items }: Statement): Range[] {
  const found: Range[] = [];
  for (let at = 1; at < items.length; at++) {
    if (items[at]!.text !== ',' || !isName(items[at - 1])) continue;
    const close = items.findIndex(({ text }, i) => i > at && text === ',');
    const isOpened = items[at + 1]?.article !== null && items[at + 1]?.article !== undefined;
    if (close < 0 || !isOpened) continue;
    const inner = items.slice(at + 1, close);
    const isPlain = inner.every(
      ({ pos, lower }) =>
        pos !== 'VERB' &&
        pos !== 'AUX' &&
        pos !== 'PRON' &&
        lower !== 'and' &&
        (!takesBack(lower) || lower === 'former'),
    );
    if (isPlain && !isName(inner[0])) found.push({ start: at, end: close + 1 });
  }
  return found;
}

const TITLES = new Set(
  (
    'mr mrs ms miss dr prof professor sir dame lord lady president captain judge mr. mrs. ms. dr. prof. king queen ' +
    'councillor'
  ).split(' '),
);

/** Titles and descriptions before a person's name: "*Dr* Noll", "*the Austrian botanist* Friedrich Welwitsch". */
export function titles(statement: Statement): Range[] {
  const { items } = statement;
  const short = items.flatMap(({ lower }, at) => (TITLES.has(lower) ? [{ start: at, end: at + 1 }] : []));
  // Descriptions of things are rejected: "the album Ada Noll", "the retailer Amazon".
  const persons = descriptions(statement).filter(({ end }) => isPersonNoun(items[end - 1]!.key));
  return [...short, ...persons, ...bareTitles(statement)].filter(
    ({ end }) => isName(items[end]) && !isPlaceAt(items, end),
  );
}

/** True if the name that begins at `start` may also be a place: "the player Jordan", "Mr London". */
function isPlaceAt(items: readonly Item[], start: number): boolean {
  let end = start;
  while (isName(items[end])) end++;
  const name = items.slice(start, end).map(({ lower }) => lower);
  return namesPlace(name.join(' '));
}

/**
 * Descriptions before a name: a singular noun with "the" and its adjectives, e.g. "the Austrian botanist" before "Friedrich
 * Welwitsch".
 */
export function descriptions({ items }: Statement): Range[] {
  return items.flatMap(({ article, isName: named, pos }, at) => {
    if (article !== 'the' || (pos !== 'NOUN' && pos !== 'ADJ' && !named)) return [];
    let end = at;
    while (
      end < items.length &&
      /^(?:NOUN|ADJ|PROPN)$/.test(items[end]!.pos) &&
      !(isName(items[end]) && items[end - 1]?.pos === 'NOUN' && end > at)
    )
      end++;
    const head = items[end - 1];
    return end > at && isName(items[end]) && head?.pos === 'NOUN' && !head.isPlural ? [{ start: at, end }] : [];
  });
}

/** Nouns for groups of people who perform together under a name. */
const ENSEMBLE = /^(?:band|duo|trio|quartet|quintet|ensemble)$/;

function isBareNoun({ pos, kind, article, lower, isName: named }: Item): boolean {
  const isNation = named && placeKey(lower) !== null;
  return kind === 'word' && article === null && (isNation || (!named && (pos === 'NOUN' || pos === 'ADJ')));
}

/**
 * The beginning of a description without an article whose last noun is at `head`: "*American singer and* songwriter". Not
 * "producers and singer".
 */
function startOfBare(items: readonly Item[], head: number): number {
  let start = head;
  while (start > 0 && (isBareNoun(items[start - 1]!) || isNationOfTwo(items, start - 1))) start--;
  const one = items[start - 2];
  const isCoordinated =
    items[start - 1]?.lower === 'and' &&
    one?.pos === 'NOUN' &&
    !one.isPlural &&
    isBareNoun(one) &&
    isPersonNoun(one.key);
  return isCoordinated ? startOfBare(items, start - 2) : start;
}

/** Whether the item is one of the two words of a nationality: "New Zealand", "South Korean". */
function isNationOfTwo(items: readonly Item[], at: number): boolean {
  return [at, at + 1].some((end) => NATION_OF_TWO.has(`${items[end - 1]?.lower} ${items[end]?.lower}`));
}

const NATION_OF_TWO = new Set([
  'new zealand',
  'south korean',
  'north korean',
  'south african',
  'puerto rican',
  'sri lankan',
]);

/** Descriptions without an article before the name of a person or band: "by *American singer* Katy Perry". */
export function bareTitles({ items }: Statement): Range[] {
  return items.flatMap((item, end) => {
    const head = items[end - 1];
    if (!isName(item) || head === undefined || head.pos !== 'NOUN' || head.isPlural || !isBareNoun(head)) return [];
    if (!ENSEMBLE.test(head.key) && !isPersonNoun(head.key)) return [];
    const start = startOfBare(items, end - 1);
    const before = items[start - 1];
    return before?.pos === 'ADP' || (before?.pos === 'VERB' && before.tense !== null) ? [{ start, end }] : [];
  });
}

/** A definite count, which says how many there are in all: "the *two* leaves". */
export function definiteCardinals({ items }: Statement): Range[] {
  return items.flatMap(({ quantity, article }, at) => {
    const isCount = quantity?.dimension === 'count' && quantity.bound === 'exact' && article === 'the';
    return isCount && items[at + 1]?.isPlural ? [{ start: at, end: at + 1 }] : [];
  });
}

/** The origin of a person: "Marta Belcázar *of Olvion*". Not in "the University of Olvion", which is no name without it. */
export function origins({ items }: Statement): Range[] {
  return items.flatMap(({ lower }, at) => {
    if ((lower !== 'of' && lower !== 'from') || !isName(items[at - 1]) || !isName(items[at + 1])) return [];
    let first = at - 1;
    while (isName(items[first - 1])) first--;
    let end = at + 1;
    while (isName(items[end])) end++;
    const isPerson =
      first < at - 1 && items[first]!.article === null && genderOfName(items[first]!.lower) !== undefined;
    return isPerson ? [{ start: at, end }] : [];
  });
}

function nameOf(items: readonly Item[], start: number, end: number): string {
  const words = items.slice(start, end).map(({ text }) => text);
  return words.slice(0, words.includes(',') ? words.indexOf(',') : words.length).join(' ');
}

/** A place or the one that encloses it: "in *Bath,* Somerset", "in Bath*, Somerset*". */
export function enclosingPlaces({ items }: Statement): Range[] {
  const found: Range[] = [];
  for (let at = 1; at < items.length; at++) {
    if (!/^(?:in|from|at|near)$/.test(items[at - 1]!.lower) || !isName(items[at])) continue;
    const commas: number[] = [];
    let end = at;
    while (isName(items[end]) || (items[end]?.text === ',' && isName(items[end + 1]))) {
      if (items[end]!.text === ',') commas.push(end);
      end++;
    }
    // Rejected: "in Bath, Wells and Frome", which are three places.
    if (commas.length === 0 || /^(?:and|or|&)$/.test(items[end]?.lower ?? '')) continue;
    if (items[end]?.text === ',' && /^(?:and|or)$/.test(items[end + 1]?.lower ?? '')) continue;
    for (const comma of commas) {
      // A place inside the second may be meant, but not one elsewhere: "in Paris, Texas".
      const inner = placeRelation(nameOf(items, at, comma), nameOf(items, comma + 1, end));
      if (inner === null || inner === 'inside') found.push({ start: comma, end });
      if (items[at - 1]!.lower === 'in') found.push({ start: at, end: comma + 1 });
    }
  }
  return found;
}
