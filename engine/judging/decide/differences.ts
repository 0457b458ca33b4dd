/** Differences in what holds in one way only: figures, dates of what happens once, names in a role, a negation. */

import type { Item } from '#engine/syntax/items.ts';
import { placeKey } from '#engine/text/names.ts';
import { placeRelation } from '#engine/text/places.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import type { Quantity } from '#engine/values/quantities.ts';
import type { Arc } from '../align/path.ts';
import { nameRuns } from '../align/reference.ts';
import { isQuantifier } from './words.ts';

/** Words by which a figure, a rule or a group holds under more than one value; with one of them nothing is contradicted. */
const OPENS = new Set(
  (
    'if unless when whenever until till once only except provided or between from least minimum maximum up over ' +
    'under above below about around nearly almost approximately some than might could would should said says ' +
    'claimed planned expected estimated another other further additional extra also including among part ' +
    'because both per'
  ).split(' '),
);

/** True where a row of items holds a bound, a condition or a group. */
export function isOpenStatement(items: readonly Item[]): boolean {
  return items.some(
    ({ lower, quantity, isName }) =>
      // "Over" is a bound, but not in a name: "Sails Over Orr".
      (OPENS.has(lower) && !isName) ||
      // An average is one figure, if both give one.
      (isQuantifier(lower) && lower !== 'average') ||
      (quantity !== null && (quantity.bound !== 'exact' || quantity.low !== quantity.high)),
  );
}

/** "Bus 17", "Section 4": a number that is a name. */
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
  // "Has won six cups": yesterday it had won four.
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

/** Events that befall the same thing once. */
const ONCE = new Set(
  (
    'bear die found establish open release publish sign begin build complete launch close premiere create discover ' +
    'debut invent erect construct start end finish sink issue demolish abolish dissolve marry retire incorporate ' +
    'collapse inaugurate adopt ratify'
  ).split(' '),
);

/** The only full verb of a finished event that happens once. */
function tellsOnce(items: readonly Item[]): boolean {
  const verbs = items.filter(({ pos }) => pos === 'VERB');
  return (
    verbs.length === 1 && ONCE.has(verbs[0]!.key) && items.some(({ tense }) => tense === 'past' || tense === 'open')
  );
}

/** "The firm opened a mill", "ships sank": there may be others, with another date. */
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
      // "Born March 14, 1971": the preposition may be left out.
      const isBare = claim[c - 1]?.pos === 'VERB';
      const [from, to] = [isOwn && isTheirs ? c - 1 : c, isTheirs && (isOwn || isBare) ? s - 1 : s];
      arcs.push({ claimStart: from, claimEnd: c + 1, start: to, end: s + 1, ground: 'other_date' });
    });
  });
  return arcs;
}

/** Deeds that one agent does to a thing. */
const BY_ONE = new Set(
  'direct write design found compose paint chair invent discover illustrate edit author'.split(' '),
);
const IN_ONE_PLACE = new Set(['bear', 'die', 'bury']);

/** "Gulls was directed by Lo", "the hall was …": of films in general, or of any one, others may have directed others. */
function isOfDefinite(claim: readonly Item[]): boolean {
  const verb = claim.findIndex(({ tense }) => tense !== null);
  if (verb < 1 || claim[verb]!.key !== 'be' || claim[0]!.article === 'a') return false;
  // "Films were": a common word that only the beginning capitalises.
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
      // "By an American" names nobody.
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

/** "Lyon is the capital of France" where Paris is, "is the largest town of Kent": what has one holder at a time. */
function holders(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const own = holderOf(claim);
  const other = holderOf(items);
  if (own === null || other === null) return [];
  const mine = claim.slice(0, own).map(({ lower }) => lower);
  if (items.slice(0, other).some(({ lower }) => mine.includes(lower))) return [];
  return [{ claimStart: 0, claimEnd: own, start: 0, end: other, ground: 'other_name' }];
}

/** What one alone is; of mayors, sons and stars there are several, at one time or another. */
function hasOneHolder({ lower, pos }: Item): boolean {
  // "Largest", but not "priest".
  return /^(?:capital|first|last)$/.test(lower) || (pos === 'ADJ' && /\p{L}{2}est$/u.test(lower));
}

/** The end of the name that is said to be the holder of a role, "… is the capital of France"; null for other statements. */
function holderOf(items: readonly Item[]): number | null {
  const run = nameRuns(items)[0];
  if (run === undefined || run.start !== 0) return null;
  const be = items[run.end];
  const role = items[run.end + 1];
  const isHolder =
    be?.key === 'be' && be.tense === 'present' && role?.article === 'the' && !role.isPlural && hasOneHolder(role);
  return isHolder && items.some(({ lower }) => lower === 'of') ? run.end : null;
}

/** True if another name in the place of a name may contradict the claim: if it has one in such a role. */
export function mayNameOther(claim: readonly Item[]): boolean {
  const verb = claim.findLast(({ pos }) => pos === 'VERB');
  const isInRole = (role: string | undefined) =>
    verb !== undefined && ((role === 'by' && BY_ONE.has(verb.key)) || (role === 'in' && IN_ONE_PLACE.has(verb.key)));
  return holderOf(claim) !== null || nameRuns(claim).some(({ start }) => isInRole(claim[start - 1]?.lower));
}

/** A "not" that only the sentence has. */
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

/** Where the statement says otherwise than the claim what holds in one way only. */
export function differencesBetween(claim: readonly Item[], items: readonly Item[]): Arc[] {
  // Who must not drive for two days must not for one either; of four, it says nothing.
  const isForbidden = [claim, items].every((row) => row.some(({ lower }) => /^(?:not|never)$/.test(lower)));
  return [
    ...(isForbidden ? [] : figures(claim, items)),
    ...dates(claim, items),
    ...names(claim, items),
    ...holders(claim, items),
    ...negations(claim, items),
  ];
}
