/** Publication dates as pages write them. */

const ISO = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?=$|[T\s,])/;
const SPOKEN = /^(?=.*\b(?:1[5-9]|20)\d\d\b)(?=.*\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))[\w ,.:+-]+$/i;
const MAX_LENGTH = 60;

/**
 * YYYY, YYYY-MM or YYYY-MM-DD, as precise as the text is ("2024/5/1", "5 March 2024", RFC 3339, RFC 9110); null for
 * anything that names no day that exists.
 */
export function normalizeDate(text: string | null | undefined): string | null {
  const date = (text ?? '').trim();
  if (date.length > MAX_LENGTH) return null;
  const [, year, month, day] = ISO.exec(date) ?? [];
  if (year !== undefined) return existing([year, month, day].filter((part) => part !== undefined));
  if (!SPOKEN.test(date)) return null;
  // Without a zone the engine would take the machine's, and the day could shift.
  const time = [`${date} UTC`, date].map((each) => Date.parse(each)).find((each) => !Number.isNaN(each));
  return time === undefined ? null : new Date(time).toISOString().slice(0, 10);
}

function existing(parts: string[]): string | null {
  const date = parts.map((part) => part.padStart(2, '0')).join('-');
  const time = Date.parse(date);
  // Date.parse turns 31 February into March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null;
}
