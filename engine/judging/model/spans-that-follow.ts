/** Finds time spans and ranks that differ but don't exclude each other, because of the words beside them. English only. */
import type { Item, ReadText } from './read-text.ts';

/** True if the claim's time span or rank and the text's different one can both hold. */
export function maySpansBothHold(own: Item, claim: ReadText, other: Item, text: ReadText): boolean {
  if (claim.language !== 'en' || text.language !== 'en') return false;
  return isSooner(own, claim, other, text) || isFromThenOn(own, claim, other, text);
}

/** E.g. "within half a year of the report" and "four months after it": the shorter span lies within the longer one. */
function isSooner(own: Item, claim: ReadText, other: Item, text: ReadText): boolean {
  if (own.quantity?.dimension !== 'time' || other.quantity?.dimension !== 'time') return false;
  if (own.isNegated || other.isNegated || other.quantity.bound !== 'exact') return false;
  const isWithin = claim.tokens[own.start - 1]?.lower === 'within' && claim.tokens[own.end]?.lower !== 'before';
  const isAfter = /^(?:after|afterwards|later)$/.test(text.tokens[other.end]?.lower ?? '');
  return isWithin && isAfter && other.quantity.high <= own.quantity.low;
}

const ON = /^on(?:wards?)?$/;
const AFTER_THAT = /\b(?:after (?:that|this|which|them)|thereafter|afterwards)\b/i;

/** E.g. "from the fourth year on" and "the first three years; after that". */
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
