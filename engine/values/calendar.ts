/** The names of months and weekdays, shared by all rules that read them. */

/** Lower case, January first. */
export const MONTHS: readonly string[] =
  'january february march april may june july august september october november december'.split(' ');

/** The capitalised name; `month` counts from 0. */
export const monthName = (month: number): string => MONTHS[month]!.replace(/^./u, (letter) => letter.toUpperCase());

/** Lower case, Monday first. */
export const WEEKDAYS: readonly string[] = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** Alternatives for a regular expression: "january|february|…". */
export const MONTH_PATTERN = MONTHS.join('|');

/** The same without "may", which is a verb more often than a month. */
export const SURE_MONTH_PATTERN = MONTHS.filter((month) => month !== 'may').join('|');

/** Alternatives for a regular expression: "monday|tuesday|…". */
export const WEEKDAY_PATTERN = WEEKDAYS.join('|');

const MONTH = new Set(MONTHS);
const WEEKDAY = new Set(WEEKDAYS);

/** True for the full name of a month, in lower case. */
export const isMonth = (lower: string): boolean => MONTH.has(lower);

/** True for the full name of a weekday, in lower case. */
export const isWeekday = (lower: string): boolean => WEEKDAY.has(lower);
