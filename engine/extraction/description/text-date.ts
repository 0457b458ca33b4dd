/** Finds the date that a text gives as its own, from which its "last year" is counted. */
import { type DateSpan, findDates } from '#engine/values/dates.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';

/** The date from which relative dates are counted, known to the day, the month or the year. */
export interface Anchor {
  date: Date;
  precision: 'day' | 'month' | 'year';
}

/** A text's date is in its first or last lines, as in a letter or under an article. */
const FIRST_LINES = 6;
const LAST_LINES = 3;
const MOST_WORDS_OF_DATELINE = 12;
const MOST_WORDS_OF_PLACE = 3;
const LABEL =
  /^(?:date|dated|published|posted|updated|issued|written|minutes|edition|status|stand|version|revised|last|as|on|of|at|of|the|by|meeting|,|:|\(|\))$/u;
const ABOUT_ITSELF =
  /^(?:this|here|these|above|below|status|information|figures|prices|rules|summary|correct|current|accurate|written)$/u;

/** The sentences and headings of a text in which it may state its date. */
export function outerLines<Line>(lines: readonly Line[]): Line[] {
  return lines.filter((_, i) => i < FIRST_LINES || i >= lines.length - LAST_LINES);
}

/**
 * The date that the text states as its own; null if it states none, or several. A date later than the request does not count: it
 * announces something.
 * @param lines the text's first and last sentences and headings
 * @param requestedAt RFC 3339
 */
export function textDate(lines: readonly (readonly Word[])[], requestedAt: string): Anchor | null {
  const latest = new Date(requestedAt).getTime();
  const stated = lines.flatMap((words) => ownDate(words) ?? []).map(anchorOf);
  const [first, ...others] = stated.filter(({ date }) => date.getTime() <= latest);
  const isOnly = others.every(({ date }) => date.getTime() === first!.date.getTime());
  return first !== undefined && isOnly ? first : null;
}

/**
 * The only date in a line, if it is the text's own: "Leith, 3 March 2024", "Updated: March 2024", or "as of March 2024" at the
 * end of a sentence about the text itself.
 */
function ownDate(words: readonly Word[]): DateSpan | null {
  const dates = findDates(words).filter(({ year, isPeriod }) => year !== null && !isPeriod);
  const [date] = dates;
  if (date === undefined || dates.length > 1) return null;
  const isOwn =
    isDateline(words, date) || (endsAsOf(words, date) && words.some(({ lower }) => ABOUT_ITSELF.test(lower)));
  return isOwn ? date : null;
}

function isDateline(words: readonly Word[], { month, day, start, end }: DateSpan): boolean {
  if (month === null || words.length > MOST_WORDS_OF_DATELINE) return false;
  const others = [...words.slice(0, start), ...words.slice(end)].filter(({ pos }) => pos !== 'PUNCT');
  if (others.length > 0 && others.every(({ lower }) => LABEL.test(lower))) return true;
  const isPlace = others.length <= MOST_WORDS_OF_PLACE && others.every(({ pos }) => pos === 'PROPN');
  // "Karsund Mill May 1994" may name an event of that time. With a place, a dateline has a comma.
  const hasComma = others.length === 0 || words[start - 1]?.text === ',' || end < words.length - 1;
  return day !== null && isPlace && hasComma && mainGroup(words, verbGroups(words)) === null;
}

function endsAsOf(words: readonly Word[], { start, end }: DateSpan): boolean {
  const isLast = words.slice(end).every(({ pos }) => pos === 'PUNCT');
  return isLast && words[start - 2]?.lower === 'as' && /^(?:of|at)$/u.test(words[start - 1]!.lower);
}

function anchorOf({ year, month, day }: DateSpan): Anchor {
  const date = new Date(Date.UTC(year!, (month ?? 1) - 1, day ?? 1));
  return { date, precision: month === null ? 'year' : day === null ? 'month' : 'day' };
}
