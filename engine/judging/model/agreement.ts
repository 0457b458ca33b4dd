/** Measures how much of a claim a text states, in the same or in similar words. */

import { areAntonyms, wordRelation } from '#engine/text/lexicon.ts';
import { isDerivedForm, isNegatedForm } from '#engine/text/morphology.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import type { Quantity } from '#engine/values/quantities.ts';
import { compareQuantities, countsSameKind } from '#engine/values/quantity-agreement.ts';
import type { Item, ReadText } from './read-text.ts';

/** An item of the text that says the same as an item of the claim, and how similar the two are (0..1). */
export interface Match {
  item: Item;
  likeness: number;
}

/** A claim and a text; for each item of the claim, the items of the text that say the same. */
export interface Agreement {
  claim: ReadText;
  text: ReadText;
  matches: readonly (readonly Match[])[];
  /** Weighted share (0..1) of the claim's items that the text has. */
  coverage: number;
}

/** Figures and dates are more telling than words. */
const WEIGHTS: Record<Item['kind'], number> = { word: 1, figure: 1.5, date: 1.5 };

const weightOf = ({ kind, pos }: Item) => (kind === 'word' && pos === 'ADV' ? 0.5 : WEIGHTS[kind]);

/**
 * How much a related word counts as a match. Related words count for less because the lexicon doesn't tell the senses of a word
 * apart.
 */
const RELATED: Record<string, number> = { same: 1, derived: 1, synonym: 0.6, hyponym: 0.6 };

/** How similar a word of the text is in meaning to a word of the claim, 0..1. */
function likenessOfWords(claim: Item, text: Item): number {
  if (claim.key === text.key || claim.lower === text.lower) return 1;
  if (claim.pos === 'PROPN' && text.pos === 'PROPN') return 0;
  if (isDerivedForm(claim.lower, text.lower)) return 1;
  return RELATED[wordRelation(claim.key, text.key) ?? ''] ?? 0;
}

/** How much a vaguer figure or date counts: it is compatible with the claim's but doesn't state it. */
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

/** Matches the items of the claim with those of the text. */
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

/** Weighted mean (0..1) of `found` over the items; 0 if there are none. */
function coverageBy(items: readonly Item[], found: (at: number) => number): number {
  const total = items.reduce((sum, item) => sum + weightOf(item), 0);
  const hit = items.reduce((sum, item, at) => sum + weightOf(item) * found(at), 0);
  return total === 0 ? 0 : hit / total;
}

/** Weighted share (0..1) of the claim's items, except `without`, that this sentence of the text has. */
export function coverageIn(sentence: number, agreement: Agreement, without: Item | null = null): number {
  return coverageOf(
    (item) => item !== without,
    agreement,
    (item) => item.sentence === sentence,
  );
}

/**
 * Weighted share (0..1) of the claim's items that `isKept` selects; only the text's items that `accepts` allows count as matches.
 */
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

/** The sentence of the text that has most of the claim; the first one in case of a tie. */
export function nearestSentence(agreement: Agreement): number {
  const coverage = [...new Set(agreement.text.sentenceOf)].map((sentence) => ({
    sentence,
    of: coverageIn(sentence, agreement),
  }));
  return coverage.toSorted((a, b) => b.of - a.of)[0]?.sentence ?? 0;
}

/** Weighted share (0..1) of the claim's items, except `without`, that the text has. */
export function coverageWithout(without: Item, agreement: Agreement): number {
  return coverageOf(
    (item) => item !== without,
    agreement,
    () => true,
  );
}

/** Whether two figures are rates over different periods, e.g. "24 euros a month" and "24 euros a year". */
export function areOfOtherPeriods(claim: Item, text: Item): boolean {
  return claim.period !== null && text.period !== null && claim.period !== text.period;
}

/** True if one word is the opposite of the other. */
export function areOpposite(claim: Item, text: Item): boolean {
  if (claim.kind !== 'word' || text.kind !== 'word') return false;
  return areAntonyms(claim.key, text.key) || isNegatedForm(claim.key, text.key);
}
