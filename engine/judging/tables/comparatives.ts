/** "The Plus is 3 kg lighter than the Basic": two cells of one column, or of one row. */
import type { Quantity } from '#engine/language/quantities.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import { analyseClaim } from '../text/analyses.ts';
import { type CellComparison, isOfSize } from './cell-comparison.ts';
import { type Comparator, comparatorAt, type Measure, measuredBy, measureOf } from './cell-measures.ts';
import { figureAt } from './cells.ts';
import { hasSize, isMeasured, type Part, partOf, type View } from './claim-part.ts';
import { matchedBy } from './column-heads.ts';
import { ATTRIBUTING, PAYING, statementAt } from './row-statement.ts';
import { keyColumn, type Place, type Table } from './table.ts';

/** The two cells that the claim compares, with "than" at token `than`; null if it is unclear which. */
export function comparativeIn(view: View, claim: AnalysedText, than: number): CellComparison | null {
  const { text, starts, tokens } = claim;
  const left = analyseClaim(`${text.slice(0, starts[than]).trim()}.`);
  const right = analyseClaim(text.slice(starts[than + 1] ?? text.length));
  const at = left.tokens.findLastIndex((_, i) => comparatorAt(left.tokens, i, 'er') !== null);
  if (at < 0 || tokens.length - than < 2) return null;
  // "More expensive" is found at "more".
  const comparator = comparatorAt(left.tokens, Math.max(at - 1, 0), 'er') ?? comparatorAt(left.tokens, at, 'er')!;
  const difference = differenceBefore(left, comparator);
  const [own, other] = [partOf(view, left), partOf(view, right)];
  const stated = difference < 0 ? null : left.terms[difference]!.quantity!.dimension;
  const measure = comparator.measure ?? measuredBy(left.tokens) ?? measureOf(stated);
  const compared = { table: view.table, own, other, comparator, measure };
  const pairs = [...pairOfRows(compared), ...pairOfColumns(compared)];
  if (pairs.length !== 1) return null;
  const [first, second] = pairs[0]!;
  if (!isAllOf(view, own, first, comparator, difference) || !isAllOf(view, other, second, null, -1)) return null;
  const [a, b] = [figureAt(view.table, first), figureAt(view.table, second)];
  if (a === null || b === null || a.dimension !== b.dimension || !hasSize(a)) return null;
  const distance = (a.low - b.low) * comparator.sign;
  const holds = difference < 0 ? distance > 0 : differenceHolds(left.terms[difference]!.quantity!, a, distance);
  if (holds === null) return null;
  const { table } = view;
  return { holds, cells: [statementAt({ table, ...first }), statementAt({ table, ...second })] };
}

/** The figure right before what compares, or with "a week" between; -1 if there is none. */
function differenceBefore({ terms, tokens }: AnalysedText, { start }: Comparator): number {
  const isPer = /^(?:an?|per)$/u.test(tokens[start - 2]?.lower ?? '') && tokens[start - 1]!.pos === 'NOUN';
  return terms.findIndex(({ quantity, end }) => quantity !== null && (end === start || (isPer && end === start - 2)));
}

/** True if the claim's difference is the one between two cells; null if it can't be told, as of shares: points or per cent? */
function differenceHolds(own: Quantity, cell: Quantity, distance: number): boolean | null {
  return own.dimension === 'share' ? null : isOfSize(own, cell, distance);
}

/** True if the claim names row and column, and their cell is of what it compares: "the family ticket is cheaper online". */
function isNamedMeasure(table: Table, { isBare }: Comparator, measure: Measure | null, place: Place): boolean {
  if (isBare || measure === null) return true;
  const figure = figureAt(table, place);
  return figure !== null && measure.dimensions.test(figure.dimension);
}

/** What a claim compares in a table, and by what. */
interface Compared {
  table: Table;
  own: Part;
  other: Part;
  comparator: Comparator;
  measure: Measure | null;
}

/** Two rows and the column in which they are compared. */
function pairOfRows({ table, own, other, comparator, measure }: Compared): [Place, Place][] {
  if (own.row < 0 || other.row < 0 || own.row === other.row) return [];
  if (other.column >= 0 && other.column !== own.column) return [];
  const columns =
    own.column >= 0 && isNamedMeasure(table, comparator, measure, { row: own.row, column: own.column })
      ? [own.column]
      : table.heads.flatMap((head, column) =>
          column !== keyColumn(table) &&
          measure !== null &&
          (own.column < 0 || own.column === column) &&
          isMeasured(table, measure, head, { row: own.row, column })
            ? [column]
            : [],
        );
  return columns.map((column) => [
    { row: own.row, column },
    { row: other.row, column },
  ]);
}

/** Two columns and the row in which they are compared. */
function pairOfColumns({ table, own, other, comparator, measure }: Compared): [Place, Place][] {
  const otherColumn = other.column < 0 ? sameOfOtherYear(table, own.column, other.text) : other.column;
  if (own.column < 0 || otherColumn < 0 || own.column === otherColumn) return [];
  if (other.row >= 0 && other.row !== own.row) return [];
  const rows =
    own.row >= 0 && isNamedMeasure(table, comparator, measure, { row: own.row, column: own.column })
      ? [own.row]
      : table.rows.flatMap((cells, row) =>
          measure !== null &&
          (own.row < 0 || own.row === row) &&
          isMeasured(table, measure, cells[keyColumn(table)] ?? '', { row, column: own.column })
            ? [row]
            : [],
        );
  return rows.map((row) => [
    { row, column: own.column },
    { row, column: otherColumn },
  ]);
}

const YEAR = /\b[12]\d{3}(?:[-–/]\d{2,4})?\b/u;

/** "Visits 2019" for "more visits in 2023 than in 2019"; -1 if there is none. */
function sameOfOtherYear({ heads }: Table, column: number, { text }: AnalysedText): number {
  const own = heads[column] ?? '';
  const year = YEAR.exec(text)?.[0];
  if (year === undefined || !YEAR.test(own)) return -1;
  return heads.indexOf(own.replace(YEAR, year));
}

/** True if the part says nothing but the row, the column, what compares, and what stands over the table. */
function isAllOf(
  { table, above }: View,
  part: Part,
  { row, column }: Place,
  comparator: Comparator | null,
  difference: number,
): boolean {
  const { text, rows, columns } = part;
  const ofContext = matchedBy(text, above);
  const ofMeasure = new Set([
    ...matchedBy(text, table.heads[column] ?? ''),
    ...matchedBy(text, table.rows[row]![keyColumn(table)] ?? ''),
  ]);
  return text.terms.every((term, at) => {
    if (term.light || at === difference) return true;
    if (comparator !== null && term.start >= comparator.start && term.end <= comparator.end) return true;
    if (rows[row]!.found.has(at) || columns[column]!.found.has(at)) return true;
    // Another figure would be one that nothing here accounts for.
    if (term.quantity !== null) return false;
    return (
      ofContext.has(at) ||
      (term.kind === 'word' && ofMeasure.has(at)) ||
      ATTRIBUTING.has(term.key) ||
      PAYING.has(term.key)
    );
  });
}
