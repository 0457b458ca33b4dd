/** Years that are named by the next one. English only. */
import type { DateSpan } from '#engine/values/dates.ts';
import type { ReadText } from './read-text.ts';

const NAMED = /\b(?:the|a) year (?:before|earlier)\b|\bthe (?:previous|preceding) year\b/i;

/** True if `other` is the year before the claim's `date`, and the claim speaks of it: "fewer in 2024 than the year before". */
export function isYearBefore(date: DateSpan, { text, language }: ReadText, other: DateSpan): boolean {
  const isYear = (span: DateSpan) => span.year !== null && span.month === null && !span.isPeriod;
  return language === 'en' && isYear(date) && isYear(other) && other.year === date.year! - 1 && NAMED.test(text);
}
