/** Spans of time and ranks that differ and do not exclude each other, by the words that stand beside them. English only. */
import type { Item, ReadText } from './read-text.ts';

/** True if the claim's span or rank and the text's other one may both hold. */
export function maySpansBothHold(own: Item, claim: ReadText, other: Item, text: ReadText): boolean {
  if (claim.language !== 'en' || text.language !== 'en') return false;
  return isSooner(own, claim, other, text) || isFromThenOn(own, claim, other, text);
}

/** "Within half a year of the report", "four months after it": what came so soon came within the time. */
function isSooner(own: Item, claim: ReadText, other: Item, text: ReadText): boolean {
  if (own.quantity?.dimension !== 'time' || other.quantity?.dimension !== 'time') return false;
  if (own.isNegated || other.isNegated || other.quantity.bound !== 'exact') return false;
  const isWithin = claim.tokens[own.start - 1]?.lower === 'within' && claim.tokens[own.end]?.lower !== 'before';
  const isAfter = /^(?:after|afterwards|later)$/.test(text.tokens[other.end]?.lower ?? '');
  return isWithin && isAfter && other.quantity.high <= own.quantity.low;
}

const ON = /^on(?:wards?)?$/;
const AFTER_THAT = /\b(?:after (?:that|this|which|them)|thereafter|afterwards)\b/i;

/** "From the fourth year on", "the first three years; after that". */
function isFromThenOn(own: Item, claim: ReadText, other: Item, text: ReadText): boolean {
  if (own.quantity?.dimension !== 'ordinal' || other.quantity?.dimension !== 'ordinal') return false;
  const unit = claim.tokens[own.end];
  const isOpen = claim.tokens[own.start - 2]?.lower === 'from' && ON.test(claim.tokens[own.end + 1]?.lower ?? '');
  if (unit === undefined || !isOpen || other.quantity.low !== 1) return false;
  const many = text.items.find(({ start, quantity }) => start === other.end && quantity !== null);
  const isSameUnit = text.tokens[(many?.end ?? 0) - 1]?.lemma === unit.lemma;
  if (many?.quantity == null || !isSameUnit) return false;
  const count = many.quantity.low / many.quantity.factor;
  const rest = text.text.slice(text.tokens[many.end - 1]!.end);
  return own.quantity.low === count + 1 && AFTER_THAT.test(rest);
}
