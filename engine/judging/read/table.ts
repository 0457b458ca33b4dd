/** Tables as readable text has them: a line per row, bars between cells. */
import { isTableRow } from '#engine/text/lines.ts';

export interface Table {
  /** What stands around the table in the passage. */
  caption: string;
  /** Heads of the columns; empty strings where the table has none. */
  heads: readonly string[];
  /** Rows without the heads; each has as many cells as there are heads, or fewer. */
  rows: readonly (readonly string[])[];
}

const BAR = ' | ';
/** What a note is about may not be so without it. */
const FOOTNOTE = /(?<!\*)\*+$/u;
/** A figure, a price, a date or a time, with its unit. */
const VALUE = /^[^\p{L}]*\d|^(?:yes|no|none|free|–|-|—|✓|✗)$/iu;

/** Years and business years often head columns. */
const YEAR = /^[12]\d{3}(?:\s?[-–/]\s?\d{2,4})?$/u;

function isValue(cell: string): boolean {
  return VALUE.test(cell) && !YEAR.test(cell);
}

/** The tables of a passage. One row alone is no table: nothing says what its cells are. */
export function tablesIn(passage: string): Table[] {
  if (!passage.includes(BAR)) return [];
  const lines = passage.split(/\n+/);
  const caption = lines.filter((line) => !isTableRow(line)).join('\n');
  const tables: Table[] = [];
  let rows: string[][] = [];
  for (const line of [...lines, '']) {
    if (isTableRow(line)) {
      rows.push(line.split(BAR).map((cell) => cell.trim()));
    } else {
      if (rows.length > 1) tables.push(tableOf(rows, caption));
      rows = [];
    }
  }
  return tables;
}

/** A cell that has a note, or stands below a head that has one, is left empty. */
function headed(heads: readonly string[], rows: readonly string[][], caption: string): Table {
  const isNoted = (cell: string, column: number) => FOOTNOTE.test(cell) || FOOTNOTE.test(heads[column] ?? '');
  return {
    caption,
    heads: heads.map((head) => head.replace(FOOTNOTE, '')),
    rows: rows.map((row) => row.map((cell, column) => (isNoted(cell, column) ? '' : cell))),
  };
}

function tableOf(lines: readonly string[][], caption: string): Table {
  const [first, ...others] = lines as [string[], ...string[][]];
  const width = Math.max(...others.map(({ length }) => length));
  // A head over the first column is often left out.
  if (first.length === width - 1 && !first.some(isValue)) return headed(['', ...first], others, caption);
  const isHead =
    first.length === width && !first.slice(1).some(isValue) && others.some((row) => row.slice(1).some(isValue));
  const named = first.length === width && others.length > 1 && !first.some(isValue);
  if (isHead || named) return headed(first, others, caption);
  return headed(
    first.map(() => ''),
    lines,
    caption,
  );
}

/** Figures that are not yet so. */
const UNREAL =
  /\b(?:forecast|planned|plan|target|proposed|proposal|projection|projected|expected|draft|example|budget|former|formerly|old|previous|rival|only|withdrawn|last year)s?\b/iu;

/** "All figures in thousands", "€ million". */
const SCALE = /\b(?:thousands|millions|billions)\b(?! of\b)|[€£$] ?(?:million|billion|m|bn)\b/iu;

/** True if nothing around the table says that its figures are not so, or not in its units. */
export function isPlain({ caption }: Table): boolean {
  return !UNREAL.test(caption) && !SCALE.test(caption);
}
