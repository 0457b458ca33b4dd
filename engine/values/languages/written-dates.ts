/** Reads dates in figures: "14.06.2019", "2019-06-14", "2019年6月14日", "二〇一九年六月". */
import { hanNumber } from './numerals.ts';

export interface WrittenDate {
  /** As written, in ASCII digits; the month counts from 1. */
  year: string | null;
  month: string | null;
  day: string | null;
  /** Length in the text, in UTF-16 units. */
  length: number;
}

const DIGITS = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)|^(\d{1,2})([-/.])(\d{1,2})\5(\d{4})(?!\d)/;

/**
 * Reads "14.06.2019", "14/6/2019" or "2019-06-14" at the beginning of `text`, which must have ASCII digits; null if there is
 * none.
 */
export function dateInDigits(text: string): WrittenDate | null {
  const written = DIGITS.exec(text);
  if (written === null) return null;
  const [all, ...parts] = written;
  const [year, month, day] =
    parts[0] === undefined ? [parts[6]!, parts[5]!, parts[3]!] : [parts[0], parts[1]!, parts[2]!];
  if (Number(month) > 12 || Number(day) > 31 || Number(month) === 0 || Number(day) === 0) return null;
  return { year, month, day, length: all.length };
}

const HAN_DATE = /^(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?|^(\d{1,2})月(\d{1,2})日/;

/** Reads a Chinese or Japanese date, in ASCII digits or characters, at the beginning of `text`; null if there is none. */
export function hanDate(text: string): WrittenDate | null {
  const arabic = text.replaceAll(/[〇零一二三四五六七八九十]+/gu, (digits) => String(hanNumber(digits) ?? digits));
  const date = HAN_DATE.exec(arabic);
  if (date === null) return null;
  const [all, year, month, day, ofMonth, ofDay] = date;
  return {
    year: year ?? null,
    month: month ?? ofMonth ?? null,
    day: day ?? ofDay ?? null,
    length: lengthOf(text, all),
  };
}

/** Length in the original text of a date whose digits were converted: up to its last date character. */
function lengthOf(text: string, date: string): number {
  const marks = date.replaceAll(/\d/g, '').length;
  return [...text.matchAll(/[年月日]/gu)][marks - 1]!.index + 1;
}
