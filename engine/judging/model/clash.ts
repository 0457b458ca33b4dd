/** Finds the parts of a text that rule out a part of the claim. */

import { negationsIn } from '#engine/text/negation.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import { compareQuantities, countsSameKind } from '#engine/values/quantity-agreement.ts';
import {
  type Agreement,
  areOfOtherPeriods,
  areOpposite,
  coverageIn,
  coverageOf,
  nearestSentence,
} from './agreement.ts';
import { clausesOf } from './clauses.ts';
import { mayBothHold } from './dates-that-follow.ts';
import { isOppositeDirection } from './directions.ts';
import { isDerivable } from './figures.ts';
import type { Item } from './read-text.ts';
import { maySpansBothHold } from './spans-that-follow.ts';

export type ClashKind = 'number' | 'date' | 'negation' | 'antonym';

/** A negation or antonym counts as a clash only if its sentence has at least this share of the rest of the claim. */
const MIN_CONTEXT_COVERAGE = 0.4;
/** The same threshold for figures and dates. It is lower because no synonym can stand in for them. */
const LEAST_BESIDE_VALUE = 0.15;

export interface Clash {
  kind: ClashKind;
  /** The clashing item of the claim; null if the clash can't be attributed to one word. */
  item: Item | null;
  /** Share (0..1) of the claim that the clashing sentence has, apart from the clashing item. */
  beside: number;
}

/**
 * Returns the first clash between claim and text, or null. A figure that can be derived from the text's figures doesn't clash.
 */
export function clashIn(agreement: Agreement): Clash | null {
  for (const at of agreement.claim.items.keys()) {
    const clash = agreement.matches[at]!.length > 0 ? denialAt(at, agreement) : replacementAt(at, agreement);
    if (clash !== null) return clash;
  }
  return isOppositeDirection(agreement) ? { kind: 'antonym', item: null, beside: agreement.coverage } : null;
}

/**
 * Finds a verb that both texts have and only one negates. Gives up if both have equally many negations: they can't be paired up
 * reliably.
 */
function denialAt(at: number, agreement: Agreement): Clash | null {
  const { claim, text, matches } = agreement;
  const verb = claim.items[at]!;
  const found = matches[at]!;
  if (verb.pos !== 'VERB' || negationsIn(claim.tokens) === negationsIn(text.tokens)) return null;
  if (found.some(({ item }) => item.isNegated === verb.isNegated)) return null;
  for (const { item } of found) {
    const beside = coverageIn(item.sentence, agreement, verb);
    if (beside >= MIN_CONTEXT_COVERAGE || hasSubject(at, item.sentence, agreement))
      return { kind: 'negation', item: verb, beside };
  }
  return null;
}

/** True if the word before the claim's verb, as a rule its subject, is in the sentence. */
function hasSubject(at: number, sentence: number, { claim, matches }: Agreement): boolean {
  const before = claim.items[at - 1];
  return (
    before !== undefined &&
    /^(?:NOUN|PROPN)$/.test(before.pos) &&
    matches[at - 1]!.some(({ item }) => item.sentence === sentence)
  );
}

function replacementAt(at: number, agreement: Agreement): Clash | null {
  const item = agreement.claim.items[at]!;
  for (const other of agreement.text.items) {
    const kind = replacementOf(item, other);
    if (kind === null) continue;
    const beside = coverageIn(other.sentence, agreement, item);
    if (beside < (kind === 'antonym' ? MIN_CONTEXT_COVERAGE : LEAST_BESIDE_VALUE)) continue;
    if (!isCleared(item, other, agreement)) return { kind, item, beside };
  }
  return null;
}

/** True if the figure can be derived from the text's figures, or if both dates or both time spans can hold at once. */
function isCleared(item: Item, other: Item, { claim, text }: Agreement): boolean {
  const { quantity, date } = item;
  if (date !== null && other.date !== null) return mayBothHold(date, claim, other.date, text);
  if (maySpansBothHold(item, claim, other, text)) return true;
  return quantity !== null && isDerivable(quantity, { claim, text }, other.quantity);
}

function replacementOf(claim: Item, text: Item): 'number' | 'date' | 'antonym' | null {
  if (claim.quantity !== null && text.quantity !== null) {
    const agreement = compareQuantities(claim.quantity, text.quantity);
    if (agreement === 'incomparable' || (agreement !== 'clash' && !areOfOtherPeriods(claim, text))) return null;
    return claim.quantity.dimension !== 'count' || countsSameKind(claim.quantity, text.quantity) ? 'number' : null;
  }
  if (claim.date !== null && text.date !== null) return compareDates(claim.date, text.date) === 'clash' ? 'date' : null;
  return areOpposite(claim, text) && claim.isNegated === text.isNegated ? 'antonym' : null;
}

/** Returns a figure or date that clashes in the sentence nearest to the claim, even if another sentence has the claim's value. */
export function clashInNearest(agreement: Agreement): ClashKind | null {
  const nearest = nearestSentence(agreement);
  const { claim, text } = agreement;
  const items = text.items.filter(({ sentence }) => sentence === nearest);
  for (const [at, item] of claim.items.entries()) {
    if (item.kind === 'word') continue;
    const clash = items.find((other) => replacementOf(item, other) !== null);
    const isFound = agreement.matches[at]!.some((match) => match.item.sentence === nearest);
    if (clash === undefined || isFound || coverageIn(nearest, agreement, item) < MIN_CONTEXT_COVERAGE) continue;
    if (isSaidElsewhere(at, clash, nearest, agreement) || isCleared(item, clash, agreement)) continue;
    return item.kind === 'date' ? 'date' : 'number';
  }
  return null;
}

/**
 * True if another sentence has the claim's item together with more of the clause around it, and the clashing value of the nearest
 * sentence belongs to another clause of the claim, e.g. "After losing £300 in a bad investment, she received an annuity of £25".
 */
function isSaidElsewhere(at: number, clash: Item, nearest: number, agreement: Agreement): boolean {
  const { claim, matches } = agreement;
  const own = claim.items[at]!;
  const { of } = clausesOf(claim);
  const clauseOf = ({ start }: Item) => of[start]!;
  const isTaken = claim.items.some(
    (item, other) => clauseOf(item) !== clauseOf(own) && matches[other]!.some((match) => match.item === clash),
  );
  if (!isTaken) return false;
  const isBeside = (item: Item) => item !== own && clauseOf(item) === clauseOf(own);
  const beside = (sentence: number) => coverageOf(isBeside, agreement, (item) => item.sentence === sentence);
  return matches[at]!.some(({ item, likeness }) => likeness === 1 && beside(item.sentence) > beside(nearest));
}
