/** Finds quantities in a text: value or range, stated precision, bound, and unit or counted noun. */

import type { Token } from '#engine/text/nlp.ts';
import { wordSet } from '#engine/text/word-lists.ts';
import { type Bound, boundAfter, boundBefore } from './bounds.ts';
import { compoundAt, mayStartCompound } from './compound-quantities.ts';
import { FRACTION_WORDS, fractionAt } from './fractions.ts';
import { isOrdinalWord, mayStartNumber, ordinalOf, readNumber, startsWithDigit } from './numbers.ts';
import { isAmbiguousUnit, toBase, type Unit, unitOf } from './units.ts';

export interface Quantity {
  /** `low` and `high` are in base units of the dimension; equal unless the text gives a range. */
  low: number;
  high: number;
  /** Half a unit of the last stated digit, in base units: "3.5 million" is accurate to 50,000. */
  tolerance: number;
  bound: Bound;
  /** `count`, `ordinal`, `share` (percent and fractions), `clock` (see compound-quantities.ts), `currency:USD`, `length`, … */
  dimension: string;
  /** Value and unit as written, e.g. `3.5 million dollars`. */
  text: string;
  /** Factor from the written unit to the base unit; it distinguishes "1 km" from "1 mile". */
  factor: number;
  /** Lemmas of the counted noun phrase, head noun last ("two act comedy" → act, comedy); empty if there is none. */
  counted: readonly string[];
  /** Token indices, end exclusive. */
  start: number;
  end: number;
}

/**
 * The unit at `at`: one word, two words ("square kilometres", "m ²") or a rate ("kilometres per hour"). Null if there is none.
 */
function unitAt(tokens: readonly Token[], at: number): { unit: Unit; end: number } | null {
  // "a 300-metre tower": the hyphen is a separate token.
  const first = tokens[at]?.text === '-' && tokens[at + 1]?.pos !== 'NUM' ? at + 1 : at;
  const one = tokens[first];
  if (one === undefined) return null;
  const two = tokens[first + 1];
  if (two !== undefined) {
    const joined =
      /^[²³/]/.test(two.text) || /^[µμ]$/.test(one.text)
        ? unitOf(one.lower + two.lower + (two.text === '/' ? (tokens[first + 2]?.lower ?? '') : ''))
        : (unitOf(`${one.lower}_${two.lower}`) ?? unitOf(`${one.lower}_${two.lemma}`));
    if (joined !== null) return { unit: joined, end: first + (two.text === '/' ? 3 : 2) };
    if (two.lower === 'per' && tokens[first + 2] !== undefined) {
      const rate = unitOf(`${one.lower}_per_${tokens[first + 2]!.lemma}`);
      if (rate !== null) return { unit: rate, end: first + 3 };
    }
    const degree = one.lower === 'degrees' || one.lower === '°' ? unitOf(`°${two.lower[0]}`) : null;
    if (degree !== null) return { unit: degree, end: first + 2 };
  }
  // At the end of a sentence the tagger reads "km." as one word.
  const unit = unitOf(one.lower) ?? unitOf(one.lemma) ?? unitOf(one.lower.replace(/\.$/, ''));
  // In "The Basalt 6 has …", "has" is not the plural of "ha".
  if (unit === null || one.pos === 'AUX' || (isAmbiguousUnit(one.text) && /^(?:VERB|DET)$/.test(one.pos))) return null;
  return { unit, end: first + 1 };
}

/** Lemmas of the nouns that a number without a unit counts: those of the phrase after it. */
function countedNouns(tokens: readonly Token[], at: number): string[] {
  const nouns: string[] = [];
  for (let i = at; i < tokens.length && i < at + 5; i++) {
    const token = tokens[i]!;
    // "72 beats": a plural right after a number is a noun, even if the tagger says verb.
    const isPlural = i === at && token.pos === 'VERB' && token.lower === `${token.lemma}s`;
    if (token.pos === 'NOUN' || token.pos === 'PROPN' || isPlural) nouns.push(token.lemma.toLowerCase());
    else if (nouns.length > 0 || !(token.pos === 'ADJ' || token.pos === 'ADV' || token.text === '-')) break;
  }
  return nouns;
}

function currencyBefore(tokens: readonly Token[], at: number): Unit | null {
  const sign = tokens[at - 1];
  if (sign === undefined || !/^(?:[$€£¥₹₩₽]|us\$|c\$|a\$|usd|eur|gbp|rs\.?)$/i.test(sign.text)) return null;
  return unitOf(sign.lower.replace(/\.$/, ''));
}

interface RawNumber {
  low: number;
  high: number;
  unitOfLastPlace: number;
  end: number;
}

/** A number, or a range "5-10", "5 to 10", "between 5 and 10". */
function readRange(tokens: readonly Token[], at: number): RawNumber | null {
  const { text } = tokens[at]!;
  const joined = startsWithDigit(text) ? /^(\d{1,9}(?:\.\d{1,6})?)[-–—](\d{1,9}(?:\.\d{1,6})?)$/.exec(text) : null;
  if (joined !== null) {
    const low = Number(joined[1]);
    const high = Number(joined[2]);
    if (low < high) return { low, high, unitOfLastPlace: 1, end: at + 1 };
  }
  const first = readNumber(tokens, at);
  if (first === null) return null;
  const plain = { low: first.value, high: first.value, unitOfLastPlace: first.unitOfLastPlace, end: first.end };
  let link = first.end;
  if (/^[%$€£]$/.test(tokens[link]?.text ?? '')) link++;
  const between = tokens[at - 1]?.lower === 'between' || tokens[at - 1]?.lower === 'from';
  const word = tokens[link]?.lower;
  if (!(word === 'to' || word === '–' || word === '-' || word === '—' || (word === 'and' && between))) return plain;
  const secondAt = /^[$€£]$/.test(tokens[link + 1]?.text ?? '') ? link + 2 : link + 1;
  if (secondAt >= tokens.length) return plain;
  const second = readNumber(tokens, secondAt);
  if (second === null || second.value <= first.value) return plain;
  // "5 to 10 million" means 5 million to 10 million.
  const scale = second.unitOfLastPlace >= 1000 && first.value < 1000 ? second.unitOfLastPlace : 1;
  return { low: first.value * scale, high: second.value, unitOfLastPlace: second.unitOfLastPlace, end: second.end };
}

function textOf(tokens: readonly Token[], start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) {
    const gap = i > start && tokens[i]!.start > tokens[i - 1]!.end ? ' ' : '';
    text += gap + tokens[i]!.text;
  }
  return text;
}

function mayStartQuantity(token: Pick<Token, 'lower'>): boolean {
  return (
    mayStartNumber(token.lower) ||
    isOrdinalWord(token.lower) ||
    FRACTION_WORDS.has(token.lower) ||
    mayStartCompound(token)
  );
}

/** True if a token may be part of a quantity. Every quantity has at least one such token. */
export function mayBeginQuantity({ lower }: Pick<Token, 'lower'>): boolean {
  if (/^(?:an?|[-+–−])$/.test(lower)) return false;
  return /\d/.test(lower) || mayStartQuantity({ lower });
}

/** The quantities in text order. Tokens with `taken[i]` belong to dates and are never quantities. */
export function findQuantities(tokens: readonly Token[], taken: readonly boolean[]): Quantity[] {
  const found: Quantity[] = [];
  let covered = 0;
  for (let i = 0; i < tokens.length; i++) {
    if (taken[i] || i < covered || !mayStartQuantity(tokens[i]!)) continue;
    const quantity =
      compoundQuantity(tokens, i) ?? shareAt(tokens, i) ?? quantityAt(tokens, i, taken) ?? ordinalAt(tokens, i);
    if (quantity === null) continue;
    if (found.length > 0 && quantity.start < found.at(-1)!.end) found.pop();
    found.push(quantity);
    covered = quantity.end;
  }
  return found;
}

function compoundQuantity(tokens: readonly Token[], at: number): Quantity | null {
  const found = compoundAt(tokens, at);
  return found && { ...found, bound: boundBefore(tokens, at), text: textOf(tokens, at, found.end), start: at };
}

function shareAt(tokens: readonly Token[], at: number): Quantity | null {
  const found = fractionAt(tokens, at);
  if (found === null) return null;
  const { value, start, end } = found;
  // "A third" can mean 33 % or 33.3 %.
  const shared = { tolerance: 1, dimension: 'share', factor: 1, counted: [] };
  const text = textOf(tokens, start, end);
  return { ...shared, low: value * 100, high: value * 100, bound: boundBefore(tokens, start), text, start, end };
}

function ordinalAt(tokens: readonly Token[], at: number): Quantity | null {
  const rank = ordinalOf(tokens[at]!.lower);
  // In "a second later", "second" is not a rank.
  if (rank === null || (tokens[at]!.lower === 'second' && tokens[at - 1]?.lower === 'a')) return null;
  const shared = { dimension: 'ordinal', bound: 'exact' as const, tolerance: 0, factor: 1 };
  const counted = countedNouns(tokens, at + 1);
  return { ...shared, low: rank, high: rank, text: tokens[at]!.text, counted, start: at, end: at + 1 };
}

const LABELLED = wordSet(
  'type phase stage grade level version chapter section article season episode act volume part class category group group appendix ' +
    'table figure clause paragraph series',
);

/**
 * True if the number after this word is part of a name, as in "Type 2" and "Toy Story 3". Another number then means another
 * thing.
 */
function namesByNumber(before: Token): boolean {
  return LABELLED.has(before.lemma.toLowerCase()) || (before.pos === 'PROPN' && /^\p{Lu}\p{L}/u.test(before.text));
}

/** Reads the abbreviated magnitude after a sum of money: the tokenizer splits "€47m". */
function withShortMagnitude(raw: RawNumber, tokens: readonly Token[], isMoney: boolean): RawNumber {
  const scale = isMoney ? SHORT_MAGNITUDES.get(tokens[raw.end]?.lower.replace(/\.$/, '') ?? '') : undefined;
  if (scale === undefined) return raw;
  const { low, high, unitOfLastPlace, end } = raw;
  return { low: low * scale, high: high * scale, unitOfLastPlace: unitOfLastPlace * scale, end: end + 1 };
}

const SHORT_MAGNITUDES = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['bn', 1e9],
  ['b', 1e9],
]);

function quantityAt(tokens: readonly Token[], at: number, taken: readonly boolean[]): Quantity | null {
  const read = readRange(tokens, at);
  const raw = read === null ? null : withShortMagnitude(read, tokens, currencyBefore(tokens, at) !== null);
  // "[20]" and "20]" are reference marks.
  if (raw === null || tokens[raw.end]?.text === ']' || tokens[at - 1]?.text === '[') return null;
  for (let i = at; i < raw.end; i++) if (taken[i]) return null;
  const currency = currencyBefore(tokens, at);
  const named = currency === null ? unitAt(tokens, raw.end) : null;
  const unit = currency ?? named?.unit ?? null;
  const end = named?.end ?? raw.end;
  const before = tokens[at - 1];
  const isLabel = unit === null && raw.end === at + 1 && before !== undefined && namesByNumber(before);
  const label = tokens[at - 1]?.text === '#' || tokens[at - 1]?.lower === 'no.';
  const counted = label ? ['#'] : unit === null ? countedNouns(tokens, raw.end) : [];
  // "one" alone is more often a pronoun than a count.
  if (tokens[at]!.lower === 'one' && raw.end === at + 1 && unit === null && counted.length === 0) return null;
  const start = currency === null ? at : at - 1;
  const bound = boundAfter(tokens, end) ?? boundBefore(tokens, tokens[at - 1]?.lower === 'between' ? at - 1 : start);
  const low = unit === null ? raw.low : toBase(raw.low, unit);
  const high = unit === null ? raw.high : toBase(raw.high, unit);
  return {
    low,
    high,
    tolerance: (raw.unitOfLastPlace * (unit?.factor ?? 1)) / 2,
    bound,
    dimension: isLabel ? 'label' : (unit?.dimension ?? 'count'),
    text: textOf(tokens, start, end),
    factor: unit?.factor ?? 1,
    counted,
    start,
    end,
  };
}
