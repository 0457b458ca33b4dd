/** Reads quantities of several words ("half an hour", "a year and a half", "half a dozen") and times of day. */

import type { Token } from '#engine/text/nlp.ts';
import { wordSet } from '#engine/text/word-lists.ts';
import { magnitudeOf, type ParsedNumber, readNumber } from './numbers.ts';
import { type Unit, unitOf } from './units.ts';

/** Minutes of a day and of half a day. A time without "am" or "pm" may be in either half. */
const DAY = 1440;
const HALF_DAY = 720;

/** Dimension of a time of day. `low` is in minutes. `factor` is DAY if the half of the day is known, else HALF_DAY. */
export const CLOCK = 'clock';

/** A quantity as in quantities.ts, without what the words before it add. */
interface Found {
  low: number;
  high: number;
  tolerance: number;
  dimension: string;
  factor: number;
  counted: readonly string[];
  end: number;
}

function clock(minutes: number, isTold: boolean, end: number): Found | null {
  if (minutes < 0 || minutes > DAY) return null;
  const low = minutes % DAY;
  return { low, high: low, tolerance: 0, dimension: CLOCK, factor: isTold ? DAY : HALF_DAY, counted: [], end };
}

const HALF_OF_DAY = /^([ap])\.?m\.?$/;

function withHalf(hours: number, minutes: number, half: string): number {
  return (hours % 12) * 60 + minutes + (half === 'p' ? HALF_DAY : 0);
}

/** Reads "9:30", "9.30 am", "4pm", "16:00". */
function digitalClock(tokens: readonly Token[], at: number): Found | null {
  let text = tokens[at]!.lower;
  let end = at + 1;
  // The tokenizer splits "6.30pm" in two.
  if (
    tokens[end] !== undefined &&
    tokens[end]!.start === tokens[at]!.end &&
    /^\d?[ap]\.?m\.?$/.test(tokens[end]!.lower)
  ) {
    text += tokens[end]!.lower;
    end++;
  }
  const parts = /^(\d{1,2})(?:([:.])([0-5]\d))?([ap]\.?m\.?|\.)?$/.exec(text);
  if (parts === null) return null;
  const [, hours, mark, minutes = '0', tail] = parts;
  const own = tail === undefined || tail === '.' ? null : tail[0]!;
  const next = own === null ? HALF_OF_DAY.exec(tokens[end]?.lower ?? '') : null;
  const half = own ?? next?.[1] ?? null;
  if (half !== null) {
    if (Number(hours) > 12 || Number(hours) === 0) return null;
    return clock(withHalf(Number(hours), Number(minutes), half), true, next === null ? end : end + 1);
  }
  return mark === ':' && Number(hours) < 24 ? clock(Number(hours) * 60 + Number(minutes), true, end) : null;
}

/** Reads "in the morning" or "at night" at `tokens[at]`; null if the words don't tell the half of the day. */
function partOfDay(tokens: readonly Token[], at: number): { half: 'a' | 'p'; end: number } | null {
  const [first, second, third] = tokens.slice(at, at + 3).map(({ lower }) => lower.replace(/\.$/, ''));
  if (first === 'at' && second === 'night') return { half: 'p', end: at + 2 };
  if (first !== 'in' || second !== 'the') return null;
  if (third === 'morning') return { half: 'a', end: at + 3 };
  return third === 'afternoon' || third === 'evening' ? { half: 'p', end: at + 3 } : null;
}

/** Reads "half past nine", "a quarter to ten", "four o'clock", "eight in the morning", "noon". `hour`: the number at `at`. */
function spokenClock(tokens: readonly Token[], at: number, hour: ParsedNumber | null): Found | null {
  const { lower } = tokens[at]!;
  if (lower === 'noon' || lower === 'midday') return clock(HALF_DAY, true, at + 1);
  if (lower === 'midnight') return clock(0, true, at + 1);
  const step = lower === 'a' ? at + 1 : at;
  const part = tokens[step]?.lower === 'half' ? 30 : tokens[step]?.lower === 'quarter' ? 15 : null;
  const link = tokens[step + 1]?.lower;
  if (part !== null && (link === 'past' || (link === 'to' && part === 15)) && tokens[step + 2] !== undefined) {
    const named = readNumber(tokens, step + 2);
    if (named === null || named.value > 12 || named.value < 1) return null;
    const half = HALF_OF_DAY.exec(tokens[named.end]?.lower ?? '')?.[1];
    const minutes = (named.value % 12) * 60 + (link === 'past' ? part : -part);
    const told = half === 'p' ? HALF_DAY : 0;
    return clock((minutes + told + DAY) % DAY, half !== undefined, half === undefined ? named.end : named.end + 1);
  }
  if (hour === null || hour.value > 12 || hour.value < 1 || !Number.isInteger(hour.value)) return null;
  const noon = /^(noon|midnight)\.?$/.exec(tokens[hour.end]?.lower ?? '');
  if (noon !== null) return hour.value === 12 ? clock(noon[1] === 'noon' ? HALF_DAY : 0, true, hour.end + 1) : null;
  const isNamed = /^o['’]?clock\.?$/.test(tokens[hour.end]?.lower ?? '');
  const end = isNamed ? hour.end + 1 : hour.end;
  const told = partOfDay(tokens, end);
  if (told === null) return isNamed ? clock((hour.value % 12) * 60, false, end) : null;
  // "Twelve at night" is not noon, and "two at night" is not in the afternoon. Such times are not read.
  if (tokens[end]!.lower === 'at' && (hour.value === 12 || hour.value < 6)) return null;
  return clock(withHalf(hour.value, 0, told.half), true, told.end);
}

const PARTS = new Map([
  ['half', 0.5],
  ['quarter', 0.25],
]);

function measure(value: number, unit: Unit, end: number): Found {
  const low = value * unit.factor;
  return {
    low,
    high: low,
    tolerance: unit.factor / 8,
    dimension: unit.dimension,
    factor: unit.factor,
    counted: [],
    end,
  };
}

function plainUnit(token: Token | undefined): Unit | null {
  if (token === undefined || token.pos !== 'NOUN' || token.lower.length < 3) return null;
  const unit = unitOf(token.lower);
  return unit === null || unit.offset !== 0 || unit.dimension === 'share' ? null : unit;
}

/** Reads "half an hour", "half a dozen", "half a million", "a quarter of an hour", "three quarters of an hour". */
function partOfUnit(tokens: readonly Token[], at: number): Found | null {
  const first = tokens[at]!.lower;
  const count = first === 'three' ? 3 : 1;
  const step = first === 'a' || first === 'three' ? (tokens[at + 1]?.text === '-' ? at + 2 : at + 1) : at;
  const part = PARTS.get((tokens[step]?.lower ?? '').replace(/s$/, ''));
  if (part === undefined || (count === 3 && part !== 0.25)) return null;
  const article = tokens[step + 1]?.lower === 'of' ? step + 2 : step + 1;
  if (!/^an?$/.test(tokens[article]?.lower ?? '')) return null;
  const of = tokens[article + 1];
  const magnitude = of === undefined ? null : magnitudeOf(of.lower);
  if (magnitude !== null) {
    const value = count * part * magnitude;
    const unit = plainUnit(tokens[article + 2]);
    if (unit !== null) return measure(value, unit, article + 3);
    const counted = tokens[article + 2]?.pos === 'NOUN' ? [tokens[article + 2]!.lemma.toLowerCase()] : [];
    return { low: value, high: value, tolerance: value / 20, dimension: 'count', factor: 1, counted, end: article + 2 };
  }
  const unit = plainUnit(of);
  return unit === null ? null : measure(count * part, unit, article + 2);
}

/** Reads "two and a half hours", "an hour and a quarter", "a year and a half". */
function unitAndPart(tokens: readonly Token[], at: number, own: ParsedNumber | null): Found | null {
  const isArticle = /^an?$/.test(tokens[at]!.lower);
  const number = isArticle ? { value: 1, end: at + 1 } : own;
  if (number === null) return null;
  const partAt = (from: number) => {
    if (tokens[from]?.lower !== 'and' || tokens[from + 1]?.lower !== 'a') return undefined;
    return PARTS.get(tokens[from + 2]?.lower ?? '');
  };
  const before = isArticle ? undefined : partAt(number.end);
  if (before !== undefined) {
    const unit = plainUnit(tokens[number.end + 3]);
    return unit === null ? null : measure(number.value + before, unit, number.end + 4);
  }
  const unit = plainUnit(tokens[number.end]);
  const after = unit === null ? undefined : partAt(number.end + 1);
  return after === undefined ? null : measure(number.value + after, unit!, number.end + 4);
}

/** Short unit names that are unambiguous after a number. */
const SHORT_UNIT = /^(?:hrs?|h|mins?|secs?|ft|lbs?|oz)$/;

/** Reads a series of ever smaller units: "3 hours, 41 minutes and 12 seconds", "5 feet 11 inches". */
function unitsInTurn(tokens: readonly Token[], at: number, own: ParsedNumber | null): Found | null {
  let total = 0;
  let last: Unit | null = null;
  let end = at;
  for (let parts = 0; ; parts++) {
    const from = parts === 0 ? at : afterJoint(tokens, end);
    const number = parts === 0 ? own : tokens[from] === undefined ? null : readNumber(tokens, from);
    const next = number === null ? undefined : tokens[number.end];
    const unit = plainUnit(next) ?? (SHORT_UNIT.test(next?.lower ?? '') ? unitOf(next!.lower) : null);
    const goesOn = unit !== null && (last === null || (unit.dimension === last.dimension && unit.factor < last.factor));
    if (!goesOn) return parts > 1 ? { ...measure(0, last!, end), low: total, high: total } : null;
    total += number!.value * unit.factor;
    last = unit;
    end = number!.end + 1;
  }
}

/** The index after a comma, an "and" or both. */
function afterJoint(tokens: readonly Token[], at: number): number {
  const comma = tokens[at]?.text === ',' ? at + 1 : at;
  return tokens[comma]?.lower === 'and' ? comma + 1 : comma;
}

const OPENERS: ReadonlySet<string> = wordSet('a an half quarter three noon midday midnight');

/** True for words, other than numbers, that may begin such a quantity. */
export function mayStartCompound({ lower }: Pick<Token, 'lower'>): boolean {
  return OPENERS.has(lower);
}

/** The compound quantity or time of day that begins at `tokens[at]`; null if there is none. */
export function compoundAt(tokens: readonly Token[], at: number): Found | null {
  const number = readNumber(tokens, at);
  return (
    digitalClock(tokens, at) ??
    spokenClock(tokens, at, number) ??
    unitsInTurn(tokens, at, number) ??
    unitAndPart(tokens, at, number) ??
    partOfUnit(tokens, at)
  );
}
