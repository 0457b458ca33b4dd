/** Resolves "last year", "yesterday" or "five years ago" against the date that a text gives as its own. */
import { monthName } from '#engine/values/calendar.ts';
import type { Word } from '../grammar/word.ts';
import type { Anchor } from './text-date.ts';

export interface RelativeDate {
  /** The date in the text's words. */
  original: string;
  /** "2023", "October 2023", "20 November 2023" */
  resolved: string;
}

type Unit = 'day' | 'month' | 'year';

interface Found {
  length: number;
  unit: Unit;
  offset: number;
}

const FINENESS = { year: 0, month: 1, day: 2 };

/**
 * The relative dates in order. None inside quotation marks, as a quoted "today" is not the day of the text. None that is more
 * precise than the date of the text: "yesterday" can't be resolved in a text of May 2024.
 */
export function relativeDates(words: readonly Word[], { date, precision }: Anchor): RelativeDate[] {
  const dates: RelativeDate[] = [];
  let isQuoted = false;
  for (let i = 0; i < words.length; i++) {
    const { text } = words[i]!;
    if (/^["“”]$/u.test(text)) isQuoted = text === '“' || (text === '"' && !isQuoted);
    const found = isQuoted ? null : (dayWord(words, i) ?? lastOrNext(words, i) ?? ago(words, i));
    if (found === null || FINENESS[found.unit] > FINENESS[precision]) continue;
    const phrase = words.slice(i, i + found.length);
    dates.push({ original: phrase.map((word) => word.text).join(' '), resolved: shifted(date, found) });
    i += found.length - 1;
  }
  return dates;
}

function dayWord(words: readonly Word[], at: number): Found | null {
  const { lower } = words[at]!;
  // "Today" also means "nowadays".
  if (lower !== 'yesterday' && lower !== 'tomorrow') return null;
  return { length: 1, unit: 'day', offset: lower === 'yesterday' ? -1 : 1 };
}

const isUnit = (lower: string | undefined): lower is Unit => /^(?:day|month|year)$/u.test(lower ?? '');

function lastOrNext(words: readonly Word[], at: number): Found | null {
  const offset = { last: -1, this: 0, next: 1 }[words[at]!.lower];
  const unit = words[at + 1]?.lower;
  if (offset === undefined || !isUnit(unit) || unit === 'day' || words[at - 1]?.lower === 'the') return null;
  return { length: 2, unit, offset };
}

const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** "five years ago"; not "about five years ago". */
function ago(words: readonly Word[], at: number): Found | null {
  const [count, unit, word] = words.slice(at, at + 3).map(({ lower }) => lower);
  const one = unit?.replace(/s$/u, '');
  if (word !== 'ago' || !isUnit(one)) return null;
  if (/^(?:about|around|over|almost|nearly|than|least|some|approximately|roughly)$/u.test(words[at - 1]?.lower ?? ''))
    return null;
  const number = /^an?$/u.test(count!) ? 1 : /^\d{1,4}$/u.test(count!) ? Number(count) : COUNTS.indexOf(count!);
  return number < 1 || number > 3000 ? null : { length: 3, unit: one, offset: -number };
}

function shifted(date: Date, { unit, offset }: Found): string {
  const year = date.getUTCFullYear() + (unit === 'year' ? offset : 0);
  const month = date.getUTCMonth() + (unit === 'month' ? offset : 0);
  const day = unit === 'day' ? date.getUTCDate() + offset : 1;
  const then = new Date(Date.UTC(year, month, day));
  const name = `${monthName(then.getUTCMonth())} ${then.getUTCFullYear()}`;
  return unit === 'year' ? String(then.getUTCFullYear()) : unit === 'month' ? name : `${then.getUTCDate()} ${name}`;
}
