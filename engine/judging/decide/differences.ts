/**
 * Finds differences in what can have only one value: figures, dates of events that happen once, names in a role that one holds,
 * and negation.
 */

import type { Item } from '#engine/syntax/items.ts';
import { placeKey } from '#engine/text/names.ts';
import { placeRelation } from '#engine/text/places.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import type { Quantity } from '#engine/values/quantities.ts';
import type { Arc } from '../align/path.ts';
import { nameRuns } from '../align/reference.ts';
import { isQuantifier } from './words.ts';

/** Words that allow more than one value for a figure, a rule or a group. A statement with one of them contradicts nothing. */
const OPENS = new Set(
  (
    'if unless when whenever until till once only except provided or between from least minimum maximum up over ' +
    'under above below about around nearly almost approximately some than might could would should said says ' +
    'claimed planned expected estimated another other further additional extra also including among part ' +
    'because both per'
  ).split(' '),
);

/** True if the items contain a bound, a condition or a quantifier, so that more than one value is possible. */
export function allowsSeveralValues(items: readonly Item[]): boolean {
  return items.some(
    ({ lower, quantity, isName }) =>
      // "Over" is a bound, but not in a name: "Sails Over Orr".
      (OPENS.has(lower) && !isName) ||
      // An average is a single figure.
      (isQuantifier(lower) && lower !== 'average') ||
      (quantity !== null && (quantity.bound !== 'exact' || quantity.low !== quantity.high)),
  );
}

/** Whether a number is part of a name: "Bus 17", "Section 4". */
function isLabel(items: readonly Item[], at: number): boolean {
  const before = items[at - 1];
  return (
    items[at]!.quantity?.dimension === 'count' &&
    (before?.pos === 'NOUN' || before?.pos === 'PROPN' || before === undefined) &&
    items[at]!.article === null
  );
}

function differ(a: Quantity, b: Quantity): boolean {
  const near = Math.max(a.tolerance, b.tolerance);
  return Math.abs(a.low - b.low) > near && a.low !== b.low;
}

function figures(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  // With the present perfect, earlier figures may have been lower: "has won six cups".
  if (items.some(({ key, tense }, at) => key === 'have' && tense === 'present' && items[at + 1]?.pos === 'VERB'))
    return [];
  claim.forEach(({ quantity: own }, c) => {
    if (own === null || /^(?:ordinal|clock|label)/.test(own.dimension) || isLabel(claim, c)) return;
    items.forEach(({ quantity: other }, s) => {
      if (other === null || other.dimension !== own.dimension || isLabel(items, s) || !differ(own, other)) return;
      arcs.push({ claimStart: c, claimEnd: c + 1, start: s, end: s + 1, ground: 'other_figure' });
    });
  });
  return arcs;
}

/** Verbs for events that happen to a thing only once. */
const ONCE = new Set(
  (
    'bear die found establish open release publish sign begin build complete launch close premiere create discover ' +
    'debut invent erect construct start end finish sink issue demolish abolish dissolve marry retire incorporate ' +
    'collapse inaugurate adopt ratify'
  ).split(' '),
);

/** Whether the only full verb tells a finished event that happens once. */
function tellsOnce(items: readonly Item[]): boolean {
  const verbs = items.filter(({ pos }) => pos === 'VERB');
  return (
    verbs.length === 1 && ONCE.has(verbs[0]!.key) && items.some(({ tense }) => tense === 'past' || tense === 'open')
  );
}

/** Whether the event is one of several, each with its own date: "the firm opened a mill", "ships sank". */
function isOfOneOfMany(claim: readonly Item[]): boolean {
  const verb = claim.findIndex(({ pos }) => pos === 'VERB');
  const isAny = (item: Item | undefined) =>
    item !== undefined &&
    (item.article === 'a' ||
      (item.pos === 'NOUN' && item.article === null && item.isPlural) ||
      item.quantity?.dimension === 'count');
  return isAny(claim[0]) || isAny(claim[verb + 1]);
}

function dates(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  if (!tellsOnce(claim) || isOfOneOfMany(claim)) return arcs;
  claim.forEach(({ date: own }, c) => {
    if (own === null || own.isPeriod || own.relation !== 'in' || own.approximate) return;
    items.forEach(({ date: other }, s) => {
      if (other === null || other.isPeriod || other.relation !== 'in' || other.approximate) return;
      if (compareDates(own, other) !== 'clash') return;
      const isTheirs = /^(?:in|on)$/.test(items[s - 1]?.lower ?? '');
      const isOwn = /^(?:in|on)$/.test(claim[c - 1]?.lower ?? '');
      // The claim may lack the preposition: "born March 14, 1971".
      const isBare = claim[c - 1]?.pos === 'VERB';
      const [from, to] = [isOwn && isTheirs ? c - 1 : c, isTheirs && (isOwn || isBare) ? s - 1 : s];
      arcs.push({ claimStart: from, claimEnd: c + 1, start: to, end: s + 1, ground: 'other_date' });
    });
  });
  return arcs;
}

/** Verbs for deeds that have one agent. */
const BY_ONE = new Set(
  'direct write design found compose paint chair invent discover illustrate edit author'.split(' '),
);
const IN_ONE_PLACE = new Set(['bear', 'die', 'bury']);

/**
 * Whether the passive claim is about one definite thing: "Gulls was directed by Lo", "the hall was …". Films in general may each
 * have another director.
 */
function isOfDefinite(claim: readonly Item[]): boolean {
  const verb = claim.findIndex(({ tense }) => tense !== null);
  if (verb < 1 || claim[verb]!.key !== 'be' || claim[0]!.article === 'a') return false;
  // In "Films were", the first word is not a name but only capitalised because it comes first.
  const isMany = /^(?:are|were)$/.test(claim[verb]!.lower);
  return (
    claim[0]!.article === 'the' || (!isMany && claim.slice(0, verb).some(({ isName, text }) => isName || text === '"'))
  );
}

const COMPASS = /^(?:north|south|east|west|northern|southern|eastern|western|central|upper|lower|new|old|greater)$/;

function names(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  const verb = claim.findLast(({ pos }) => pos === 'VERB');
  if (verb === undefined) return arcs;
  for (const own of nameRuns(claim)) {
    const role = claim[own.start - 1]?.lower;
    if (role === 'by' && !isOfDefinite(claim)) continue;
    if (!((role === 'by' && BY_ONE.has(verb.key)) || (role === 'in' && IN_ONE_PLACE.has(verb.key)))) continue;
    for (const other of nameRuns(items)) {
      if (items[other.start - 1]?.lower !== role) continue;
      const mine = claim.slice(own.start, own.end).map(({ lower }) => lower);
      const theirs = items.slice(other.start, other.end).map(({ lower }) => lower);
      // Rejected: "by an American", which names nobody.
      if (
        mine.some((part) => theirs.includes(part)) ||
        [...mine, ...theirs].some((part) => placeKey(part) !== null && role === 'by')
      )
        continue;
      if (role === 'in' && [mine[0]!, theirs[0]!].some((part) => COMPASS.test(part))) continue;
      if (role === 'in' && placeRelation(mine.join(' '), theirs.join(' ')) !== 'apart') continue;
      arcs.push({ claimStart: own.start, claimEnd: own.end, start: other.start, end: other.end, ground: 'other_name' });
    }
  }
  return arcs;
}

/**
 * Another holder of a role that one holds at a time: "Lyon is the capital of France" where the sentence has Paris, "is the
 * largest town of Kent".
 */
function holders(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const own = holderOf(claim);
  const other = holderOf(items);
  if (own === null || other === null) return [];
  const mine = claim.slice(0, own).map(({ lower }) => lower);
  if (items.slice(0, other).some(({ lower }) => mine.includes(lower))) return [];
  return [{ claimStart: 0, claimEnd: own, start: 0, end: other, ground: 'other_name' }];
}

/** Whether the role has a single holder. Not mayors, sons or stars, of which there are several over time. */
function hasOneHolder({ lower, pos }: Item): boolean {
  // A superlative: "largest", but not "priest".
  return /^(?:capital|first|last)$/.test(lower) || (pos === 'ADJ' && /\p{L}{2}est$/u.test(lower));
}

/**
 * The end of the name in a statement such as "… is the capital of France", which gives the holder of a role. Null for other
 * statements.
 */
function holderOf(items: readonly Item[]): number | null {
  const run = nameRuns(items)[0];
  if (run === undefined || run.start !== 0) return null;
  const be = items[run.end];
  const role = items[run.end + 1];
  const isHolder =
    be?.key === 'be' && be.tense === 'present' && role?.article === 'the' && !role.isPlural && hasOneHolder(role);
  return isHolder && items.some(({ lower }) => lower === 'of') ? run.end : null;
}

/** True if the claim has a name in a role that only one can hold, so that another name there may contradict it. */
export function mayNameOther(claim: readonly Item[]): boolean {
  const verb = claim.findLast(({ pos }) => pos === 'VERB');
  const isInRole = (role: string | undefined) =>
    verb !== undefined && ((role === 'by' && BY_ONE.has(verb.key)) || (role === 'in' && IN_ONE_PLACE.has(verb.key)));
  return holderOf(claim) !== null || nameRuns(claim).some(({ start }) => isInRole(claim[start - 1]?.lower));
}

/** Arcs for a "not" that only the sentence has. */
function negations(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  if (claim.some(({ lower }) => isNegative(lower))) return arcs;
  items.forEach(({ lower }, s) => {
    if (lower !== 'not') return;
    for (let c = 1; c < claim.length; c++)
      arcs.push({ claimStart: c, claimEnd: c, start: s, end: s + 1, ground: 'negation' });
  });
  return arcs;
}

const NEGATIVE = new Set('not never no nor neither none nothing nobody hardly without cannot'.split(' '));

export function isNegative(lower: string): boolean {
  return NEGATIVE.has(lower);
}

/** All differences between the claim and the statement in what can have only one value. */
export function differencesBetween(claim: readonly Item[], items: readonly Item[]): Arc[] {
  // A prohibition for two days implies one for one day, and says nothing about four.
  const isForbidden = [claim, items].every((row) => row.some(({ lower }) => /^(?:not|never)$/.test(lower)));
  return [
    ...(isForbidden ? [] : figures(claim, items)),
    ...dates(claim, items),
    ...names(claim, items),
    ...holders(claim, items),
    ...negations(claim, items),
  ];
}
