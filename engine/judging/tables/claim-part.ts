/** A part of a claim, or all of it, beside a table of which it compares cells. */
import type { Quantity } from '#engine/language/quantities.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import { isOfMeasure, type Measure } from './cell-measures.ts';
import { figureAt } from './cells.ts';
import { columnHeads, type Head, headOf, namedBy, rowNames } from './column-heads.ts';
import type { Place, Table } from './table.ts';

/** A table with what stands over it. */
export interface View {
  table: Table;
  above: string;
}

/** What a part of the claim has of a table's heads. */
export interface Part {
  text: AnalysedText;
  rows: readonly Head[];
  columns: readonly Head[];
  /** The row and the column that it names; -1 for none. */
  row: number;
  column: number;
}

/** What `text` has of the heads of the table. */
export function partOf({ table }: View, text: AnalysedText): Part {
  const names = rowNames(table);
  const rows = names.map((name) => headOf(text, name));
  const columns = columnHeads(text, table);
  return { text, rows, columns, row: namedBy(text, rows, names), column: namedBy(text, columns, table.heads) };
}

/** True if the cell is of the measure, by the head that stands over or beside it and by its own figure. */
export function isMeasured(table: Table, measure: Measure, head: string, place: Place): boolean {
  const figure = figureAt(table, place);
  return figure !== null && isOfMeasure(measure, head, figure.dimension);
}

/** True for quantities that can be compared by size. */
export function hasSize({ dimension }: Quantity): boolean {
  return dimension !== 'ordinal' && dimension !== 'label' && dimension !== 'clock';
}
