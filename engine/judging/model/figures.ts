/** Whether a figure of a claim that the evidence doesn't state follows from the evidence's own figures. */
import type { Quantity } from '#engine/values/quantities.ts';
import { compareQuantities, countsSameKind } from '#engine/values/quantity-agreement.ts';
import type { Item, ReadText } from './read-text.ts';

const AGREES = new Set(['equal', 'converted', 'rounded', 'within']);

/** More figures would make almost any figure follow from two of them. */
const MOST_OPERANDS = 12;

/** Tables give thousands, millions or billions in a heading and figures without them. */
const SCALES = [1, 1e3, 1e6, 1e9];

/** What may follow a figure that counts something or has a unit that isn't known. */
const NOUN_LIKE = new Set(['NOUN', 'PROPN', 'ADJ', 'X', 'SYM']);

/** A figure of the evidence, and whether it stands alone: no unit, scale word or counted noun, as in a cell of a table. */
interface Figure {
  quantity: Quantity;
  isBare: boolean;
}

function figureOf({ text, tokens }: ReadText, { quantity, end }: Item): Figure[] {
  if (quantity === null) return [];
  const isPlain = quantity.dimension === 'count' && /^[\d.,\s]+$/.test(quantity.text);
  const next = tokens[end];
  const isCell = next === undefined || /[\n|]/.test(text.slice(tokens[end - 1]!.start, next.start));
  const isAlone = quantity.counted.length === 0 && next !== undefined && !NOUN_LIKE.has(next.pos);
  return [{ quantity, isBare: isPlain && (isCell || isAlone) }];
}

/** True unless both say what they count, and it is something else. */
function isComparable(claim: Quantity, { quantity, isBare }: Figure): boolean {
  return isBare || claim.dimension !== 'count' || claim.counted.length === 0 || countsSameKind(claim, quantity);
}

/** "At least", "less than": almost any figure lies on the right side of some bound. */
function isBounded({ bound }: Quantity): boolean {
  return bound !== 'exact' && bound !== 'about';
}

/** True if the claim's figure agrees with `value`, given in base units of the claim's dimension. */
function agreesWith(claim: Quantity, value: number): boolean {
  const derived: Quantity = { ...claim, low: value, high: value, tolerance: 0, bound: 'exact' };
  return AGREES.has(compareQuantities(claim, derived));
}

/** What the figures of a table are to be multiplied by, in base units of the claim's dimension. */
function scalesOf({ low, factor }: Quantity): number[] {
  return SCALES.filter((scale) => scale === 1 || low / factor >= scale).map((scale) => scale * factor);
}

/** A cell of a table has the claim's figure, in the claim's unit and perhaps in thousands, millions or billions. */
function isInCell(claim: Quantity, { quantity, isBare }: Figure): boolean {
  if (!isBare || isBounded(claim) || claim.dimension.startsWith('label')) return false;
  return scalesOf(claim).some((scale) => agreesWith(claim, quantity.low * scale));
}

/** Parts of each other and changes, in percent. */
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

/** True if figures of the claim's own kind, or cells of a table, add up to it, or two of them differ by it. */
function isSumOrDifference(claim: Quantity, figures: readonly Figure[]): boolean {
  const own = figures.filter((figure) => figure.quantity.dimension === claim.dimension && isComparable(claim, figure));
  if (addsUp(claim, valuesOf(own))) return true;
  const cells = valuesOf(figures.filter(({ isBare }) => isBare));
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

/** So many at so much each: without such words a product of two figures says nothing. */
const DISTRIBUTIVE: Readonly<Record<string, RegExp>> = {
  en: /\b(?:each|per|apiece|every|average)\b|\bat (?:[$€£¥]|an? (?:price|rate|cost))/i,
  de: /(?<!\p{L})(?:je|pro|jede[nrs]?)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:par|chaque|chacune?)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:por|cada|al)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:per|ogni|ciascun[ao]?|al)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:por|cada|ao)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:per|elke?)(?!\p{L})/iu,
  pl: /(?<!\p{L})(?:za|każd\p{L}{1,4})(?!\p{L})/iu,
  zh: /每/u,
  ja: /につき|当たり|あたり|毎/u,
  ar: /لكل|(?<!\p{L})كل(?!\p{L})/u,
};

/** True if so many at so much each, or so much among so many, come to the claim's figure. */
function isProduct(claim: Quantity, figures: readonly Figure[]): boolean {
  if (claim.dimension === 'count' || claim.dimension === 'share' || isBounded(claim)) return false;
  const own = valuesOf(figures.filter(({ quantity }) => quantity.dimension === claim.dimension));
  const counts = valuesOf(figures.filter(({ quantity }) => quantity.dimension === 'count'));
  return own.some((value) =>
    counts.some((count) => agreesWith(claim, value * count) || (count > 1 && agreesWith(claim, value / count))),
  );
}

/** True if the claim's share is that of two figures of one kind. */
function isQuotient(claim: Quantity, figures: readonly Figure[]): boolean {
  if (claim.dimension !== 'share' || isBounded(claim)) return false;
  return [...Map.groupBy(figures, ({ quantity }) => quantity.dimension).values()].some((alike) =>
    somePair(valuesOf(alike), (a, b) => [...sharesOf(a, b)].some((share) => agreesWith(claim, share))),
  );
}

/**
 * True if the claim's figure stands in a cell of a table, is a sum or difference of the evidence's figures of its kind, a
 * count times or among one of them, or a share that two of them make. `clashing` can't itself be the cell.
 */
export function isBacked(claim: Quantity, evidence: ReadText, clashing: Quantity | null = null): boolean {
  const figures = evidence.items.flatMap((item) => figureOf(evidence, item));
  if (figures.some((figure) => figure.quantity !== clashing && isInCell(claim, figure))) return true;
  const operands = figures.filter(({ quantity: { dimension } }) => !/^(?:label|ordinal)/.test(dimension));
  const mayMultiply = DISTRIBUTIVE[evidence.language]?.test(evidence.text) ?? false;
  return (
    isSumOrDifference(claim, operands) || (mayMultiply && isProduct(claim, operands)) || isQuotient(claim, operands)
  );
}

/** True if the evidence has the claim's number, alone, of another noun, or in the same unit per something. */
export function isWritten(claim: Quantity, evidence: ReadText): boolean {
  const wanted = claim.low / claim.factor;
  // In other languages "1250" may be a year as well as a count, and is read as neither.
  if (evidence.language !== 'en' && evidence.tokens.some(({ text }) => text === String(wanted))) return true;
  return evidence.items
    .flatMap((item) => figureOf(evidence, item))
    .some(({ quantity, isBare }) => {
      const isIt = (value: number) => Math.abs(value / quantity.factor - wanted) <= 1e-9 * Math.abs(wanted);
      if (!isIt(quantity.low) && !isIt(quantity.high)) return false;
      return isBare || quantity.dimension.startsWith(claim.dimension);
    });
}
