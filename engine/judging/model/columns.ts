/** Rows of tables, which say what they do under their head alone: which column a figure of a claim stands in. */
import type { Span } from '#engine/text/sentences.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import type { Quantity } from '#engine/values/quantities.ts';
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
 * True if the claim names columns by a word, figure or date of their heads alone, and has figures of the row, but none that stands in one
 * of these columns: "240 litres cost 52.50" where that is the price of 120.
 */
export function isOfOtherColumn(claim: ReadText, { head, row }: HeadedRow, read: (cell: string) => ReadText): boolean {
  const heads = head.split(BETWEEN_CELLS).map((cell) => read(cell).items);
  const cells = row.split(BETWEEN_CELLS).map((cell) => read(cell).items);
  // Without a cell over the rows' names, or with one left empty, which head a cell has can't be told.
  if (heads.length !== cells.length) return false;
  const columnsWith = (columns: readonly (readonly Item[])[], accepts: (value: Item, own: Item) => boolean) =>
    columns.flatMap((items, column) =>
      column > 0 && items.some((value) => claim.items.some((own) => accepts(value, own))) ? column : [],
    );
  const uses = (value: Item) => heads.filter((items) => items.some((item) => isSameKey(item, value))).length;
  const isSharedWord = (value: Item, own: Item) =>
    value.kind === 'word' && own.kind === 'word' && isSameKey(value, own);
  const isHeadsWord = (value: Item, own: Item) => isSharedWord(value, own) && uses(value) === 1;
  const named = new Set(columnsWith(heads, (value, own) => names(value, own) || isHeadsWord(value, own)));
  if (named.size === 0) return false;
  // "Ridge 38" says which row it is.
  const namesRow = (column: number) =>
    cells[column]!.some((value) => claim.items.some((own) => isSharedWord(value, own)));
  const stated = columnsWith(cells, states).filter((column) => !namesRow(column));
  return stated.length > 0 && !stated.some((column) => named.has(column));
}

/** The figures of a claim that name columns and no cells: those of the heads, where the claim has others beside them. */
export function columnNames(claim: ReadText, heads: ReadText): Set<Quantity> {
  const own = claim.items.flatMap((item) => (item.quantity === null ? [] : { item, quantity: item.quantity }));
  const named = own.filter(({ item }) => heads.items.some((value) => names(value, item)));
  return new Set(named.length < own.length ? named.map(({ quantity }) => quantity) : []);
}

/** A word of a cell may be taken for a name, which has no lemma. */
function isSameKey(one: Item, other: Item): boolean {
  return one.key === other.key || one.lower === other.lower;
}

/** A cell leaves out what its column counts. */
function states(cell: Item, claim: Item): boolean {
  return isSame(cell, claim) || isSameNumber(cell, claim);
}

/** So does a head; and of the two, one may name a unit in a form that isn't known ("120 Litern"). */
function names(head: Item, claim: Item): boolean {
  return states(head, claim) || isSameNumber(claim, head);
}

function isSame(cell: Item, claim: Item): boolean {
  if (claim.date !== null && cell.date !== null) return compareDates(claim.date, cell.date) === 'equal';
  if (claim.quantity === null || cell.quantity === null) return false;
  return compareQuantities(claim.quantity, cell.quantity) === 'equal';
}

function isSameNumber({ quantity: cell }: Item, { quantity: claim }: Item): boolean {
  return cell !== null && claim !== null && cell.dimension === 'count' && claim.low / claim.factor === cell.low;
}
