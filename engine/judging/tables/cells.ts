/** Cells of tables with what their heads say for all of them: the unit, the thing counted. */
import { magnitudeOf } from '#engine/language/numbers.ts';
import type { Quantity } from '#engine/language/quantities.ts';
import { unitOf } from '#engine/language/units.ts';
import { analysePassage } from '../text/analyses.ts';
import { mainPart } from './column-heads.ts';
import type { Place, Table } from './table.ts';

/** What a head says of all figures below it: "(marks)", "(thousands)", or "in tonnes"; '' if nothing. */
function unitOfHead(head: string): string {
  if (/^[$€£]\s?(?:m|bn|million|billion|thousand|k)?$/u.test(head)) return head;
  const [, bracketed] = /\(([^)]{1,20})\)/u.exec(head) ?? [];
  if (bracketed !== undefined) return plainUnit(bracketed);
  const [, told, scale = '', name = ''] = /, (in )?(million |thousand |billion )?([\p{L}€£$%²³/]+)$/u.exec(head) ?? [];
  // "Research student, staff" has no unit.
  const isUnit = told !== undefined || scale !== '' || isMeasure(name) || magnitudeOf(name) !== null;
  return isUnit ? plainUnit(`${scale}${name}`) : '';
}

function isMeasure(name: string): boolean {
  return unitOf(name) !== null || /^[$€£](?:m|bn|k)$/u.test(name);
}

function plainUnit(unit: string): string {
  return unit.replace(/^in | unless .*/gu, '').replace(/^(thousand|million|billion)s$/u, '$1');
}

/** "€m" before a figure, "million tonnes" after it. */
function inUnit(cell: string, unit: string): string {
  const money = /^([$€£])\s?(m|bn|million|billion|thousand|k)?$/u.exec(unit);
  if (money !== null) return `${money[1]}${cell}${money[2] === undefined ? '' : ` ${SCALES[money[2]] ?? money[2]}`}`;
  return unit === '' ? cell : `${cell} ${unit}`;
}

const SCALES: Readonly<Record<string, string>> = { m: 'million', bn: 'billion', k: 'thousand' };

function isBareFigure(cell: string): boolean {
  return /^[\d.,\s]+$/u.test(cell);
}

/** "Buckets" after a figure would be read as a name. */
function uncapitalised(head: string): string {
  return head.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

/** The cell with what stands in the heads for all of them. */
export function wordings(table: Table, row: readonly string[], column: number): string[] {
  const cell = row[column]!;
  const parts = cell.split(/, | and /u);
  if (!isBareFigure(cell)) return parts.length > 1 && !/\d/u.test(cell) ? [cell, ...parts] : [cell];
  const head = table.heads[column] ?? '';
  const scaled = inUnit(
    cell,
    unitOfHead(head) || unitOfHead(row[0]!) || unitOfHead(table.heads[0] ?? '') || unitOfHead(mainLine(table.caption)),
  );
  return [scaled, `${scaled} ${uncapitalised(mainPart(head))}`, `${scaled} ${uncapitalised(mainPart(row[0]!))}`];
}

/** The line right over the table. */
function mainLine(caption: string): string {
  return caption.split('\n')[0] ?? '';
}

/** The one exact figure of a cell, with its unit; null for words, ranges and bounds. `text` stands in for the cell's own. */
export function figureAt(table: Table, { row, column }: Place, text = table.rows[row]![column] ?? ''): Quantity | null {
  if (text === '') return null;
  const cells = table.rows[row]!.with(column, text);
  const { terms } = analysePassage(wordings(table, cells, column)[0]!);
  const figures = terms.filter(({ quantity, date }) => quantity !== null || date !== null);
  const quantity = figures[0]?.quantity ?? null;
  if (figures.length !== 1 || quantity === null || quantity.bound !== 'exact') return null;
  return quantity.low === quantity.high ? quantity : null;
}
