/** Rows of tables, which say what they do under their head alone: which column a figure of a claim stands in. */
import type { Span } from '#engine/text/sentences.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import { compareQuantities } from '#engine/values/quantity-agreement.ts';
import type { Item, ReadText } from './read-text.ts';

const BETWEEN_CELLS = ' | ';

/** A row of a table and the one that says what its columns are. */
export interface HeadedRow {
  head: string;
  row: string;
}

/** The first row of the table that the sentence at this index is a row of; for another sentence, itself. */
export function headOf<Sentence extends Span>(at: number, sentences: readonly Sentence[], text: string): Sentence {
  const isRow = (place: number) =>
    place >= 0 && text.slice(sentences[place]!.start, sentences[place]!.end).includes(BETWEEN_CELLS);
  let head = at;
  while (isRow(head) && isRow(head - 1)) head--;
  return sentences[head]!;
}

/**
 * True if the claim names columns by a figure or date of their heads, and has figures of the row, but none that stands in one of these
 * columns: "240 litres cost 52.50" where that is the price of 120.
 */
export function isOfOtherColumn(claim: ReadText, { head, row }: HeadedRow, read: (cell: string) => ReadText): boolean {
  const heads = head.split(BETWEEN_CELLS);
  const cells = row.split(BETWEEN_CELLS);
  // Without a cell over the rows' names, or with one left empty, which head a cell has can't be told.
  if (heads.length !== cells.length) return false;
  const columnsWith = (some: readonly string[], states: (value: Item, own: Item) => boolean) =>
    some.flatMap((cell, column) =>
      column > 0 && read(cell).items.some((value) => claim.items.some((own) => states(value, own))) ? column : [],
    );
  const named = new Set(columnsWith(heads, isSame));
  if (named.size === 0) return false;
  // A cell leaves out what its column counts.
  const stated = columnsWith(cells, (value, own) => isSame(value, own) || isSameNumber(value, own));
  return stated.length > 0 && !stated.some((column) => named.has(column));
}

function isSame(cell: Item, claim: Item): boolean {
  if (claim.date !== null && cell.date !== null) return compareDates(claim.date, cell.date) === 'equal';
  if (claim.quantity === null || cell.quantity === null) return false;
  return compareQuantities(claim.quantity, cell.quantity) === 'equal';
}

function isSameNumber({ quantity: cell }: Item, { quantity: claim }: Item): boolean {
  return cell !== null && claim !== null && cell.dimension === 'count' && claim.low / claim.factor === cell.low;
}
