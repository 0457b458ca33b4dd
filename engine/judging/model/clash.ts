/** Where a text has something in a place of the claim that excludes it. */

import { negationsIn } from '#engine/text/negation.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import { compareQuantities, countsSameKind } from '#engine/values/quantity-agreement.ts';
import { type Agreement, areOpposite, coverageIn, nearestSentence } from './agreement.ts';
import { mayBothHold } from './dates-that-follow.ts';
import { isOppositeDirection } from './directions.ts';
import { isDerivable } from './figures.ts';
import type { Item } from './read-text.ts';

export type ClashKind = 'number' | 'date' | 'negation' | 'antonym';

/** With less of the claim beside it in its sentence, a denial or an opposite belongs to something else. */
const LEAST_BESIDE = 0.4;
/** The same for a figure or a date, which no other word can make up for. */
const LEAST_BESIDE_VALUE = 0.15;

export interface Clash {
  kind: ClashKind;
  /** How much of the claim, what clashes left out, the sentence of the clash has (0..1). */
  beside: number;
}

/** What clashes between claim and text; null if nothing does. A figure that follows from those of the text does not. */
export function clashIn(agreement: Agreement): Clash | null {
  for (const at of agreement.claim.items.keys()) {
    const clash = agreement.matches[at]!.length > 0 ? denialAt(at, agreement) : replacementAt(at, agreement);
    if (clash !== null) return clash;
  }
  return isOppositeDirection(agreement) ? { kind: 'antonym', beside: agreement.coverage } : null;
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
    if (beside >= LEAST_BESIDE || hasSubject(at, item.sentence, agreement)) return { kind: 'negation', beside };
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
    if (!isCleared(item, other, agreement)) return { kind, beside };
  }
  return null;
}

/** True for a figure that follows from the text's figures, and for dates of which both may hold. */
function isCleared({ quantity, date }: Item, other: Item, { claim, text }: Agreement): boolean {
  if (date !== null && other.date !== null) return mayBothHold(date, claim, other.date, text);
  return quantity !== null && isDerivable(quantity, { claim, text }, other.quantity);
}

function replacementOf(claim: Item, text: Item): 'number' | 'date' | 'antonym' | null {
  if (claim.quantity !== null && text.quantity !== null) {
    if (compareQuantities(claim.quantity, text.quantity) !== 'clash') return null;
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
    if (!isCleared(item, clash, agreement)) return item.kind === 'date' ? 'date' : 'number';
  }
  return null;
}
