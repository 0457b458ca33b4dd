/**
 * A claim that says two cells of one table: "Retrieval is free in Basic and costs €2 in Gold", "Adults may borrow 20 books,
 * children 10". Each part must be said by a cell of its own; a part that leaves out what both have in common must name
 * another row or another column, and that alone.
 */
import { type AnalysedText, endOf } from '../text/analysed-text.ts';
import { analyseClaim } from '../text/analyses.ts';
import { wordings } from './cells.ts';
import { columnHeads, type Head, headOf, isWhollyIn, matchedBy, namedBy, rowNames } from './column-heads.ts';
import {
  ATTRIBUTING,
  type CellAt,
  cellThatSays,
  isPlain,
  isSureAlone,
  PAYING,
  type RowStatement,
  statementAt,
} from './row-statement.ts';

/** Words that stand between two things that are told apart by their figures. */
const JOINT = /^(?:and|but|while|whereas|against|after|with|compared|for|,|;)$/u;
/** A claim has no more parts than this that are tried. */
const MAXIMUM_CUTS = 4;

/** The rows of a table in `passage` that say the claim, or its two parts; null if there are none. `above`: titles and headings. */
export function rowsThatSay(claim: AnalysedText, passage: string, above: readonly string[]): RowStatement[] | null {
  if (!passage.includes(' | ') || !isPlain(claim)) return null;
  const whole = cellThatSays(claim, passage, above);
  if (whole !== null) return [statementAt(whole)];
  for (const [first, second] of partsOf(claim).slice(0, MAXIMUM_CUTS)) {
    const cell = cellThatSays(analyseClaim(first), passage, above);
    if (cell === null) continue;
    const other = cellOfSecond(claim, second, cell, passage, above);
    if (other !== null) return [statementAt(cell), statementAt(other)];
  }
  return null;
}

/** The texts before and after every word that may join two statements. */
function partsOf({ text, tokens, starts }: AnalysedText): [string, string][] {
  const parts: [string, string][] = [];
  for (let at = 2; at < tokens.length - 1; at++) {
    if (!JOINT.test(tokens[at]!.lower) || JOINT.test(tokens[at - 1]!.lower)) continue;
    let from = at + 1;
    while (from < tokens.length - 1 && JOINT.test(tokens[from]!.lower)) from++;
    parts.push([`${text.slice(0, starts[at]).trim()}.`, text.slice(starts[from])]);
  }
  return parts;
}

function cellOfSecond(
  claim: AnalysedText,
  second: string,
  first: CellAt,
  passage: string,
  above: readonly string[],
): CellAt | null {
  const part = analyseClaim(second);
  const byItself = part.frames.length === 0 ? null : cellThatSays(part, passage, above);
  if (byItself !== null) return byItself;
  const subject = beginsWithVerb(part) ? subjectOf(claim) : null;
  const ofSubject = subject === null ? null : cellThatSays(analyseClaim(`${subject} ${second}`), passage, above);
  return ofSubject ?? cellOfGap(part, unitIn(claim), first);
}

/** "Costs €2 in Gold": without its subject the tagger may take a verb for a noun. */
function beginsWithVerb({ tokens }: AnalysedText): boolean {
  const { pos, lower, lemma } = tokens[0]!;
  return pos === 'VERB' || pos === 'AUX' || (lower === `${lemma}s` && (PAYING.has(lemma) || ATTRIBUTING.has(lemma)));
}

function subjectOf({ text, starts, frames }: AnalysedText): string | null {
  const frame = frames[0];
  if (frame === undefined || !frame.ownSubject) return null;
  return text.slice(starts[frame.subjectStart], starts[frame.subjectEnd]).trim();
}

/** What stands after the first figure of the claim: "GB" of "5 GB in Lean and 30 in Core"; empty if nothing does. */
function unitIn({ terms, tokens }: AnalysedText): string {
  const quantity = terms.find((term) => term.quantity !== null)?.quantity;
  if (quantity === undefined || quantity === null) return '';
  const words = quantity.text.split(' ');
  if (quantity.dimension !== 'count') return words.length > 1 ? words.at(-1)! : '';
  return quantity.counted.length > 0 ? (tokens[quantity.end]?.text ?? '') : '';
}

/** The other cell that a part without a verb names: "children 10", "39.0 in 2023", "Gold one of 180 days". */
function cellOfGap(part: AnalysedText, unit: string, { table, row, column }: CellAt): CellAt | null {
  const names = rowNames(table);
  const rows = names.map((name) => headOf(part, name));
  const heads = columnHeads(part, table);
  const otherRow = namedBy(part, rows, names);
  const otherColumn = namedBy(part, heads, table.heads);
  const isOther = otherRow >= 0 ? otherRow !== row && otherColumn < 0 : otherColumn >= 0 && otherColumn !== column;
  if (!isOther) return null;
  const cell = { table, row: otherRow >= 0 ? otherRow : row, column: otherRow >= 0 ? column : otherColumn };
  const head = otherRow >= 0 ? rows[otherRow]! : heads[otherColumn]!;
  return saysJust(part, cell, head) || saysJust(withUnit(part, unit), cell, head) ? cell : null;
}

/** "10 books" of "children 10". */
function withUnit(part: AnalysedText, unit: string): AnalysedText {
  const figures = part.terms.filter(({ quantity }) => quantity !== null && quantity.counted.length === 0);
  if (unit === '' || figures.length !== 1) return part;
  const end = endOf(part, figures[0]!.end - 1);
  return analyseClaim(`${part.text.slice(0, end)} ${unit}${part.text.slice(end)}`);
}

/** True if the part has the cell and the head, and nothing besides. */
function saysJust(part: AnalysedText, { table, row, column }: CellAt, head: Head): boolean {
  const cells = table.rows[row]!;
  if (column >= cells.length || cells[column] === '') return false;
  const texts = wordings(table, cells, column).filter((text) => isWhollyIn(part, text));
  const ofCell = new Set(texts.flatMap((text) => [...matchedBy(part, text, isSureAlone)]));
  const material = part.terms.flatMap(({ light }, at) => (light ? [] : [at]));
  const isValue = (at: number) => ofCell.has(at) && !head.found.has(at);
  return material.some(isValue) && material.every((at) => isValue(at) || head.found.has(at));
}
