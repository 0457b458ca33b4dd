/**
 * A cell that has another figure than the claim: "A peak adult ticket costs £5.10" where the table has £7.20. With the cell's
 * figure in its place the claim must be what that cell says, and no other cell may say it with its own.
 */
import { compareQuantities } from '#engine/language/quantity-agreement.ts';
import { isTableRow } from '#engine/retrieval/lines.ts';
import { type AnalysedText, endOf } from '../text/analysed-text.ts';
import { analyseClaim, analysePassage } from '../text/analyses.ts';
import { figureAt, wordings } from './cells.ts';
import { headOf, namedBy, rowNames } from './column-heads.ts';
import { cellThatSays, isPlain, type RowStatement, statementAt } from './row-statement.ts';
import { keyColumn, type Table, tablesIn } from './table.ts';

/** The cell whose figure the claim gets wrong; null if there is none, or if another may be meant. `above`: titles and headings. */
export function cellOfOtherFigure(claim: AnalysedText, passage: string, above: readonly string[]): RowStatement | null {
  const figures = claim.terms.filter(({ quantity }) => quantity !== null);
  if (!passage.includes(' | ') || figures.length !== 1 || !isPlain(claim)) return null;
  const [figure] = figures;
  const own = figure!.quantity!;
  if (own.bound !== 'exact' || own.low !== own.high || isInProse(claim, passage)) return null;
  // What a sentence beside the table says ("pensioners pay half") is not said by its rows.
  const bare = passage
    .split('\n')
    .filter((line) => isTableRow(line) || !/[.!?]$/u.test(line.trim()))
    .join('\n');
  const found: RowStatement[] = [];
  for (const table of tablesIn(bare)) {
    const names = rowNames(table);
    const row = namedBy(
      claim,
      names.map((name) => headOf(claim, name)),
      names,
    );
    if (row < 0 || isMixed(claim, table, row)) continue;
    for (let column = keyColumn(table) + 1; column < table.rows[row]!.length; column++) {
      const other = figureAt(table, { row, column });
      const counted = other?.counted ?? [];
      if (other === null || compareQuantities({ ...own, counted }, other) !== 'clash') continue;
      const [text = ''] = wordings(table, table.rows[row]!, column);
      const changed = `${claim.text.slice(0, claim.starts[figure!.start])}${text}${claim.text.slice(endOf(claim, figure!.end - 1))}`;
      const cell = cellThatSays(analyseClaim(changed), bare, above);
      if (cell?.row === row && cell.column === column) found.push(statementAt(cell));
    }
  }
  return found.length === 1 ? found[0]! : null;
}

/** True if a cell of the row has the claim's figure among words: "on request, up to 1,000". */
function isMixed(claim: AnalysedText, table: Table, row: number): boolean {
  return table.rows[row]!.some(
    (cell, column) => cell !== '' && figureAt(table, { row, column }) === null && hasFigureOf(claim, cell),
  );
}

/** True if the claim's figure stands in what is said around the table, which may be of something else. */
function isInProse(claim: AnalysedText, passage: string): boolean {
  const prose = passage
    .split('\n')
    .filter((line) => !isTableRow(line))
    .join('\n');
  return hasFigureOf(claim, prose);
}

function hasFigureOf(claim: AnalysedText, text: string): boolean {
  const figures = analysePassage(text).terms.flatMap(({ quantity }) => quantity ?? []);
  return claim.terms.some(
    ({ quantity }) =>
      quantity !== null &&
      figures.some(
        (other) => other.dimension === quantity.dimension && other.low <= quantity.low && quantity.low <= other.high,
      ),
  );
}
