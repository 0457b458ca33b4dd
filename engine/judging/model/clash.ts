/** Where a text has something in a place of the claim that excludes it. */

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

/** With less of the claim beside it in its sentence, a denial or an opposite belongs to something else. */
const LEAST_BESIDE = 0.4;
/** The same for a figure or a date, which no other word can make up for. */
const LEAST_BESIDE_VALUE = 0.15;

export interface Clash {
  kind: ClashKind;
  /** Of the claim; null if no one word of it clashes. */
  item: Item | null;
  /** How much of the claim, what clashes left out, the sentence of the clash has (0..1). */
  beside: number;
}

/** What clashes between claim and text; null if nothing does. A figure that follows from those of the text does not. */
export function clashIn(agreement: Agreement): Clash | null {
  for (const at of agreement.claim.items.keys()) {
    const clash = agreement.matches[at]!.length > 0 ? denialAt(at, agreement) : replacementAt(at, agreement);
    if (clash !== null) return clash;
  }
  return isOppositeDirection(agreement) ? { kind: 'antonym', item: null, beside: agreement.coverage } : null;
}

/** A verb that both have, denied on one side. With as many negations on both, which belong together can't be told. */
function denialAt(at: number, agreement: Agreement): Clash | null {
  const { claim, text, matches } = agreement;
  const verb = claim.items[at]!;
  const found = matches[at]!;
  if (verb.pos !== 'VERB' || negationsIn(claim.tokens) === negationsIn(text.tokens)) return null;
  if (found.some(({ item }) => item.isNegated === verb.isNegated)) return null;
  for (const { item } of found) {
    const beside = coverageIn(item.sentence, agreement, verb);
    if (beside >= LEAST_BESIDE || hasSubject(at, item.sentence, agreement))
      return { kind: 'negation', item: verb, beside };
  }
  return null;
}

/** True if what stands before the claim's verb, its subject as a rule, is in the sentence. */
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
    if (beside < (kind === 'antonym' ? LEAST_BESIDE : LEAST_BESIDE_VALUE)) continue;
    if (!isCleared(item, other, agreement)) return { kind, item, beside };
  }
  return null;
}

/** True for a figure that follows from the text's figures, and for dates and spans of which both may hold. */
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

/** A clash in the sentence that has most of the claim, though others have what clashes there. */
export function clashInNearest(agreement: Agreement): ClashKind | null {
  const nearest = nearestSentence(agreement);
  const { claim, text } = agreement;
  const items = text.items.filter(({ sentence }) => sentence === nearest);
  for (const [at, item] of claim.items.entries()) {
    if (item.kind === 'word') continue;
    const clash = items.find((other) => replacementOf(item, other) !== null);
    const isFound = agreement.matches[at]!.some((match) => match.item.sentence === nearest);
    if (clash === undefined || isFound || coverageIn(nearest, agreement, item) < LEAST_BESIDE) continue;
    if (isSaidElsewhere(at, clash, nearest, agreement) || isCleared(item, clash, agreement)) continue;
    return item.kind === 'date' ? 'date' : 'number';
  }
  return null;
}

/**
 * True if another sentence has what is at this place of the claim, with more of its clause than the nearest one, and what clashes in the
 * nearest is what another clause of the claim says: "After losing £300 in a bad investment, she received an annuity of £25".
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
