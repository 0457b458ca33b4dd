/** Parses tables in extracted text: one line per row, cells separated by bars. */
import { isTableRow } from '#engine/text/lines.ts';

export interface Table {
  /** The lines of the passage that are not rows of a table. */
  caption: string;
  /** Column heads. Empty strings if the table has none. */
  heads: readonly string[];
  /** The rows below the heads. A row may have fewer cells than there are heads. */
  rows: readonly (readonly string[])[];
}

const BAR = ' | ';
/** Asterisks that refer to a footnote. The footnote may change what the cell says. */
const FOOTNOTE = /(?<!\*)\*+$/u;
/** Matches a cell that holds a value: a figure, price, date or time with its unit, or a word such as "yes" or "none". */
const VALUE = /^[^\p{L}]*\d|^(?:yes|no|none|free|–|-|—|✓|✗)$/iu;

/** A year or a business year. These are often column heads, so they don't count as values. */
const YEAR = /^[12]\d{3}(?:\s?[-–/]\s?\d{2,4})?$/u;

function isValue(cell: string): boolean {
  return VALUE.test(cell) && !YEAR.test(cell);
}

/** The tables of a passage. A single row is no table, because nothing says what its cells mean. */
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

/** Builds the table. A cell with a footnote, or below a head with a footnote, is emptied. */
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
  // The first column often has no head.
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

/** Words in a caption that say that the figures are planned, outdated or examples. */
const UNREAL =
  /\b(?:forecast|planned|plan|target|proposed|proposal|projection|projected|expected|draft|example|budget|former|formerly|old|previous|rival|only|withdrawn|last year)s?\b/iu;

/** Words in a caption that scale the figures: "All figures in thousands", "€ million". */
const SCALE = /\b(?:thousands|millions|billions)\b(?! of\b)|[€£$] ?(?:million|billion|m|bn)\b/iu;

/** True if nothing around the table says that its figures are not current facts, or that they are scaled. */
export function isPlain({ caption }: Table): boolean {
  return !UNREAL.test(caption) && !SCALE.test(caption);
}

/** Whether a cell affirms its column head. */
export function isYes(cell: string): boolean {
  return /^(?:yes|✓|✔)$/iu.test(cell);
}

/** Whether a cell denies its column head. */
export function isNo(cell: string): boolean {
  return /^(?:no|✗|✘)$/iu.test(cell);
}
