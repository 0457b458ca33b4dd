/**
 * The text of a PDF page from its positioned runs. Nearly all programs that write PDFs draw runs in reading order,
 * including columns, so that order is kept; only lines that run across two columns are sorted by position.
 */
import { markdownTable } from '#markup/markdown-writer.ts';
import { endsInHyphen, lineJoint } from './text.ts';

/** Lengths in points; y grows upwards. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  width: number;
  /** Height of the font. */
  size: number;
  rightToLeft: boolean;
}

/** Text on one baseline without a wide gap. */
interface Cell {
  text: string;
  /** The first characters of `text` without white space before them, and whether it ends with white space. */
  beginning: string;
  endsInSpace: boolean;
  x: number;
  end: number;
}

export interface Line {
  cells: Cell[];
  y: number;
  x: number;
  end: number;
  size: number;
  /** Direction in which it begins; numbers and names within it run the other way. */
  rightToLeft: boolean;
}

/** Gaps in font heights: those between words are below the first limit, those between table cells above the second. */
const WORD_GAP = 0.12;
const CELL_GAP = 1.3;
/** A shift above this means another baseline. */
const LINE_SHIFT = 0.45;
/** Smaller and raised text is a footnote mark. */
const MARK_SIZE = 0.8;
const FOOTNOTE_MARK = /^[\d*†‡§]{1,3}$/u;

/** The lines of a page in reading order. */
export function linesOf(runs: readonly TextRun[]): Line[] {
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const run of runs) {
    if (run.text.trim() === '') continue;
    if (line !== null && isMark(run, line)) continue;
    if (line === null || !continues(line, run)) {
      const { x, y, size, rightToLeft } = run;
      line = { cells: [], y, x, end: x + run.width, size, rightToLeft };
      lines.push(line);
    }
    add(line, run);
  }
  return inColumns(lines);
}

function isMark(run: TextRun, line: Line): boolean {
  const raised = run.y - line.y;
  return (
    run.size < line.size * MARK_SIZE &&
    raised > 0 &&
    raised < line.size &&
    FOOTNOTE_MARK.test(run.text.trim()) &&
    Math.abs(run.x - line.end) < line.size
  );
}

function continues(line: Line, run: TextRun): boolean {
  if (Math.abs(run.y - line.y) > Math.max(line.size, run.size) * LINE_SHIFT) return false;
  // A jump to the left on the same height starts the next column, unless the line runs from right to left.
  return line.rightToLeft || run.x >= line.end - line.size * 2;
}

function add(line: Line, run: TextRun): void {
  const last = line.cells.at(-1);
  if (last === undefined) {
    line.cells.push(cellOf(run));
    return;
  }
  const gap = line.rightToLeft ? last.x - (run.x + run.width) : run.x - last.end;
  // The mark of a list item is apart from its text.
  const isAfterMark = line.cells.length === 1 && LIST_MARK.test(`${last.beginning.trimEnd()} `);
  if (gap > line.size * CELL_GAP && !isAfterMark) line.cells.push(cellOf(run));
  else {
    const isApart = gap > line.size * WORD_GAP && !last.endsInSpace && !/^\s/.test(run.text);
    const added = (isApart ? ' ' : '') + run.text;
    // A line may have any number of runs: `text` as a whole is looked at once it is complete.
    last.text += added;
    last.endsInSpace = /\s$/.test(added);
    if (last.beginning.length < BEGINNING) last.beginning = beginningOf(last.beginning + added);
    last.end = Math.max(last.end, run.x + run.width);
    last.x = Math.min(last.x, run.x);
  }
  line.x = Math.min(line.x, run.x);
  line.end = Math.max(line.end, run.x + run.width);
}

/** Longer than any mark of a list item. */
const BEGINNING = 12;

function beginningOf(text: string): string {
  return text.trimStart().slice(0, BEGINNING);
}

function cellOf({ text, x, width }: TextRun): Cell {
  return { text, beginning: beginningOf(text), endsInSpace: /\s$/.test(text), x, end: x + width };
}

/** Characters of a cell that is a line of prose rather than one of a table. */
const PROSE_CELL = 20;
const COLUMN_LINES = 5;

/** If a page draws its lines across two columns, puts the left column first. */
function inColumns(lines: Line[]): Line[] {
  const across = lines.filter(
    ({ cells }) => cells.length === 2 && cells.every(({ text }) => text.length >= PROSE_CELL),
  );
  if (across.length < COLUMN_LINES || across.length < lines.length / 2) return lines;
  const gutterStart = Math.max(...across.map(({ cells }) => cells[0]!.end));
  const gutterEnd = Math.min(...across.map(({ cells }) => cells[1]!.x));
  if (gutterEnd <= gutterStart) return lines;
  const first = lines.indexOf(across[0]!);
  const last = lines.indexOf(across.at(-1)!);
  const left: Line[] = [];
  const right: Line[] = [];
  for (const line of lines.slice(first, last + 1)) {
    for (const cell of line.cells) {
      const part = { ...line, cells: [cell], x: cell.x, end: cell.end };
      (cell.x >= gutterStart ? right : left).push(part);
    }
  }
  return [...lines.slice(0, first), ...left, ...right, ...lines.slice(last + 1)];
}

/** Lines of a paragraph are closer than this, in font heights. */
const PARAGRAPH_GAP = 1.65;
const INDENT = 0.8;
/** Font sizes within a paragraph differ by less than this. */
const SIZE_CHANGE = 0.12;
const LIST_MARK = /^(?:[•‣◦▪●○–]\s|\(?\d{1,3}[.)]\s)/u;

/** Headings are larger than the text, and short. */
const HEADING_SIZE = 1.12;
const LONGEST_HEADING = 160;

/** The font height that most characters of the document have. */
export function bodySize(pages: readonly Line[][]): number {
  const characters = new Map<number, number>();
  for (const { size, cells } of pages.flat()) {
    const key = Math.round(size * 2) / 2;
    characters.set(
      key,
      cells.reduce((sum, { text }) => sum + text.length, characters.get(key) ?? 0),
    );
  }
  return [...characters].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0];
}

/** Blocks of text: paragraphs with their lines joined, headings and tables as in Markdown. */
export function blocksOf(lines: readonly Line[], body: number): string[] {
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const rows = tableAt(lines, at);
    if (rows > 0) {
      const cells = lines.slice(at, at + rows).map((line) => line.cells.map(({ text }) => clean(text)));
      blocks.push(markdownTable(cells, Math.max(...cells.map((row) => row.length))));
      at += rows;
      continue;
    }
    let end = at + 1;
    while (end < lines.length && belongs(lines, at, end) && tableAt(lines, end) === 0) end++;
    const text = joinLines(lines.slice(at, end).map(lineText));
    const isHeading = lines[at]!.size > body * HEADING_SIZE && text.length <= LONGEST_HEADING;
    blocks.push(isHeading ? `## ${text}` : text);
    at = end;
  }
  return blocks.filter((block) => block !== '');
}

/** Number of lines of the table that begins here; 0 for none. */
function tableAt(lines: readonly Line[], at: number): number {
  const columns = lines[at]!.cells.length;
  if (columns < 2) return 0;
  let rows = 0;
  while (at + rows < lines.length && isRow(lines[at + rows]!, lines[at]!)) rows++;
  return rows >= 2 ? rows : 0;
}

function isRow(line: Line, first: Line): boolean {
  if (line.cells.length !== first.cells.length || Math.abs(line.size - first.size) > first.size * SIZE_CHANGE) {
    return false;
  }
  // Cells of a column are aligned at the left, the right or the middle.
  return line.cells.every((cell, column) => {
    const other = first.cells[column]!;
    const middle = (cell.x + cell.end - other.x - other.end) / 2;
    return [cell.x - other.x, cell.end - other.end, middle].some((shift) => Math.abs(shift) < first.size);
  });
}

function belongs(lines: readonly Line[], start: number, at: number): boolean {
  const line = lines[at]!;
  const before = lines[at - 1]!;
  const size = Math.max(line.size, before.size);
  if (Math.abs(line.size - before.size) > size * SIZE_CHANGE) return false;
  const text = lineText(line);
  if (LIST_MARK.test(text)) return false;
  const down = before.y - line.y;
  const isNextColumn = down < 0;
  if (isNextColumn) return goesOn(lineText(before), text);
  if (down > size * PARAGRAPH_GAP) return false;
  const isIndented = line.x - before.x > size * INDENT && line.x - lines[start]!.x > size * INDENT;
  const wasIndentedFirst = at - start === 1 && lines[start]!.x - line.x > size * INDENT;
  if (isIndented && !wasIndentedFirst) return /^\p{Ll}/u.test(text);
  return true;
}

/** Whether a paragraph continues in the next column. */
function goesOn(before: string, text: string): boolean {
  return !/[.!?:"”»]$/u.test(before) && /^[\p{Ll}\p{N}]/u.test(text);
}

/** The text of a line. Cells that form no table are put side by side. */
export function lineText(line: Line): string {
  return clean(line.cells.map(({ text }) => text).join(' '));
}

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Joins wrapped lines, and words that were hyphenated at the end of a line. */
function joinLines(lines: readonly string[]): string {
  // Not one text that grows: looking at its end would copy all of it for every line.
  const parts: string[] = [];
  let last = '';
  for (const line of lines) {
    if (parts.length > 0 && endsInHyphen(last) && /^\p{Ll}/u.test(line)) {
      parts.push(parts.pop()!.slice(0, -1), line);
    } else parts.push(parts.length === 0 ? '' : lineJoint(last, line), line);
    last = line;
  }
  return parts.join('');
}
