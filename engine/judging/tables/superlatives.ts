/** "The Plus is the loudest of the range": one cell against all others of its column or row. */
import type { AnalysedText } from '../text/analysed-text.ts';
import type { CellComparison } from './cell-comparison.ts';
import { type Comparator, comparatorAt } from './cell-measures.ts';
import { figureAt } from './cells.ts';
import { hasSize, isMeasured, type Part, partOf, type View } from './claim-part.ts';
import { type Head, matchedBy } from './column-heads.ts';
import { ATTRIBUTING, statementAt } from './row-statement.ts';
import { keyColumn, type Place } from './table.ts';

/** Rows that sum up the others. */
const SUMMARY = /^(?:(?:all|totals?|sum|overall|average|mean|median|group|whole|year|both|unweighted)\b|.*\btotal$)/iu;
/** Words that say that all rows are meant. */
const SCOPE =
  /^(?:range|line-?up|list|table|test|series|comparison|all|listed|shown|tested|compared|model|type|here)$/u;

/** The cell that the claim sets over all others, with its superlative at token `at`; null if it is unclear which. */
export function superlativeIn(view: View, claim: AnalysedText, at: number): CellComparison | null {
  const { table } = view;
  const comparator = comparatorAt(claim.tokens, at, 'est')!;
  if (!/^(?:the|its|their)$/u.test(claim.tokens[comparator.start - 1]?.lower ?? '')) return null;
  const own = partOf(view, claim);
  const places = [
    ...(isSubject(own, own.rows[own.row]) ? extremeRow(view, own, comparator) : []),
    ...(isSubject(own, own.columns[own.column]) ? extremeColumn(view, own, comparator) : []),
  ];
  if (places.length !== 1) return null;
  const [first, ...others] = places[0]!;
  if (!isAllScope(view, own, first!, comparator, others.length + 1)) return null;
  const figures = places[0]!.map((place) => figureAt(table, place));
  const [figure] = figures;
  if (figure === null || figure === undefined || !hasSize(figure)) return null;
  if (figures.some((other) => other === null || other.dimension !== figure.dimension)) return null;
  const holds = figures.slice(1).every((other) => (figure.low - other!.low) * comparator.sign > 0);
  return { holds, cells: [statementAt({ table, ...first! })] };
}

/** True if the claim is about what this head names: "St Anne's had the most in 2023" compares no years. */
function isSubject({ text: { frames, terms } }: Part, head: Head | undefined): boolean {
  const frame = frames[0];
  if (frame === undefined || head === undefined) return false;
  return [...head.found].some((at) => terms[at]!.start >= frame.subjectStart && terms[at]!.start < frame.subjectEnd);
}

/** The cell of the row that the claim names, and then those of all others, in the column of the superlative. */
function extremeRow({ table }: View, own: Part, comparator: Comparator): Place[][] {
  const key = keyColumn(table);
  if (own.row < 0 || SUMMARY.test(table.rows[own.row]![key] ?? '')) return [];
  const columns = table.heads.flatMap((head, column) => {
    if (column === key) return [];
    const isNamed = own.column === column && comparator.isBare;
    const isMeant =
      comparator.measure !== null &&
      own.column < 0 &&
      isMeasured(table, comparator.measure, head, { row: own.row, column });
    return isNamed || isMeant ? [column] : [];
  });
  return columns.map((column) => [
    { row: own.row, column },
    ...table.rows.flatMap((cells, row) => (row === own.row || SUMMARY.test(cells[key] ?? '') ? [] : [{ row, column }])),
  ]);
}

/** The same where the things compared head the columns. */
function extremeColumn({ table }: View, own: Part, comparator: Comparator): Place[][] {
  const key = keyColumn(table);
  if (own.column < 0 || SUMMARY.test(table.heads[own.column]!)) return [];
  const rows = table.rows.flatMap((cells, row) => {
    const isNamed = own.row === row && comparator.isBare;
    const isMeant =
      comparator.measure !== null &&
      own.row < 0 &&
      isMeasured(table, comparator.measure, cells[key] ?? '', { row, column: own.column });
    return isNamed || isMeant ? [row] : [];
  });
  return rows.map((row) => [
    { row, column: own.column },
    ...table.heads.flatMap((head, column) =>
      column === own.column || column === key || SUMMARY.test(head) ? [] : [{ row, column }],
    ),
  ]);
}

/** True if the claim says nothing but this, and that it is so among all `count` of the table. */
function isAllScope(view: View, part: Part, place: Place, comparator: Comparator, count: number): boolean {
  const { text, rows, columns } = part;
  const ofContext = matchedBy(text, view.above);
  return text.terms.every((term, at) => {
    if (term.light || (term.start >= comparator.start && term.end <= comparator.end)) return true;
    if (rows[place.row]!.found.has(at) || columns[place.column]!.found.has(at)) return true;
    if (term.quantity !== null) return term.quantity.dimension === 'count' && term.quantity.low === count;
    return ofContext.has(at) || ATTRIBUTING.has(term.key) || SCOPE.test(term.key);
  });
}
