/**
 * Reads table rows, whose cells make sense only under the table's header: finds the column in which a figure of a claim stands.
 */
import type { Span } from '#engine/text/sentences.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import type { Quantity } from '#engine/values/quantities.ts';
import { compareQuantities } from '#engine/values/quantity-agreement.ts';
import type { Item, ReadText } from './read-text.ts';

const BETWEEN_CELLS = ' | ';

/** A row of a table and the table's header row. */
export interface HeadedRow {
  head: string;
  row: string;
}

/**
 * Returns the header row of the table that the sentence at this index belongs to, or the sentence itself if it is not a table
 * row.
 */
export function headOf<Sentence extends Span>(at: number, sentences: readonly Sentence[], text: string): Sentence {
  const isRow = (place: number) =>
    place >= 0 && text.slice(sentences[place]!.start, sentences[place]!.end).includes(BETWEEN_CELLS);
  let head = at;
  while (isRow(head) && isRow(head - 1)) head--;
  return sentences[head]!;
}

/**
 * True if the claim names columns (by a word, figure or date that only their header cells have) and states figures of the row,
 * but none from the named columns. E.g. "240 litres cost 52.50" where 52.50 is the price of 120 litres.
 */
export function isOfOtherColumn(claim: ReadText, { head, row }: HeadedRow, read: (cell: string) => ReadText): boolean {
  const heads = head.split(BETWEEN_CELLS).map((cell) => read(cell).items);
  const cells = row.split(BETWEEN_CELLS).map((cell) => read(cell).items);
  // If the header lacks a cell or has an empty one, cells can't be assigned to headers.
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
  // A cell such as "Ridge 38" identifies the row; it is not a value of it.
  const namesRow = (column: number) =>
    cells[column]!.some((value) => claim.items.some((own) => isSharedWord(value, own)));
  const stated = columnsWith(cells, states).filter((column) => !namesRow(column));
  return stated.length > 0 && !stated.some((column) => named.has(column));
}

/** The figures of a claim that only name columns, because they stand in the header. Empty if all figures of the claim do. */
export function columnNames(claim: ReadText, heads: ReadText): Set<Quantity> {
  const own = claim.items.flatMap((item) => (item.quantity === null ? [] : { item, quantity: item.quantity }));
  const named = own.filter(({ item }) => heads.items.some((value) => names(value, item)));
  return new Set(named.length < own.length ? named.map(({ quantity }) => quantity) : []);
}

/** Compares the lower-case forms too: a word in a cell may be tagged as a name and so have no lemma. */
function isSameKey(one: Item, other: Item): boolean {
  return one.key === other.key || one.lower === other.lower;
}

/** Whether a cell states the claim's value. A cell may leave out the unit or noun that its column implies. */
function states(cell: Item, claim: Item): boolean {
  return isSame(cell, claim) || isSameNumber(cell, claim);
}

/** Whether a header cell names the claim's value. Either may have a unit in a form that isn't recognised ("120 Litern"). */
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
