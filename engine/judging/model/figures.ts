/** Decides whether a figure of a claim that the evidence doesn't state can be derived from the evidence's figures. */
import type { Quantity } from '#engine/values/quantities.ts';
import { compareQuantities, countsSameKind } from '#engine/values/quantity-agreement.ts';
import { isAgeAtDeath } from './ages.ts';
import { gappedQuantity } from './gapped.ts';
import { measuredFigures } from './measures.ts';
import { isCountIncludingNamed } from './one-more.ts';
import { type Period, perPeriod } from './periods.ts';
import { statesHalf, statesRate, statesRest, timesOf } from './rates.ts';
import type { Item, ReadText } from './read-text.ts';
import { takenShares } from './shares.ts';

const AGREES = new Set(['equal', 'converted', 'rounded', 'within']);

/** With more operands, almost any figure would be the sum or difference of two of them. */
const MOST_OPERANDS = 12;

/** Tables often name thousands, millions or billions in a header only. */
const SCALES = [1, 1e3, 1e6, 1e9];

/** Parts of speech of a word after a figure that may be a counted noun or an unknown unit. */
const NOUN_LIKE = new Set(['NOUN', 'PROPN', 'ADJ', 'X', 'SYM']);
/** Matched by characters: in languages other than English, tokens have no part of speech. */
const PUNCTUATION = /^\p{P}+$/u;

/** A figure of the evidence. */
interface Figure {
  quantity: Quantity;
  /** True if the figure has no unit, scale word or counted noun: "in 2023 there were 9,870". */
  isBare: boolean;
  /** True if the figure is bare and seems to stand in a table cell or a list, whose header may give its unit. */
  isCell: boolean;
  /** True if the figure takes its unit from the figure before it. */
  isGapped: boolean;
  period: Period | null;
}

function figureOf(evidence: ReadText, item: Item): Figure[] {
  const { text, tokens } = evidence;
  const { quantity, end, period } = item;
  if (quantity === null) return [];
  const isPlain = quantity.dimension === 'count' && /^[\d.,\s]+$/.test(quantity.text);
  const next = tokens[end];
  const isInTable = next === undefined || /[\n|]/.test(text.slice(tokens[end - 1]!.start, next.end));
  const isUncounted = next !== undefined && quantity.counted.length === 0;
  const isListed = isUncounted && !NOUN_LIKE.has(next.pos);
  const isCell = isPlain && (isInTable || isListed);
  const isBare = isCell || (isPlain && isUncounted && PUNCTUATION.test(next.text));
  const isAlone = quantity.dimension === 'count' && isUncounted && !isInTable && PUNCTUATION.test(next.text);
  const gapped = isAlone ? gappedQuantity(item, evidence) : null;
  if (gapped !== null) return [{ quantity: gapped, isCell: false, isBare: false, isGapped: true, period }];
  return [{ quantity, isCell, isBare, isGapped: false, period }];
}

/** True unless both figures say what they count and these differ. */
function isComparable(claim: Quantity, { quantity, isBare }: Figure): boolean {
  return isBare || claim.dimension !== 'count' || claim.counted.length === 0 || countsSameKind(claim, quantity);
}

/** Whether the figure is a bound such as "at least" or "less than": almost any figure would satisfy it. */
function isBounded({ bound }: Quantity): boolean {
  return bound !== 'exact' && bound !== 'about';
}

/** True if the claim's figure agrees with `value`, given in base units of the claim's dimension. */
function agreesWith(claim: Quantity, value: number): boolean {
  const derived: Quantity = { ...claim, low: value, high: value, tolerance: 0, bound: 'exact' };
  return AGREES.has(compareQuantities(claim, derived));
}

/** Factors that turn a table's figures into base units of the claim's dimension. */
function scalesOf({ low, factor }: Quantity): number[] {
  return SCALES.filter((scale) => scale === 1 || low / factor >= scale).map((scale) => scale * factor);
}

/** True if a table cell has the claim's number, in the claim's unit, possibly in thousands, millions or billions. */
function isInCell(claim: Quantity, { quantity, isCell }: Figure): boolean {
  if (!isCell || isBounded(claim) || claim.dimension.startsWith('label')) return false;
  return scalesOf(claim).some((scale) => agreesWith(claim, quantity.low * scale));
}

/** True if the evidence gives the same rate over another period: so much a month equals so much a year. */
function isSameRate(claim: Quantity, wanted: Period | null, figures: readonly Figure[], evidence: ReadText): boolean {
  if (wanted === null || isBounded(claim) || claim.dimension === 'time') return false;
  return figures.some((figure) => {
    const { quantity, period } = figure;
    if (period === null || quantity.dimension !== claim.dimension || !isComparable(claim, figure)) return false;
    if (quantity.low !== quantity.high || isBounded(quantity)) return false;
    const value = perPeriod(quantity.low, period, wanted, evidence.text);
    return value !== null && agreesWith(claim, value);
  });
}

/** The percentage that `a` is of `b`, and the percentage change from `b` to `a`. */
function* sharesOf(a: number, b: number): Generator<number> {
  if (b === 0) return;
  yield (100 * a) / b;
  yield (100 * Math.abs(a - b)) / Math.abs(b);
}

function somePair(values: readonly number[], accepts: (a: number, b: number) => boolean): boolean {
  return values.some((a, i) => values.some((b, j) => i !== j && accepts(a, b)));
}

function addsUp(claim: Quantity, values: readonly number[]): boolean {
  const total = values.reduce((sum, value) => sum + value, 0);
  if (values.length > 1 && agreesWith(claim, total)) return true;
  return somePair(values, (a, b) => agreesWith(claim, a + b) || (a >= b && agreesWith(claim, a - b)));
}

/** Whether a figure with a scale word lacks its unit, as the second one in "1.9 billion crowns, up from 1.6 billion". */
function leavesUnitOut({ quantity: { dimension, counted, text } }: Figure): boolean {
  return dimension === 'count' && counted.length === 0 && /\b(?:thousand|million|billion|trillion)$/.test(text);
}

/** True if the claim's figure is the sum or difference of figures of its kind, or of table cells. */
function isSumOrDifference(claim: Quantity, figures: readonly Figure[]): boolean {
  const own = figures.filter((figure) => figure.quantity.dimension === claim.dimension && isComparable(claim, figure));
  if (addsUp(claim, valuesOf(own))) return true;
  const mayLeaveOut = own.length > 0 && /^(?:count|currency)/.test(claim.dimension);
  const withOpen = figures.filter((figure) => own.includes(figure) || (mayLeaveOut && leavesUnitOut(figure)));
  if (addsUp(claim, valuesOf(withOpen))) return true;
  const cells = valuesOf(figures.filter(({ isCell }) => isCell));
  return (
    !isBounded(claim) &&
    scalesOf(claim).some((scale) =>
      addsUp(
        claim,
        cells.map((value) => value * scale),
      ),
    )
  );
}

function valuesOf(figures: readonly Figure[]): number[] {
  const values = figures.flatMap(({ quantity: { low, high } }) => (low === high ? [low] : [low, high]));
  return values.slice(0, MOST_OPERANDS);
}

/** True if a count times, or divided into, a value of the claim's dimension gives the claim's figure. */
function isProduct(claim: Quantity, figures: readonly Figure[]): boolean {
  if (claim.dimension === 'count' || claim.dimension === 'share' || isBounded(claim)) return false;
  const own = valuesOf(figures.filter(({ quantity }) => quantity.dimension === claim.dimension));
  const counts = valuesOf(figures.filter(({ quantity }) => quantity.dimension === 'count'));
  return own.some((value) =>
    counts.some((count) => agreesWith(claim, value * count) || (count > 1 && agreesWith(claim, value / count))),
  );
}

/** True if a percentage of the only figure of the claim's kind gives the claim's figure: "members pay 20 % less". */
function isShareOf(claim: Quantity, figures: readonly Figure[], { text, claim: whole }: Compared): boolean {
  if (claim.dimension === 'share' || isBounded(claim)) return false;
  const own = figures.filter((figure) => figure.quantity.dimension === claim.dimension && isComparable(claim, figure));
  const [base] = own;
  if (base === undefined || own.length > 1 || base.quantity.low !== base.quantity.high) return false;
  return takenShares(base.quantity, whole, text).some((value) => agreesWith(claim, value));
}

/** True if a rate per unit, times the measure of the thing that the claim names, gives the claim's figure. */
function isMeasured(claim: Quantity, compared: Compared): boolean {
  if (isBounded(claim)) return false;
  return measuredFigures(claim.dimension, compared.claim, compared.text).some((value) => agreesWith(claim, value));
}

/** True if the claim's percentage is the ratio of two figures of one kind. */
function isQuotient(claim: Quantity, figures: readonly Figure[]): boolean {
  if (claim.dimension !== 'share' || isBounded(claim)) return false;
  return [...Map.groupBy(figures, ({ quantity }) => quantity.dimension).values()].some((alike) =>
    somePair(valuesOf(alike), (a, b) => [...sharesOf(a, b)].some((share) => agreesWith(claim, share))),
  );
}

/** True if the claim's figure is a figure of its kind times another figure of the claim: "three days cost 270 crowns". */
function isMultiple(
  claim: Quantity,
  beside: readonly Quantity[],
  figures: readonly Figure[],
  evidence: ReadText,
): boolean {
  if (isBounded(claim)) return false;
  const own = figures.filter(({ quantity }) => {
    if (quantity.dimension !== claim.dimension) return false;
    return claim.dimension !== 'count' || countsSameKind(claim, quantity);
  });
  const times = beside.flatMap((quantity) => (quantity === claim ? [] : (timesOf(quantity, evidence) ?? [])));
  return valuesOf(own).some((value) => times.some((many) => agreesWith(claim, value * many)));
}

/** True if the evidence speaks of a half or a rest and the claim's figure is half of another, or what a share leaves of 100 %. */
function isHalfOrRest(claim: Quantity, figures: readonly Figure[], evidence: ReadText): boolean {
  if (isBounded(claim) || claim.dimension === 'count') return false;
  const own = valuesOf(figures.filter(({ quantity }) => quantity.dimension === claim.dimension));
  if (claim.dimension === 'share') return statesRest(evidence) && own.some((share) => agreesWith(claim, 100 - share));
  return statesHalf(evidence) && own.some((value) => agreesWith(claim, value / 2));
}

const HAS_CENTS = /^currency:(?:EUR|USD|CAD|AUD)$/;

/** Reads "cents", which are taken for US cents by default, in the evidence's currency if that is the only one and has cents. */
function inCurrencyOf(figures: readonly Figure[], claim: Quantity): Quantity {
  if (!/cent/.test(claim.text) || claim.dimension !== 'currency:USD') return claim;
  const currencies = new Set(
    figures.flatMap(({ quantity: { dimension } }) => (/^currency/.test(dimension) ? dimension : [])),
  );
  const [currency = ''] = currencies;
  return currencies.size === 1 && HAS_CENTS.test(currency) ? { ...claim, dimension: currency } : claim;
}

interface Compared {
  claim: ReadText;
  /** The evidence. */
  text: ReadText;
}

/**
 * True if the claim's figure can be derived from the evidence. It may stand in a table cell or without its unit, be a rate over
 * another period, an age at death, a sum, difference, product, percentage or ratio of the evidence's figures, a count that
 * includes the person named first, half of a figure, or the rest that a share leaves. `clashing`: a figure of the evidence that
 * can't itself be the table cell.
 */
export function isDerivable(stated: Quantity, compared: Compared, clashing: Quantity | null = null): boolean {
  const { text: evidence } = compared;
  const figures = evidence.items.flatMap((item) => figureOf(evidence, item));
  const claim = inCurrencyOf(figures, stated);
  const period = compared.claim.items.find(({ quantity }) => quantity === stated)?.period ?? null;
  const isOfPeriod = (figure: Figure) => period === null || figure.period === null || figure.period === period;
  const unseen = figures.filter(({ isGapped }) => isGapped || claim !== stated);
  if (unseen.filter(isOfPeriod).some(({ quantity }) => AGREES.has(compareQuantities(claim, quantity)))) return true;
  if (figures.some((figure) => figure.quantity !== clashing && isInCell(claim, figure))) return true;
  if (isSameRate(claim, period, figures, evidence) || isAgeAtDeath(claim, compared.claim, evidence)) return true;
  const operands = figures.filter(
    (figure) => !/^(?:label|ordinal)/.test(figure.quantity.dimension) && isOfPeriod(figure),
  );
  return (
    isCountIncludingNamed(claim, evidence) ||
    isSumOrDifference(claim, operands) ||
    (statesRate(evidence) && isProduct(claim, operands)) ||
    isShareOf(claim, operands, compared) ||
    isQuotient(claim, operands) ||
    isMeasured(claim, compared) ||
    isMultiple(claim, quantitiesOf(compared.claim), operands, evidence) ||
    isHalfOrRest(claim, operands, evidence)
  );
}

/** True if the claim's number stands in the evidence without a noun, with another noun, or as a rate in the same unit. */
export function isWritten(claim: Quantity, evidence: ReadText): boolean {
  const wanted = claim.low / claim.factor;
  // In languages other than English, "1250" may be a year or a count, and is read as neither.
  const isOfOtherUnit = ({ quantity }: Item) =>
    quantity !== null &&
    ![quantity.dimension, claim.dimension].includes('count') &&
    quantity.dimension !== claim.dimension;
  const others = evidence.items.filter(isOfOtherUnit);
  const isOpen = (at: number) => !others.some(({ start, end }) => start <= at && at < end);
  if (evidence.language !== 'en' && evidence.tokens.some(({ text }, at) => text === String(wanted) && isOpen(at)))
    return true;
  return evidence.items
    .flatMap((item) => figureOf(evidence, item))
    .some(({ quantity, isBare }) => {
      const isIt = (value: number) => Math.abs(value / quantity.factor - wanted) <= 1e-9 * Math.abs(wanted);
      if (!isIt(quantity.low) && !isIt(quantity.high)) return false;
      return isBare || quantity.dimension.startsWith(claim.dimension);
    });
}

/** The figures of a text in text order. */
export function quantitiesOf({ items }: ReadText): Quantity[] {
  return items.flatMap(({ quantity }) => quantity ?? []);
}
