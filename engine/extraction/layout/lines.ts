/** Splits texts into lines, table rows into cells, and overlong segments into pieces. */
import type { Span } from '#engine/text/sentences.ts';

export interface Line extends Span {
  /** Text of the line without line break and surrounding white space. */
  text: string;
}

/**
 * Anything longer is not a sentence and is cut, so that no claim exceeds the limit for a single claim (4,000 characters) or for
 * an event.
 */
export const LONGEST_SEGMENT = 4_000;

const TABLE_RULE = /^\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?$/u;

/** Pieces of at most LONGEST_SEGMENT units, cut at white space if there is any, and never inside a code point. */
export function cutLong(text: string, start: number, end: number): Span[] {
  const pieces: Span[] = [];
  for (let from = start; from < end; ) {
    let to = Math.min(end, from + LONGEST_SEGMENT);
    if (to < end) {
      const space = text.slice(from, to).search(/\s\S*$/u);
      if (space > 0) to = from + space;
      else if (/[\uD800-\uDBFF]/.test(text[to - 1]!)) to--;
    }
    const piece = trimmed(text, from, to);
    if (piece.start < piece.end) pieces.push(piece);
    from = to;
  }
  return pieces;
}

/**
 * Whether the row above the rule has values rather than column names: "| Opened | 14 June 2019 |". A value with digits is not a
 * column name, unless it is a year.
 */
export function isRowOfValues(text: string, cells: readonly Span[]): boolean {
  const [, value, ...others] = cells.map(({ start, end }) => text.slice(start, end));
  return (
    value !== undefined &&
    others.length === 0 &&
    /\d/u.test(value) &&
    !/^\D{0,8}(?:1\d|20)\d\d\D{0,3}\d{0,2}$/u.test(value)
  );
}

/** True for "|---|:-:|", the line under a table's header. */
export function isTableRule(text: string): boolean {
  return text.length <= 400 && text.includes('-') && TABLE_RULE.test(text);
}

/** The lines of a text, blank ones too. */
export function linesOf(text: string): Line[] {
  const result: Line[] = [];
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && text[i] !== '\n' && text[i] !== '\r') continue;
    const span = trimmed(text, start, i);
    result.push({ ...span, text: text.slice(span.start, span.end) });
    if (text[i] === '\r' && text[i + 1] === '\n') i++;
    start = i + 1;
  }
  return result;
}

/** The range without white space at either end. */
export function trimmed(text: string, start: number, end: number): Span {
  let from = start;
  let to = end;
  while (from < to && /\s/u.test(text[from]!)) from++;
  while (to > from && /\s/u.test(text[to - 1]!)) to--;
  return { start: from, end: to };
}

/** The cells of a row of a table, without the bars. */
export function tableCells(text: string, line: Line): Span[] {
  const cells: Span[] = [];
  let from = line.text.startsWith('|') ? line.start + 1 : line.start;
  for (let i = from; i <= line.end; i++) {
    if (i < line.end && (text[i] !== '|' || text[i - 1] === '\\')) continue;
    if (i < line.end || from < line.end) cells.push(trimmed(text, from, i));
    from = i + 1;
  }
  return cells;
}
