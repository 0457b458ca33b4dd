/**
 * Changes that a table shows: "Sales of the Plus fell by 3 % in 2023" of a row with "−3 %" under "Change", "Between 1961 and
 * 2021 the population fell by 1,165" of the cells of both years. Nothing of the claim may be left over.
 */
import { isNegationCue } from '#engine/language/negation.ts';
import { directionOf } from '../alignment/change-verbs.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import { type CellComparison, isOfSize } from './cell-comparison.ts';
import { figureAt } from './cells.ts';
import { headOf, matchedBy, namedBy, rowNames } from './column-heads.ts';
import { ATTRIBUTING, isProvisional, statementAt } from './row-statement.ts';
import { keyColumn, type Place, type Table, tablesIn } from './table.ts';

const CHANGE_HEAD = /^(?:change|growth|difference|change (?:on|over|since|from) .*|y\/y|yoy)$/iu;
/** Words by which more or something else is said than one change. */
const OTHERWISE =
  /^(?:if|unless|except|than|each|both|only|even|more|less|another|would|could|might|should|will|may|to|twice|half)$/u;

/** The change that the claim tells, as a table in `passage` shows it; null if it doesn't, or if it stays unclear. */
export function changeIn(claim: AnalysedText, passage: string, above: readonly string[]): CellComparison | null {
  const { tokens, terms, cut, sentences } = claim;
  const verb = terms.findIndex(({ start }) => directionOf(tokens[start]!) !== null);
  if (!passage.includes(' | ') || cut || sentences !== 1 || verb < 0) return null;
  const years = yearsOf(claim);
  const isOther = (at: number) => OTHERWISE.test(tokens[at]!.lower) && !(years !== null && tokens[at]!.lower === 'to');
  if (tokens.some((_, at) => isOther(at) || isNegationCue(tokens, at))) return null;
  const amount = terms.findIndex(
    ({ quantity, start }) => quantity !== null && /^by$/u.test(tokens[start - 1]?.lower ?? ''),
  );
  const change = { claim, sign: directionOf(tokens[terms[verb]!.start]!)!, verb, amount };
  for (const table of tablesIn(passage)) {
    if (isProvisional(claim, [...above, ...table.caption.split('\n')])) continue;
    const context = [...above, table.caption, table.heads[keyColumn(table)] ?? ''].join('. ');
    const found = years === null ? statedChange(table, change, context) : betweenYears(table, change, context, years);
    if (found !== null) return found;
  }
  return null;
}

interface Change {
  claim: AnalysedText;
  sign: 1 | -1;
  /** Term of the verb. */
  verb: number;
  /** Term of the figure after "by"; -1 for none. */
  amount: number;
}

/** The years of "between 1961 and 2021", "from 1961 to 2021". */
function yearsOf({ text }: AnalysedText): [string, string] | null {
  const found = /\b(?:between|from) ([12]\d{3}) (?:and|to) ([12]\d{3})\b/iu.exec(text);
  return found === null ? null : [found[1]!, found[2]!];
}

/** Which of the heads the claim names; -1 for none. */
function namedIn(claim: AnalysedText, heads: readonly string[]): number {
  return namedBy(
    claim,
    heads.map((head) => headOf(claim, head)),
    heads,
  );
}

/** True if the claim says nothing besides its change that none of `texts` has. */
function isAllIn({ claim, verb, amount }: Change, texts: readonly string[], isYears: boolean): boolean {
  const found = texts.map((text) => matchedBy(claim, text));
  return claim.terms.every((term, at) => {
    if (term.light || at === verb || at === amount || ATTRIBUTING.has(term.key)) return true;
    if (term.date !== null && isYears) return true;
    return term.quantity === null && found.some((own) => own.has(at));
  });
}

/** "+6 %" and "−3 %" of a column of changes. */
function statedChange(table: Table, change: Change, context: string): CellComparison | null {
  const { claim, sign, amount } = change;
  const column = table.heads.findIndex((head) => CHANGE_HEAD.test(head));
  const names = rowNames(table);
  const row = namedIn(claim, names);
  if (amount < 0 || row < 0 || column < 1 || table.heads.findLastIndex((head) => CHANGE_HEAD.test(head)) !== column)
    return null;
  const cell = table.rows[row]![column] ?? '';
  const [, mark, size] = /^([+−–-])\s?(\d.*)$/u.exec(cell) ?? [];
  const figure = size === undefined ? null : figureAt(table, { row, column }, size);
  if (mark === undefined || figure === null) return null;
  // The change is that of the column before it.
  const texts = [context, names[row]!, table.heads[column - 1]!, table.heads[column]!];
  if (!isAllIn(change, texts, false)) return null;
  const holds = isOfSize(claim.terms[amount]!.quantity!, figure, (mark === '+' ? 1 : -1) * sign * figure.low);
  return holds === null ? null : { holds, cells: [statementAt({ table, row, column })] };
}

/** The cells of two years. */
function betweenYears(
  table: Table,
  change: Change,
  context: string,
  [from, to]: readonly [string, string],
): CellComparison | null {
  const { claim, sign, amount } = change;
  const key = keyColumn(table);
  const places = placesOf(table, claim, from, to, key);
  if (places === null) return null;
  const [first, last] = places;
  const texts = [context, table.heads[first.column] ?? '', first.row === last.row ? rowNames(table)[first.row]! : ''];
  if (!isAllIn(change, texts, true)) return null;
  const [a, b] = [figureAt(table, first), figureAt(table, last)];
  if (a === null || b === null || a.dimension !== b.dimension || /^(?:clock|ordinal|label)/u.test(a.dimension))
    return null;
  const distance = (b.low - a.low) * sign;
  const stated = amount < 0 ? null : claim.terms[amount]!.quantity!;
  const isShare = stated?.dimension === 'share' && a.dimension !== 'share';
  const size = isShare ? (distance / a.low) * 100 : distance;
  const holds =
    stated === null
      ? distance > 0
      : isOfSize(stated, isShare ? { ...b, dimension: 'share', tolerance: 1e-6 } : b, size);
  if (holds === null) return null;
  return { holds, cells: [statementAt({ table, ...first }), statementAt({ table, ...last })] };
}

/** The cells of both years: two rows of one column, or two columns of one row; null if the table has no such. */
function placesOf(table: Table, claim: AnalysedText, from: string, to: string, key: number): [Place, Place] | null {
  const rows = [from, to].map((year) => table.rows.findIndex((cells) => cells[key] === year));
  const columns = [from, to].map((year) => table.heads.indexOf(year));
  if (rows.every((row) => row >= 0)) {
    const heads = table.heads.map((head, at) => (at === key ? '' : head));
    const column = table.heads.length === key + 2 ? key + 1 : namedIn(claim, heads);
    return column < 0
      ? null
      : [
          { row: rows[0]!, column },
          { row: rows[1]!, column },
        ];
  }
  if (!columns.every((column) => column >= 0)) return null;
  const row = namedIn(claim, rowNames(table));
  return row < 0
    ? null
    : [
        { row, column: columns[0]! },
        { row, column: columns[1]! },
      ];
}
