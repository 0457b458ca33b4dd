/** Dates of publication as databases write them; all are returned as YYYY, YYYY-MM or YYYY-MM-DD. */
import { normalizeDate } from '#common/publication-dates.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The date of `[2024, 5, 1]`, `[2024, 5]` or `[2024]`; null for anything else. */
export function dateOfParts(parts: unknown): string | null {
  if (!Array.isArray(parts)) return null;
  const [year, ...rest] = parts.slice(0, 3);
  if (!Number.isInteger(year) || year < 1_000 || year > 9_999) return null;
  const end = rest.findIndex((part) => !Number.isInteger(part));
  return normalizeDate([year, ...rest.slice(0, end < 0 ? rest.length : end)].join('-'));
}

/** The date of a year, a month (number or English name) and a day; ends before the first part that is missing. */
export function dateOfWords(year: string, month: string, day: string): string | null {
  const named = MONTHS.indexOf(month.trim().slice(0, 3).toLowerCase()) + 1;
  return dateOfParts([year, named || month, day].map((part) => (part === '' ? null : Number(part))));
}

/** The date of a date or time in RFC 3339 form; null for anything else. */
export function dateOfText(text: string | null | undefined): string | null {
  return normalizeDate(text);
}
