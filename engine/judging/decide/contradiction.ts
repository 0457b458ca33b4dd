/**
 * Decides whether a statement contradicts a claim. Either a path through both has exactly one difference, in something that can
 * have only one value; or the statement supports what the claim denies.
 */
import type { Item } from '#engine/syntax/items.ts';
import { placeKey } from '#engine/text/names.ts';
import type { Quantity } from '#engine/values/quantities.ts';
import { arcsBetween } from '../align/arcs.ts';
import { countUnmatched } from '../align/lacks.ts';
import { namedParts } from '../align/named-parts.ts';
import { type Arc, findAlignment, type Path, type Span } from '../align/path.ts';
import type { Referents } from '../align/reference.ts';
import { type Order, ordersOf } from '../align/reorderings.ts';
import type { ReadClaim } from '../read/claim.ts';
import { type Statement, statementOf } from '../read/sentence.ts';
import { allowsSeveralValues, differencesBetween, isNegative } from './differences.ts';
import { othersThan } from './exclusive.ts';
import { HARMLESS_BESIDE_CONTRADICTION, harmlessSpans } from './harmless.ts';
import { mayHaveNation, nationOf, nationsApart } from './nationals.ts';
import { supportIn } from './support.ts';

/** The part of the claim that differs and what the passage has instead. */
export interface Clash {
  kind: 'figure' | 'date' | 'name' | 'negation';
  /** As the claim words it. */
  claimText: string;
  /** As the passage words it. */
  evidenceText: string;
}

export interface Contradiction {
  grounds: string[];
  clash: Clash;
}

/** The word by which the claim denies something, as a clash. */
function denialIn(items: readonly Item[]): Clash {
  const word = items.find(
    ({ lower, key }) => /^(?:not|never|yet|incapable|only|solely|exclusively)$/.test(lower) || key === 'fail',
  );
  return { kind: 'negation', claimText: word?.text ?? 'not', evidenceText: '' };
}

/**
 * The claim without its single "not" or "never". Null if there isn't exactly one negative word, or if other words make the denial
 * more complex.
 */
function withoutNot(items: readonly Item[]): readonly Order[] | null {
  if (items.filter(({ lower }) => isNegative(lower)).length !== 1 || allowsSeveralValues(items)) return null;
  const at = items.findIndex(({ lower }) => lower === 'not' || lower === 'never');
  if (at < 0) return null;
  const have = items[at - 1];
  // With "had never won", he may have won later.
  if (have?.key === 'have' && have.tense === 'past') return null;
  return ordersOf(items.filter((_, i) => i !== at));
}

function inPast(verb: Item): Item {
  return verb.key === 'be'
    ? { ...verb, lower: 'was', tense: 'past' }
    : { ...verb, lower: `past:${verb.key}`, tense: 'past' };
}

/** What "is incapable of being a film" denies: "is a film". Null for other claims. */
function withoutIncapacity(items: readonly Item[]): readonly Order[] | null {
  const at = items.findIndex(({ lower }) => lower === 'incapable');
  const isDenial = at > 0 && items[at + 1]?.lower === 'of' && items[at + 2]?.lower === 'being';
  if (
    !isDenial ||
    items[at - 1]!.key !== 'be' ||
    items.some(({ lower }) => isNegative(lower)) ||
    allowsSeveralValues(items)
  )
    return null;
  return ordersOf([...items.slice(0, at), ...items.slice(at + 3)]);
}

/** What "failed to win" and "has yet to win" deny: "won". Null for other claims. */
function withoutFailure(items: readonly Item[]): readonly Order[] | null {
  const at = items.findIndex(
    ({ lower, key, tense }, i) =>
      items[i + 1]?.lower === 'to' && ((key === 'fail' && tense === 'past') || (lower === 'yet' && i > 0)),
  );
  const verb = items[at + 2];
  if (at < 1 || verb === undefined || items.some(({ lower }) => isNegative(lower)) || allowsSeveralValues(items))
    return null;
  const start = items[at]!.lower === 'yet' ? at - 1 : at;
  return verb.pos === 'VERB' || verb.pos === 'AUX'
    ? ordersOf([...items.slice(0, start), inPast(verb), ...items.slice(at + 3)])
    : null;
}

/** The items of the statement that the path did not skip. */
function keptOf({ items }: Statement, { passed }: Path): readonly Item[] {
  return items.filter((_, at) => !passed.some(({ start, end }) => at >= start && at < end));
}

const KINDS: Record<string, Clash['kind']> = {
  other_figure: 'figure',
  other_date: 'date',
  other_name: 'name',
  negation: 'negation',
};

function textOf(items: readonly Item[], start: number, end: number): string {
  return items
    .slice(start, end)
    .filter(({ pos }) => pos !== 'ADP')
    .map(({ text }) => text)
    .join(' ');
}

/** The year alone, if the claim's date has no more than a year. Null otherwise. */
function noMorePrecise(difference: Arc, claim: readonly Item[], items: readonly Item[]): string | null {
  const own = claim[difference.claimEnd - 1]?.date;
  const other = items[difference.end - 1]?.date;
  return own?.month === null && other?.year != null ? String(other.year) : null;
}

function clashOf(difference: Arc, claim: readonly Item[], items: readonly Item[]): Clash {
  return {
    kind: KINDS[difference.ground] ?? 'negation',
    claimText: textOf(claim, difference.claimStart, difference.claimEnd),
    evidenceText: noMorePrecise(difference, claim, items) ?? textOf(items, difference.start, difference.end),
  };
}

/** Bounds before a figure. An upper or lower limit has only one value. */
const BOUNDS = [
  ['up', 'to'],
  ['at', 'least'],
  ['at', 'most'],
];

/**
 * The items without the bound of their figure, if they say what can, may or must be. Null otherwise: a statement about what was,
 * e.g. "at least nine", allows other figures.
 */
function withoutBound(items: readonly Item[]): { items: Item[]; bound: string } | null {
  const at = items.findIndex(({ quantity }) => quantity !== null && /^at_(?:most|least)$/.test(quantity.bound));
  const figure = items[at];
  const bound = BOUNDS.find((words) => words.every((word, i) => items[at - 2 + i]?.lower === word));
  const isAllowed = items.some(
    ({ lower, tense }, i) =>
      tense === 'modal' && /^(?:can|may|must|shall)$/.test(lower) && items[i + 1]?.lower !== 'have',
  );
  if (figure === undefined || bound === undefined || !isAllowed) return null;
  const exact: Item = { ...figure, quantity: { ...figure.quantity!, bound: 'exact' } };
  return { items: [...items.slice(0, at - 2), exact, ...items.slice(at + 1)], bound: bound.join(' ') };
}

/** The claim and the statements without their bounds, if they have the same one. Null otherwise. */
function withoutSharedBound(claim: ContradictedClaim, statements: readonly Statement[]) {
  const own = withoutBound(claim.items);
  const plain =
    own === null
      ? []
      : statements.flatMap(({ items, readBy }) => {
          const found = withoutBound(items);
          return found?.bound === own.bound ? [statementOf(found.items, readBy)] : [];
        });
  return own === null || plain.length === 0
    ? null
    : { claim: { items: own.items, orders: ordersOf(own.items), years: [], exclusive: null }, statements: plain };
}

type ContradictedClaim = Pick<ReadClaim, 'items' | 'orders' | 'years' | 'exclusive'>;

/**
 * Handles a claim such as "is only a novelist", if a statement says that she is a poet. Returns the codes of the rules used. Null
 * if there is no contradiction.
 */
function otherKind(
  { exclusive }: ContradictedClaim,
  statements: readonly Statement[],
  referents: Referents,
): string[] | null {
  if (exclusive === null) return null;
  for (const statement of statements) {
    for (const items of othersThan(exclusive, statement)) {
      const stated = supportIn([{ items, ground: null }], [statement], referents);
      if (stated !== null) return ['exclusive', ...stated];
    }
  }
  return null;
}

/** All sentences of the passage, including the one that makes the statements. */
function passageAround([whole]: readonly Statement[], { earlier, later }: Referents): (readonly Item[])[] {
  return [...earlier, whole!.items, ...later];
}

/**
 * Handles a claim such as "is a Dutch cartographer", if a statement says that he is a Norwegian one, and nothing suggests that he
 * is both.
 */
function otherNation(
  { items }: ContradictedClaim,
  statements: readonly Statement[],
  referents: Referents,
): Contradiction | null {
  const at = nationOf(items);
  const own = at === null ? undefined : items[at]!;
  const key = own === undefined ? null : placeKey(own.lower);
  if (own === undefined || key === null || allowsSeveralValues(items)) return null;
  for (const statement of statements) {
    for (const other of nationsApart(key, statement)) {
      const row = items.map((item) => (item === own ? { ...other, article: own.article } : item));
      const stated = supportIn([{ items: row, ground: null }], [statement], referents);
      if (stated === null || mayHaveNation(key, passageAround(statements, referents), referents.names)) continue;
      const clash: Clash = { kind: 'name', claimText: own.text, evidenceText: other.text };
      return { grounds: ['other_nation', ...stated], clash };
    }
  }
  return null;
}

/**
 * Whether the sentence has the claim's figure. Then the other figure may be that of a special case: "You can carry two bags.
 * Members can carry three."
 */
function hasFigure(items: readonly Item[], own: Quantity): boolean {
  return items.some(({ quantity }) => quantity?.dimension === own.dimension && quantity.low === own.low);
}

/** How the statements contradict the claim; null if they don't. */
export function contradictionIn(
  claim: ContradictedClaim,
  statements: readonly Statement[],
  referents: Referents,
): Contradiction | null {
  const { without } = referents;
  const isOff = (ground: string | null) => ground !== null && without.has(ground);
  const denied = isOff('denied')
    ? null
    : (withoutNot(claim.items) ?? withoutFailure(claim.items) ?? withoutIncapacity(claim.items));
  const stated = denied === null ? null : supportIn(denied, statements, referents, true);
  if (stated !== null) return { grounds: ['denied', ...stated], clash: denialIn(claim.items) };
  const other = isOff('exclusive') ? null : otherKind(claim, statements, referents);
  if (other !== null) return { grounds: other, clash: denialIn(claim.items) };
  const nation = isOff('other_nation') ? null : otherNation(claim, statements, referents);
  if (nation !== null) return nation;
  if (allowsSeveralValues(claim.items)) {
    const plain = withoutSharedBound(claim, statements);
    return plain === null || allowsSeveralValues(plain.claim.items)
      ? null
      : contradictionIn(plain.claim, plain.statements, referents);
  }
  for (const statement of statements) {
    const { names, values } = countUnmatched(claim.items, statement.items, referents);
    if (isOff(statement.readBy) || names + values > 1) continue;
    // Birth and death happen once, wherever they happened.
    const isLife = claim.items.some(({ key }) => key === 'bear' || key === 'die');
    // Allowed, because it doesn't change the figure: ", enough for 650,000 bottles".
    const isMeasure = ({ ground, start }: Span) =>
      ground === 'closing_comment' && statement.items[start + 1]?.lower === 'enough';
    const harmless = () =>
      harmlessSpans(statement).filter(
        (span) =>
          HARMLESS_BESIDE_CONTRADICTION.has(span.ground) ||
          (isLife && span.ground === 'event_adjunct') ||
          isMeasure(span),
      );
    // A work's year that the claim implies is only compared with one that the statement implies.
    const implied = statement.readBy === 'year_statement' ? claim.years : [];
    for (const order of [...claim.orders, ...implied]) {
      if (isOff(order.ground)) continue;
      const differences = order.isAgentless === true ? [] : differencesBetween(order.items, statement.items);
      if (differences.length === 0) continue;
      const arcs = () => arcsBetween(order.items, statement.items, referents);
      const named = () => namedParts(order.items, statement.items, referents);
      const path = findAlignment(
        { claim: order.items, items: statement.items, harmless, named, arcs, differences, without },
        1,
      );
      if (path?.difference == null || allowsSeveralValues(keptOf(statement, path))) continue;
      // A figure for a month is not one for its year.
      if (path.difference.ground !== 'other_date' && path.grounds.includes('less_precise_date')) continue;
      if (path.difference.ground === 'other_figure') {
        const own = order.items[path.difference.claimStart]!.quantity;
        if (own !== null && passageAround(statements, referents).some((items) => hasFigure(items, own))) continue;
      }
      const grounds = [path.difference.ground, statement.readBy, order.ground, ...path.grounds].filter(
        (ground) => ground !== null,
      );
      return { grounds: [...new Set(grounds)], clash: clashOf(path.difference, order.items, statement.items) };
    }
  }
  return null;
}
