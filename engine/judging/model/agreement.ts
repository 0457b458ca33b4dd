/** Which parts of a claim a text has, in the same words or in near ones. */

import { areAntonyms, wordRelation } from '#engine/text/lexicon.ts';
import { isDerivedForm, isNegatedForm } from '#engine/text/morphology.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import type { Quantity } from '#engine/values/quantities.ts';
import { compareQuantities, countsSameKind } from '#engine/values/quantity-agreement.ts';
import type { Item, ReadText } from './read-text.ts';

/** An item of the text that says what one of the claim's says, and how far (0..1). */
export interface Match {
  item: Item;
  likeness: number;
}

/** A claim and a text, and for each of the claim's items the items of the text that say the same. */
export interface Agreement {
  claim: ReadText;
  text: ReadText;
  matches: readonly (readonly Match[])[];
  /** Weighted share (0..1) of the claim that the text has. */
  coverage: number;
}

/** Figures and dates tell more than words do. */
const WEIGHTS: Record<Item['kind'], number> = { word: 1, figure: 1.5, date: 1.5 };

const weightOf = ({ kind, pos }: Item) => (kind === 'word' && pos === 'ADV' ? 0.5 : WEIGHTS[kind]);

/** How much a related word counts for a word of the claim: the lexicon knows words by all their senses. */
const RELATED: Record<string, number> = { same: 1, derived: 1, synonym: 0.6, hyponym: 0.6 };

/** How far a word of the text says what the claim's does, 0..1. */
function likenessOfWords(claim: Item, text: Item): number {
  if (claim.key === text.key || claim.lower === text.lower) return 1;
  if (claim.pos === 'PROPN' && text.pos === 'PROPN') return 0;
  if (isDerivedForm(claim.lower, text.lower)) return 1;
  return RELATED[wordRelation(claim.key, text.key) ?? ''] ?? 0;
}

/** What a figure or date counts that leaves the claim's possible and doesn't state it. */
const VAGUER = 0.3;

function likenessOf(claim: Item, text: Item): number {
  if (claim.quantity !== null && text.quantity !== null)
    return areOfOtherPeriods(claim, text) ? 0 : likenessOfFigures(claim.quantity, text.quantity);
  if (claim.date !== null && text.date !== null) {
    const agreement = compareDates(claim.date, text.date);
    if (agreement === 'vaguer') return VAGUER;
    return agreement === 'equal' || agreement === 'contained' ? 1 : 0;
  }
  return claim.kind === 'word' && text.kind === 'word' ? likenessOfWords(claim, text) : 0;
}

function likenessOfFigures(claim: Quantity, text: Quantity): number {
  const isOther = claim.counted.length > 0 && text.counted.length > 0 && !countsSameKind(claim, text);
  const agreement = compareQuantities(claim, text);
  if (isOther || agreement === 'clash' || agreement === 'incomparable') return 0;
  return agreement === 'vaguer' ? VAGUER : 1;
}

/** Compares two read texts. */
export function agree(claim: ReadText, text: ReadText): Agreement {
  const matches = claim.items.map((own) =>
    text.items.flatMap((item) => {
      const likeness = likenessOf(own, item);
      return likeness > 0 ? [{ item, likeness }] : [];
    }),
  );
  return { claim, text, matches, coverage: coverageBy(claim.items, (at) => best(matches[at]!)) };
}

const best = (matches: readonly Match[]) => Math.max(0, ...matches.map(({ likeness }) => likeness));

/** Weighted mean (0..1) of what `found` says of each item; 0 if there are none. */
function coverageBy(items: readonly Item[], found: (at: number) => number): number {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0);
  const hit = items.reduce((sum, item, at) => sum + weightOf(item) * found(at), 0);
  return total === 0 ? 0 : hit / total;
}

/** Weighted share (0..1) of the claim's items, `without` left out, that one sentence of the text has. */
export function coverageIn(sentence: number, agreement: Agreement, without: Item | null = null): number {
  return coverageOf(
    (item) => item !== without,
    agreement,
    (item) => item.sentence === sentence,
  );
}

/** Weighted share (0..1) of some of the claim's items that such items of the text have. */
export function coverageOf(
  isKept: (own: Item) => boolean,
  { claim, matches }: Agreement,
  accepts: (item: Item) => boolean,
): number {
  const kept = [...claim.items.keys()].filter((at) => isKept(claim.items[at]!));
  return coverageBy(
    kept.map((at) => claim.items[at]!),
    (at) => best(matches[kept[at]!]!.filter(({ item }) => accepts(item))),
  );
}

/** The sentence of the text that has most of the claim; the first of equals. */
export function nearestSentence(agreement: Agreement): number {
  const coverage = [...new Set(agreement.text.sentenceOf)].map((sentence) => ({
    sentence,
    of: coverageIn(sentence, agreement),
  }));
  return coverage.toSorted((a, b) => b.of - a.of)[0]?.sentence ?? 0;
}

/** Weighted share (0..1) of the claim's items, `without` left out, that the text has. */
export function coverageWithout(without: Item, agreement: Agreement): number {
  return coverageOf(
    (item) => item !== without,
    agreement,
    () => true,
  );
}

/** True of "24 euros a month" and "24 euros a year". */
export function areOfOtherPeriods(claim: Item, text: Item): boolean {
  return claim.period !== null && text.period !== null && claim.period !== text.period;
}

/** True if one word says the opposite of the other. */
export function areOpposite(claim: Item, text: Item): boolean {
  if (claim.kind !== 'word' || text.kind !== 'word') return false;
  return areAntonyms(claim.key, text.key) || isNegatedForm(claim.key, text.key);
}
