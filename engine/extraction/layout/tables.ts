/** Reads a table row as statements about its first cell, with the properties that the header row names. */
import { cleanText } from './markdown.ts';
import type { Segment } from './segments.ts';

export interface TableStatement {
  /** UTF-16 end of the cell that the statement is about. Its span begins with the row. */
  end: number;
  text: string;
}

/** Cells that are blank, only dashes or "n/a" state nothing. */
const EMPTY_CELL = /^[\s–—-]*$|^n\/?a$/iu;

/** Rows with more cells or characters are not read cell by cell: they give one statement. */
const MOST_CELLS = 50;
const LONGEST_ROW = 2000;

/** One statement per filled cell after the first, in the table's own words: "Bonn, Population: 330,000." */
export function tableStatements(source: string, { start, end, cells, columns }: Segment): TableStatement[] {
  if (cells.length > MOST_CELLS || end - start > LONGEST_ROW) return [{ end, text: cleanText(source, start, end) }];
  const read = (span: { start: number; end: number } | undefined) =>
    span === undefined ? '' : cleanText(source, span.start, span.end);
  const subject = read(cells[0]);
  return cells.slice(1).flatMap((cell, i) => {
    const value = read(cell);
    if (EMPTY_CELL.test(value)) return [];
    const names = [EMPTY_CELL.test(subject) ? '' : subject, read(columns[i + 1])].filter((name) => name !== '');
    return [
      { end: cell.end, text: `${names.length > 0 ? `${names.join(', ')}: ` : ''}${value.replace(/[.]$/u, '')}.` },
    ];
  });
}
