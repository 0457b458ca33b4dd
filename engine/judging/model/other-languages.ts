/**
 * Checks that can withdraw support when the claim or the passage is not in English: figures, dates and, where its words are
 * known, negation. Words of two languages can't be compared. There, the model alone decides whether a passage is about the claim,
 * and negation is not checked, as it may render a positive word ("will stay the same", "n'augmentera pas").
 */
import { hasNegation } from '#engine/text/negation-words.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import { compareQuantities } from '#engine/values/quantity-agreement.ts';
import { type Agreement, agree, coverageIn, nearestSentence } from './agreement.ts';
import type { ClashKind } from './clash.ts';
import { isDerivable } from './figures.ts';
import { lackingFigure } from './lacking-figure.ts';
import type { Item, ReadText } from './read-text.ts';

/** A negation counts only if its sentence has at least this share of the claim; otherwise it may deny something else. */
const LEAST_OF_DENIED = 0.8;

/** True if either the claim or the sentence nearest to it is negated, but not both. Both must be in one language. */
export function isDenied(agreement: Agreement, quoted: readonly string[]): boolean {
  const { claim, text } = agreement;
  const nearest = nearestSentence(agreement);
  if (coverageIn(nearest, agreement) < LEAST_OF_DENIED) return false;
  const sentence = quoted[nearest] ?? text.text;
  return hasNegation(sentence, text.language) !== hasNegation(claim.text, claim.language);
}

/** Why the quoted sentences can't support a claim in another language; null if they can. */
export function withdrawalAcross(claim: ReadText, text: ReadText): ClashKind | 'unstated_figure' | null {
  const agreement = agree(claim, text);
  const clash = claim.items.find((item, at) => agreement.matches[at]!.length === 0 && isReplaced(item, claim, text));
  if (clash !== undefined) return clash.date === null ? 'number' : 'date';
  return lackingFigure(agreement);
}

/** True if the text has figures or dates of the item's kind and all of them exclude it. */
function isReplaced({ date, quantity }: Item, claim: ReadText, text: ReadText): boolean {
  if (date !== null) {
    const dates = text.items.flatMap((item) => item.date ?? []);
    return dates.length > 0 && dates.every((other) => compareDates(date, other) === 'clash');
  }
  // Counts are not compared: the counted nouns differ from language to language.
  if (quantity === null || /^(?:count|label|ordinal)/.test(quantity.dimension)) return false;
  const quantities = text.items.flatMap((item) => item.quantity ?? []);
  const alike = quantities.filter(({ dimension }) => dimension === quantity.dimension);
  if (alike.length === 0 || alike.some((other) => compareQuantities(quantity, other) !== 'clash')) return false;
  return !isDerivable(quantity, { claim, text });
}
