/** Finds dates that differ but don't exclude each other, because of the words beside them. */
import type { DateSpan } from '#engine/values/dates.ts';
import type { ReadText } from './read-text.ts';

/** Words for the day before the text's own date. */
const YESTERDAY: Readonly<Record<string, RegExp>> = {
  en: /\byesterday\b/i,
  de: /(?<!\p{L})gestern(?!\p{L})/iu,
  fr: /(?<!\p{L})hier(?!\p{L})/iu,
  es: /(?<!\p{L})ayer(?!\p{L})/iu,
  it: /(?<!\p{L})ieri(?!\p{L})/iu,
  pt: /(?<!\p{L})ontem(?!\p{L})/iu,
  nl: /(?<!\p{L})gisteren(?!\p{L})/iu,
  pl: /(?<!\p{L})wczoraj(?!\p{L})/iu,
  zh: /昨[天日]/u,
  ja: /昨日/u,
  ar: /(?<!\p{L})أمس(?!\p{L})/u,
};

/** Phrases that, beside a year, refer to the preceding year. */
const YEAR_BEFORE: Readonly<Record<string, RegExp>> = {
  en: /\b(?:the|a) year (?:before|earlier)\b|\bthe (?:previous|preceding) year\b/i,
  de: /(?<!\p{L})(?:Vorjahr(?:e?s)?|Jahr (?:zuvor|davor))(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:l[’']année précédente|l[’']année d[’']avant|un an (?:avant|plus tôt))(?!\p{L})/iu,
  es: /(?<!\p{L})(?:el año anterior|un año antes)(?!\p{L})/iu,
};

/** True if the claim's `date` and the text's `other` can both hold, although they differ. */
export function mayBothHold(date: DateSpan, claim: ReadText, other: DateSpan, text: ReadText): boolean {
  return isDayBefore(date, other, text) || isYearBefore(date, claim, other);
}

function isDayBefore(date: DateSpan, other: DateSpan, { text, language }: ReadText): boolean {
  const isDay = (span: DateSpan) => span.first === span.last && span.year !== null;
  return isDay(date) && isDay(other) && date.first === other.first - 1 && YESTERDAY[language]?.test(text) === true;
}

/** "Fewer in 2024 than the year before" speaks of 2023 too. */
function isYearBefore(date: DateSpan, { text, language }: ReadText, other: DateSpan): boolean {
  const isYear = (span: DateSpan) => span.year !== null && span.month === null && !span.isPeriod;
  return isYear(date) && isYear(other) && other.year === date.year! - 1 && YEAR_BEFORE[language]?.test(text) === true;
}
