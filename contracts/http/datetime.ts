/**
 * Parses date-times like Pydantic: RFC 3339 and its usual variants, bare dates, Unix times in seconds or milliseconds.
 * Without a zone, UTC is assumed. Error reasons are those of speedate, Pydantic's parser.
 */
import { Failure } from './coercion.ts';

const TIME =
  /^(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<zone>[Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/;
const UNIX_TIME = /^[+-]?\d{1,16}(?:\.\d{1,9})?$/;

/** Larger numbers are milliseconds, not seconds (2e10 s is in the year 2603). */
const LARGEST_SECONDS = 2e10;
const YEAR_10000 = Date.UTC(10_000, 0, 1);
/** 0000-01-01, which Date.UTC would interpret as 1900. */
const YEAR_0 = -62_167_219_200_000;

/** Returns RFC 3339 in UTC with milliseconds, or a Failure. */
export function toDatetime(value: unknown): string | Failure {
  if (typeof value === 'number') return fromUnixTime(value);
  if (typeof value !== 'string') return new Failure('datetime_type');
  return UNIX_TIME.test(value) ? fromUnixTime(Number(value)) : fromText(value);
}

function fromUnixTime(value: number): string | Failure {
  if (!Number.isFinite(value)) return parsing('NaN values not permitted');
  const milliseconds = Math.abs(value) > LARGEST_SECONDS ? value : value * 1000;
  if (milliseconds >= YEAR_10000) return parsing('dates after 9999 are not supported as unix timestamps');
  if (milliseconds < YEAR_0) return parsing('dates before 0000 are not supported as unix timestamps');
  return new Date(milliseconds).toISOString();
}

function fromText(text: string): string | Failure {
  const date = readDate(text);
  if (date instanceof Failure) return date;
  if (text.length === 10) return inUtc(date, 0);
  const time = 'Tt _'.includes(text.charAt(10)) && text.length <= 64 ? TIME.exec(text.slice(11))?.groups : undefined;
  if (time === undefined) return malformed('unexpected extra characters at the end of the input');
  const seconds = Number(time.hour) * 3600 + Number(time.minute) * 60 + Number(time.second ?? 0);
  const milliseconds = Math.trunc(Number(`0.${time.fraction ?? 0}`) * 1000);
  return inUtc(date, seconds * 1000 + milliseconds - zoneOffset(time.zone));
}

interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

function readDate(text: string): CalendarDate | Failure {
  if (text.length < 10) return malformed('input is too short');
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)];
  if (!/^\d{4}$/.test(year)) return malformed('invalid character in year');
  if (text[4] !== '-') return malformed('invalid date separator, expected `-`');
  if (!/^\d\d$/.test(month)) return malformed('invalid character in month');
  if (text[7] !== '-') return malformed('invalid date separator, expected `-`');
  if (!/^\d\d$/.test(day)) return malformed('invalid character in day');
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  if (date.month < 1 || date.month > 12) return malformed('month value is outside expected range of 1-12');
  if (date.day < 1 || date.day > daysIn(date)) return malformed('day value is outside expected range');
  return date.year === 0 ? parsing('year 0 is out of range') : date;
}

function daysIn({ year, month }: CalendarDate): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Milliseconds east of UTC. */
function zoneOffset(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

function inUtc({ year, month, day }: CalendarDate, milliseconds: number): string | Failure {
  // Date.UTC interprets years below 100 as 19xx; setUTCFullYear does not.
  const start = new Date(0).setUTCFullYear(year, month - 1, day);
  const instant = start + milliseconds;
  if (instant >= YEAR_10000 || instant < YEAR_0) return parsing('year is out of range');
  return new Date(instant).toISOString();
}

function malformed(error: string): Failure {
  return new Failure('datetime_from_date_parsing', { error });
}

function parsing(error: string): Failure {
  return new Failure('datetime_parsing', { error });
}
