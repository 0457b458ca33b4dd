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
      rows.push(line.split(BAR).map((cell) => cell.trim().replace(FOOTNOTE, '')));
    } else {
      if (rows.length > 1) tables.push(tableOf(rows, caption));
      rows = [];
    }
  }
  return tables;
}

/** What a cell is by its form: money, a share, a bare figure, a figure with a unit, or words. */
function sortOf(cell: string): string {
  if (!/\d/u.test(cell)) return 'words';
  if (/[$€£]/u.test(cell)) return 'money';
  if (/%/u.test(cell)) return 'share';
  return /\p{L}/u.test(cell) ? 'measure' : 'figure';
}

/** True if "4 hours", "1 day" stands over sums of money: the first row heads the columns though it has figures. */
function areOfOtherSort(first: readonly string[], others: readonly string[][]): boolean {
  if (first.slice(1).some((cell) => cell === '' || sortOf(cell) === 'money' || sortOf(cell) === 'figure')) return false;
  return first.slice(1).every((cell, at) => {
    const below = others.map((row) => row[at + 1] ?? '').filter((other) => other !== '');
    const sorts = new Set(below.map(sortOf));
    return below.length > 0 && sorts.size === 1 && !sorts.has('words') && !sorts.has(sortOf(cell));
  });
}

function tableOf(rows: readonly string[][], caption: string): Table {
  const [first, ...others] = rows as [string[], ...string[][]];
  const width = Math.max(...others.map(({ length }) => length));
  // A head over the first column is often left out.
  if (first.length === width - 1 && !first.some(isValue)) return { caption, heads: ['', ...first], rows: others };
  const isHead =
    first.length === width && !first.slice(1).some(isValue) && others.some((row) => row.slice(1).some(isValue));
  const isOfOtherSort = first.length === width && others.length > 0 && areOfOtherSort(first, others);
  const named = first.length === width && others.length > 1 && !first.some(isValue);
  if (isHead || named || isOfOtherSort) return { caption, heads: first, rows: others };
  return { caption, heads: first.map(() => ''), rows };
}
