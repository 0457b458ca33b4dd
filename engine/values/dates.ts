/** Finds dates and periods in a text and represents them as intervals of days. */

import { startsWithCapital } from '#engine/text/letters.ts';
import type { Token } from '#engine/text/nlp.ts';
import { MONTHS } from './calendar.ts';
import { type DateRelation, relationBefore } from './date-relations.ts';
import { isOrdinalWord, ordinalOf, startsWithDigit } from './numbers.ts';

export interface DateSpan {
  /** First and last day as serial numbers (see `serial`), inclusive. `year` is null if the text gives none. */
  first: number;
  last: number;
  year: number | null;
  month: number | null;
  day: number | null;
  /** Derived from the words around the date. */
  relation: DateRelation;
  /** True for "about 1990", "around 1990". */
  approximate: boolean;
  /** True for a period with both ends stated ("from 1990 to 1995"). Evidence must have the same ends. */
  isPeriod: boolean;
  text: string;
  /** Token indices, end exclusive. */
  start: number;
  end: number;
}

const MONTH_NUMBERS = new Map<string, number>([['sept', 9]]);
MONTHS.forEach((name, at) => {
  MONTH_NUMBERS.set(name, at + 1);
  MONTH_NUMBERS.set(name.slice(0, 3), at + 1);
});

const SEASONS = new Map([
  ['spring', [3, 5]],
  ['summer', [6, 8]],
  ['autumn', [9, 11]],
  ['fall', [9, 11]],
]);

/** A day's serial number in a calendar of 12 months with 31 days each. This suffices for order and containment. */
export function serial(year: number, month: number, day: number): number {
  return (year * 12 + (month - 1)) * 31 + (day - 1);
}

function monthOf(word: string): number | null {
  return MONTH_NUMBERS.get(word.toLowerCase().replace(/\.$/, '')) ?? null;
}

function yearOf(text: string): number | null {
  return /^[12]\d{3}$/.test(text) ? Number(text) : null;
}

function dayOf(text: string): number | null {
  const day = /^\d{1,2}$/.test(text) ? Number(text) : ordinalOf(text);
  return day !== null && day >= 1 && day <= 31 ? day : null;
}

type Found = Pick<DateSpan, 'first' | 'last' | 'year' | 'month' | 'day' | 'end'>;

function ofDay(year: number | null, month: number, day: number, end: number): Found {
  const at = serial(year ?? 0, month, day);
  return { first: at, last: at, year, month, day, end };
}

function ofMonth(year: number | null, month: number, end: number): Found {
  return { first: serial(year ?? 0, month, 1), last: serial(year ?? 0, month, 31), year, month, day: null, end };
}

function ofYears(from: number, to: number, end: number): Found {
  const year = from === to ? from : null;
  return { first: serial(from, 1, 1), last: serial(to, 12, 31), year, month: null, day: null, end };
}

/** Reads "2001-05-03" and "2001/05/03" as one token. */
function isoDate(tokens: readonly Token[], at: number): Found | null {
  const whole = /^([12]\d{3})[-/](\d{2})[-/](\d{2})$/.exec(tokens[at]!.text);
  if (whole === null) return null;
  const [year, month, day] = [Number(whole[1]), Number(whole[2]), Number(whole[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? ofDay(year, month, day, at + 1) : null;
}

function yearAfter(tokens: readonly Token[], at: number): { year: number | null; end: number } {
  const next = tokens[at]?.text === ',' ? at + 1 : at;
  const year = yearOf(tokens[next]?.text ?? '');
  return year === null ? { year, end: at } : { year, end: next + 1 };
}

/** Reads "3 May 2001", "the 3rd of May", "May 3, 2001", "May 2001", "May 3". */
function monthDate(tokens: readonly Token[], at: number): Found | null {
  const month = monthOf(tokens[at]!.text);
  if (month !== null) {
    // "may" and "march" are also ordinary words, but as months they are capitalised.
    if (!startsWithCapital(tokens[at]!.text)) return null;
    const day = dayOf(tokens[at + 1]?.text ?? '');
    if (day !== null) {
      const { year, end } = yearAfter(tokens, at + 2);
      return ofDay(year, month, day, end);
    }
    const { year, end } = yearAfter(tokens, tokens[at + 1]?.lower === 'of' ? at + 2 : at + 1);
    const isWord = month === 5 || month === 3;
    if (year === null && isWord && !/^(?:in|of|since|until|by|last|every|each)$/.test(tokens[at - 1]?.lower ?? ''))
      return null;
    // A lone three-letter word ("Jan", "Mar") may be a name.
    if (year === null && tokens[at]!.text.length <= 3 && month !== 5) return null;
    return ofMonth(year, month, end);
  }
  const day = dayOf(tokens[at]!.text);
  if (day === null) return null;
  const next = tokens[at + 1]?.lower === 'of' ? at + 2 : at + 1;
  const named = monthOf(tokens[next]?.text ?? '');
  if (named === null || !startsWithCapital(tokens[next]!.text)) return null;
  const { year, end } = yearAfter(tokens, next + 1);
  return ofDay(year, named, day, end);
}

function thirdOf(tokens: readonly Token[], at: number, from: number, years: number, end: number): Found {
  const part = tokens[at - 1]?.text === '-' ? tokens[at - 2]?.lower : tokens[at - 1]?.lower;
  const third = Math.ceil(years / 3);
  if (part === 'early') return ofYears(from, from + third, end);
  if (part === 'mid') return ofYears(from + third - 1, from + 2 * third - 1, end);
  if (part === 'late') return ofYears(from + 2 * third - 2, from + years - 1, end);
  return ofYears(from, from + years - 1, end);
}

/** Reads "1980s", "the 19th century", "nineteenth century". "Early", "mid" or "late" before it selects about a third. */
function decadeOrCentury(tokens: readonly Token[], at: number): Found | null {
  const decade = /^([12]\d{2}0)(['’]?s)?$/.exec(tokens[at]!.text);
  // "1970's" is two tokens.
  const isSplit = decade !== null && decade[2] === undefined && /^['’]s$/.test(tokens[at + 1]?.text ?? '');
  if (decade !== null && (decade[2] !== undefined || isSplit)) {
    const from = Number(decade[1]);
    // "The 1800s" can be a century or a decade. The century is the safe reading: it never causes a false clash.
    return thirdOf(tokens, at, from, from % 100 === 0 ? 100 : 10, at + (isSplit ? 2 : 1));
  }
  const rank = ordinalOf(tokens[at]!.lower);
  const next = tokens[at + 1]?.text === '-' ? at + 2 : at + 1;
  if (rank === null || rank > 22 || !/^centur(?:y|ies)$/.test(tokens[next]?.lower ?? '')) return null;
  return thirdOf(tokens, at, (rank - 1) * 100 + 1, 100, next + 1);
}

/** True if the noun after a four-digit number makes it a count ("2000 people") and not a year ("the 2001 film"). */
function isCounted(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (next === undefined) return false;
  if (/^[%°]|^(?:percent|million|billion|thousand|dollars|euros|people|per)$/.test(next.lower)) return true;
  return next.pos === 'NOUN' && next.lower !== next.lemma && /s$/.test(next.lower);
}

/** True for a number right after a name, which belongs to the name: "Blade Runner 2049", "Fox 2000 Pictures". */
function isPartOfName(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return (
    before !== undefined && before.pos === 'PROPN' && startsWithCapital(before.text) && monthOf(before.text) === null
  );
}

function year(tokens: readonly Token[], at: number): Found | null {
  const joined = /^([12]\d{3})[-–—/]([12]?\d?\d{2})$/.exec(tokens[at]!.text);
  if (joined !== null) {
    const from = Number(joined[1]);
    const to = joined[2]!.length === 4 ? Number(joined[2]) : Math.floor(from / 100) * 100 + Number(joined[2]);
    return to > from ? ofYears(from, to, at + 1) : null;
  }
  const value = yearOf(tokens[at]!.text);
  if (value === null || value > 2150) return null;
  const before = tokens[at - 1]?.text ?? '';
  if (/^[$€£¥₹#]$/.test(before) || isCounted(tokens, at) || isPartOfName(tokens, at)) return null;
  const cue =
    /^(?:in|since|of|from|until|till|by|before|after|during|year|between|around|circa|about|to|and|–|-|early|late|mid|\(|,|the|a|an|its|their|his|her)$/i;
  if (value < 1500 && !/^(?:in|since|from|until|by|before|after|during|year|circa|\(|between)$/i.test(before))
    return null;
  const followedByNoun =
    tokens[at + 1]?.pos === 'NOUN' || tokens[at + 1]?.pos === 'PROPN' || tokens[at + 1]?.pos === 'ADJ';
  if (!cue.test(before) && !followedByNoun && at > 0 && monthOf(before) === null && tokens[at + 1] !== undefined) {
    // Even without a cue or noun, such a number is far more often a year than a count, unless a number follows.
    if (tokens[at + 1]!.pos === 'NUM') return null;
  }
  const era = tokens[at + 1]?.text;
  if (era === 'BC' || era === 'BCE') return ofYears(-value, -value, at + 2);
  return ofYears(value, value, at + 1);
}

function shortEra(tokens: readonly Token[], at: number): Found | null {
  const era = tokens[at + 1]?.text;
  if (!/^\d{1,3}$/.test(tokens[at]!.text) || !(era === 'BC' || era === 'BCE' || era === 'AD' || era === 'CE'))
    return null;
  const value = Number(tokens[at]!.text) * (era.startsWith('B') ? -1 : 1);
  return ofYears(value, value, at + 2);
}

function seasonOrQuarter(tokens: readonly Token[], at: number): Found | null {
  const season = SEASONS.get(tokens[at]!.lower);
  const quarter = /^Q([1-4])$/.exec(tokens[at]!.text);
  if (season === undefined && quarter === null) return null;
  const { year: named, end } = yearAfter(tokens, tokens[at + 1]?.lower === 'of' ? at + 2 : at + 1);
  if (named === null) return null;
  const [from, to] = season ?? [Number(quarter![1]) * 3 - 2, Number(quarter![1]) * 3];
  return { first: serial(named, from!, 1), last: serial(named, to!, 31), year: null, month: null, day: null, end };
}

/** A quick test, because nearly every word is checked for being the start of a date. */
export function mayBeginDate({ lower }: Pick<Token, 'lower'>): boolean {
  return (
    startsWithDigit(lower) ||
    MONTH_NUMBERS.has(lower.endsWith('.') ? lower.slice(0, -1) : lower) ||
    isOrdinalWord(lower) ||
    SEASONS.has(lower) ||
    /^q[1-4]$/.test(lower)
  );
}

function dateAt(tokens: readonly Token[], at: number): Found | null {
  if (!mayBeginDate(tokens[at]!)) return null;
  return (
    isoDate(tokens, at) ??
    monthDate(tokens, at) ??
    decadeOrCentury(tokens, at) ??
    seasonOrQuarter(tokens, at) ??
    shortEra(tokens, at) ??
    year(tokens, at)
  );
}

/** Joins "between 1990 and 1995", "from 1990 to 1995", "1990 – 1995" into one period. */
function joinRange(tokens: readonly Token[], from: Found, at: number): Found {
  const link = tokens[from.end]?.lower;
  const opener = tokens[at - 1]?.lower;
  const linked = /^(?:to|until|till|through|–|—|-)$/.test(link ?? '') || (link === 'and' && opener === 'between');
  if (!linked || from.end + 1 >= tokens.length) return from;
  const to = dateAt(tokens, from.end + 1);
  if (to === null || to.last <= from.first || (from.year === null && to.year !== null && from.month !== null))
    return from;
  return { first: from.first, last: to.last, year: null, month: null, day: null, end: to.end };
}

/**
 * Handles "1992 or later" and "1992 or earlier". `after` and `before` exclude the date, so its ends are shifted to include it.
 */
function withOpenEnd(
  tokens: readonly Token[],
  date: Found,
  relation: DateRelation,
): Found & Pick<DateSpan, 'relation'> {
  const word = tokens[date.end]?.lower === 'or' ? tokens[date.end + 1]?.lower : undefined;
  if (word === 'later' || word === 'after')
    return { ...date, relation: 'after', last: date.first - 1, end: date.end + 2 };
  if (word === 'earlier' || word === 'before')
    return { ...date, relation: 'before', first: date.last + 1, end: date.end + 2 };
  return { ...date, relation };
}

/** The dates in text order. */
export function findDates(tokens: readonly Token[]): DateSpan[] {
  const found: DateSpan[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const single = dateAt(tokens, i);
    if (single === null) continue;
    const joined = joinRange(tokens, single, i);
    const before = tokens[i - 1]?.lower ?? '';
    const date = withOpenEnd(tokens, joined, relationBefore(tokens, i));
    found.push({
      ...date,
      isPeriod: joined !== single && before !== 'between',
      approximate: /^(?:about|around|circa|approximately|~|c\.)$/.test(before),
      text: tokens
        .slice(i, date.end)
        .map((token) => token.text)
        .join(' ')
        .replaceAll(' ,', ','),
      start: i,
      end: date.end,
    });
    i = date.end - 1;
  }
  return found;
}
