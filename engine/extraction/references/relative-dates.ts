/** Resolves "last year", "yesterday", "five years ago" against the date of the text or the time of the request. */
import { monthName } from '#engine/language/calendar.ts';
import type { Word } from '../grammar/parse.ts';
import type { Anchor } from './text-date.ts';

export interface DateReading {
  /** Words of the sentence that are replaced, end exclusive. */
  from: number;
  to: number;
  original: string;
  replacement: string;
}

const UNITS: Record<string, 'day' | 'week' | 'month' | 'year'> = {
  day: 'day',
  days: 'day',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
  year: 'year',
  years: 'year',
};
const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const TAKES_BARE_DATE = new Set([
  'in',
  'since',
  'until',
  'till',
  'by',
  'before',
  'after',
  'from',
  'to',
  'of',
  'than',
  'during',
  'on',
  'for',
  'through',
  'around',
  'and',
]);

/**
 * Readings in order, except inside quotation marks: a quoted "today" isn't the day of the request. What is finer than the
 * date from which they count stays as written: "yesterday" in a text of May 2024.
 */
export function readRelativeDates(words: readonly Word[], { date: now, precision }: Anchor): DateReading[] {
  if (Number.isNaN(now.getTime())) return [];
  const readings: DateReading[] = [];
  let isQuoted = false;
  for (let i = 0; i < words.length; i++) {
    if (/^["“”]$/u.test(words[i]!.text)) isQuoted = words[i]!.text === '“' || (words[i]!.text === '"' && !isQuoted);
    if (isQuoted) continue;
    const found = dayWord(words, i, now) ?? lastOrThis(words, i, now) ?? ago(words, i, now);
    if (found === null || FINENESS[found.unit] > FINENESS[precision]) continue;
    const before = words[i - 1]?.lower ?? '';
    const isBare = TAKES_BARE_DATE.has(before) || words[i + found.length]?.lower === "'s";
    readings.push({
      from: i,
      to: i + found.length,
      original: words
        .slice(i, i + found.length)
        .map((word) => word.text)
        .join(' '),
      replacement: isBare ? found.date : `${found.preposition} ${found.date}`,
    });
    i += found.length - 1;
  }
  return readings;
}

interface Found {
  length: number;
  preposition: 'on' | 'in';
  date: string;
  unit: 'day' | 'month' | 'year';
}

const FINENESS = { year: 0, month: 1, day: 2 };

const DAY_WORDS: Record<string, number> = { yesterday: -1, today: 0, tonight: 0, tomorrow: 1 };

function dayWord(words: readonly Word[], i: number, now: Date): Found | null {
  const offset = DAY_WORDS[words[i]!.lower];
  if (offset === undefined || !Object.hasOwn(DAY_WORDS, words[i]!.lower)) return null;
  // "Today" also means "nowadays"; it is read as a date only if the last verb before it is in the past tense.
  if (
    offset === 0 &&
    words.slice(0, i).findLast((word) => word.pos === 'VERB' || word.pos === 'AUX')?.forms?.past !== true
  )
    return null;
  return { length: 1, preposition: 'on', date: dayName(shifted(now, 'day', offset)), unit: 'day' };
}

function lastOrThis(words: readonly Word[], i: number, now: Date): Found | null {
  const offset = { last: -1, this: 0, next: 1 }[words[i]!.lower];
  const unit = words[i + 1] === undefined ? undefined : UNITS[words[i + 1]!.lower];
  if (offset === undefined || unit === undefined || words[i + 1]!.lower.endsWith('s') || words[i - 1]?.lower === 'the')
    return null;
  return unit === 'day' || unit === 'week'
    ? null
    : { length: 2, preposition: 'in', date: nameOf(shifted(now, unit, offset), unit), unit };
}

function ago(words: readonly Word[], i: number, now: Date): Found | null {
  const unit = words[i + 1] === undefined ? undefined : UNITS[words[i + 1]!.lower];
  if (unit === undefined || unit === 'week' || words[i + 2]?.lower !== 'ago') return null;
  if (/^(?:about|around|over|almost|nearly|than|least|some|approximately|roughly)$/u.test(words[i - 1]?.lower ?? ''))
    return null;
  const count = countOf(words[i]!.lower);
  if (count === null || count > 3000) return null;
  return { length: 3, preposition: unit === 'day' ? 'on' : 'in', date: nameOf(shifted(now, unit, -count), unit), unit };
}

function countOf(word: string): number | null {
  if (/^\d{1,4}$/u.test(word)) return Number(word);
  if (word === 'a' || word === 'an') return 1;
  const index = COUNTS.indexOf(word);
  return index > 0 ? index : null;
}

function shifted(date: Date, unit: 'day' | 'month' | 'year' | 'week', count: number): Date {
  const year = date.getUTCFullYear() + (unit === 'year' ? count : 0);
  const month = date.getUTCMonth() + (unit === 'month' ? count : 0);
  const day = unit === 'day' ? date.getUTCDate() + count : 1;
  return new Date(Date.UTC(year, month, day));
}

function nameOf(date: Date, unit: 'day' | 'month' | 'year' | 'week'): string {
  if (unit === 'year') return String(date.getUTCFullYear());
  return unit === 'month' ? `${monthName(date.getUTCMonth())} ${date.getUTCFullYear()}` : dayName(date);
}

function dayName(date: Date): string {
  return `${date.getUTCDate()} ${monthName(date.getUTCMonth())} ${date.getUTCFullYear()}`;
}
