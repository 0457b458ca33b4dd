/**
 * Comparisons of two cells of a table: "The Plus is 3 kg lighter than the Basic", "Noll had fewer births in 2023 than in
 * 2022", "The Plus is the loudest of the range". Both things compared must be rows, or both columns, named by the claim, and
 * what is compared must be one column, or row, alone; nothing else of the claim may be left over.
 */
import { isNegationCue } from '#engine/language/negation.ts';
import type { Quantity } from '#engine/language/quantities.ts';
import { compareQuantities } from '#engine/language/quantity-agreement.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import { analyseClaim } from '../text/analyses.ts';
import { figureAt } from './cells.ts';
import { type Head, hasHead, hasTurning, headOf, isBest, matchedBy, NO_HEAD, rowHeads } from './heads.ts';
import { type Comparator, comparatorAt, isOfMeasure, type Measure, measuredBy, measureOf } from './measures.ts';
import { ATTRIBUTING, isProvisional, PAYING, type RowStatement, statementAt } from './row-statement.ts';
import { keyColumn, type Table, tablesIn } from './table.ts';

/** What two or more cells say of a claim that compares them. */
export interface CellComparison {
  holds: boolean;
  cells: RowStatement[];
}

/** Rows that sum up the others. */
const SUMMARY = /^(?:(?:all|totals?|sum|overall|average|mean|median|group|whole|year|both|unweighted)\b|.*\btotal$)/iu;
/** Words that say that all rows are meant. */
const SCOPE =
  /^(?:range|line-?up|list|table|test|series|comparison|all|listed|shown|tested|compared|model|type|here)$/u;
/** Words by which the figures are not what the cells say: parts, averages, other conditions. */
const OTHERWISE =
  /^(?:if|unless|except|each|together|both|not|no|never|only|even|still|per|average|twice|half|times|as|another|other|any|else|rest|would|could|might|should|will)$/u;

/** The comparison that the claim makes of cells in `passage`; null if there is none, or if it stays unclear of which. */
export function comparisonIn(claim: AnalysedText, passage: string, above: readonly string[]): CellComparison | null {
  const { tokens, cut, sentences } = claim;
  if (!passage.includes(' | ') || cut || sentences !== 1) return null;
  const than = tokens.findIndex(({ lower }) => lower === 'than');
  const best = tokens.findIndex((_, at) => comparatorAt(tokens, at, 'est') !== null);
  if (than < 0 ? best < 0 : tokens.findLastIndex(({ lower }) => lower === 'than') !== than) return null;
  const isOther = (at: number) => OTHERWISE.test(tokens[at]!.lower) && !isInFigure(claim, at);
  if (tokens.some((_, at) => isOther(at) || isNegationCue(tokens, at))) return null;
  for (const table of tablesIn(passage)) {
    if (isProvisional(claim, [...above, ...table.caption.split('\n')])) continue;
    const view = { table, above: [...above, table.caption, table.heads[keyColumn(table)] ?? ''].join('. ') };
    const found = than < 0 ? superlativeIn(view, claim, best) : comparativeIn(view, claim, than);
    if (found !== null) return found;
  }
  return null;
}

/** "Half an hour" is a length of time, "half as long" is not. */
function isInFigure({ terms }: AnalysedText, at: number): boolean {
  return terms.some(({ quantity, start, end }) => quantity !== null && start <= at && at < end);
}

/** A table with what stands over it. */
interface View {
  table: Table;
  above: string;
}

/** What a part of the claim has of a table's heads. */
interface Part {
  text: AnalysedText;
  rows: readonly Head[];
  columns: readonly Head[];
  /** The row and the column that it names; -1 for none. */
  row: number;
  column: number;
}

function partOf({ table }: View, text: AnalysedText): Part {
  const key = keyColumn(table);
  const names = rowHeads(table);
  const rows = names.map((name) => headOf(text, name));
  const columns = table.heads.map((head, at) => (at === key || !hasTurning(text, head) ? NO_HEAD : headOf(text, head)));
  const row = rows.findIndex((_, at) => isBest(rows, at) && hasHead(text, names[at]!));
  const column = columns.findIndex((_, at) => isBest(columns, at) && hasHead(text, table.heads[at]!));
  return { text, rows, columns, row, column };
}

interface Place {
  row: number;
  column: number;
}

function comparativeIn(view: View, claim: AnalysedText, than: number): CellComparison | null {
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
  const pairs = [
    ...pairOfRows(view, own, other, comparator, measure),
    ...pairOfColumns(view, own, other, comparator, measure),
  ];
  if (pairs.length !== 1) return null;
  const [first, second] = pairs[0]!;
  if (!isAllOf(view, own, first, comparator, difference) || !isAllOf(view, other, second, null, -1)) return null;
  const [a, b] = [figureAt(view.table, first), figureAt(view.table, second)];
  if (a === null || b === null || a.dimension !== b.dimension || !isNumber(a)) return null;
  const distance = (a.low - b.low) * comparator.sign;
  const holds = difference < 0 ? distance > 0 : isDifference(left.terms[difference]!.quantity!, a, distance);
  if (holds === null) return null;
  const { table } = view;
  return { holds, cells: [statementAt({ table, ...first }), statementAt({ table, ...second })] };
}

/** The figure right before what compares, or with "a week" between; -1 if there is none. */
function differenceBefore({ terms, tokens }: AnalysedText, { start }: Comparator): number {
  const isPer = /^(?:an?|per)$/u.test(tokens[start - 2]?.lower ?? '') && tokens[start - 1]!.pos === 'NOUN';
  return terms.findIndex(({ quantity, end }) => quantity !== null && (end === start || (isPer && end === start - 2)));
}

function isNumber({ dimension }: Quantity): boolean {
  return dimension !== 'ordinal' && dimension !== 'label' && dimension !== 'clock';
}

/** True if the claim's difference is the one between two cells; null if it can't be told. */
function isDifference(own: Quantity, cell: Quantity, distance: number): boolean | null {
  const isComparable = own.dimension === cell.dimension && own.dimension !== 'share';
  if (!isComparable) return null;
  if (distance < 0) return false;
  const counted = own.dimension === 'count' ? own.counted : cell.counted;
  const agreement = compareQuantities(own, { ...cell, counted, low: distance, high: distance });
  if (agreement === 'clash') return false;
  return agreement === 'equal' || agreement === 'converted' || agreement === 'rounded' || agreement === 'within'
    ? true
    : null;
}

/** True if the claim names row and column, and their cell is of what it compares: "the family ticket is cheaper online". */
function isNamedMeasure(table: Table, { isBare }: Comparator, measure: Measure | null, place: Place): boolean {
  if (isBare || measure === null) return true;
  const figure = figureAt(table, place);
  return figure !== null && measure.dimensions.test(figure.dimension);
}

/** Two rows and the column in which they are compared. */
function pairOfRows(
  { table }: View,
  own: Part,
  other: Part,
  comparator: Comparator,
  measure: Measure | null,
): [Place, Place][] {
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
function pairOfColumns(
  { table }: View,
  own: Part,
  other: Part,
  comparator: Comparator,
  measure: Measure | null,
): [Place, Place][] {
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

function isMeasured(table: Table, measure: Measure, head: string, place: Place): boolean {
  const figure = figureAt(table, place);
  return figure !== null && isOfMeasure(measure, head, figure.dimension);
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

function superlativeIn(view: View, claim: AnalysedText, at: number): CellComparison | null {
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
  if (figure === null || figure === undefined || !isNumber(figure)) return null;
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
