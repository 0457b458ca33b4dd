/**
 * Reads rows of tables: a row says of what its head names that the column's head is the cell. A claim follows if row, column
 * and cell have all of it and no other row or column fits as well.
 */
import { negationsIn } from '#engine/language/negation.ts';
import type { Match } from '../alignment/match.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import { analysePassage } from '../text/analyses.ts';
import { wordings } from './cells.ts';
import {
  columnHeads,
  type Head,
  hasHead,
  hasTurning,
  headOf,
  isBest,
  isWhollyIn,
  mainPart,
  matchedBy,
  PRICE_HEAD,
  partOfHead,
  rowNames,
} from './heads.ts';
import { keyColumn, type Place, type Table, tablesIn } from './table.ts';

/** The row that says what the claim says. */
export interface RowStatement {
  row: string;
  column: string;
  cell: string;
}

/** Verbs that say of a thing that it has the figure, the price or the property of the cell. */
export const ATTRIBUTING = new Set([
  ...['be', 'have', 'measure', 'weigh', 'number', 'total', 'amount', 'come', 'stand', 'last', 'list', 'offer'],
  ...['provide', 'record', 'count', 'show', 'hold', 'run', 'own', 'possess', 'contain', 'take', 'get', 'make'],
  ...['post', 'see', 'give', 'deliver', 'register', 'achieve', 'report', 'earn', 'reach', 'include', 'use', 'lie'],
]);
/** Words that only go with sums of money. */
export const PAYING = new Set(['cost', 'charge', 'price', 'pay', 'fee', 'sell', 'fare', 'expense']);
/** Heads that say nothing of what the cells are. */
const GENERIC_HEAD = /^(?:values?|amounts?|numbers?|limits?|figures?|details?|information|totals?|)$/iu;
const YES = /^(?:yes|✓|✔)$/iu;
const NO = /^(?:no|none|✗|✘)$/iu;
/** Words that make a difference, a part or a condition of a figure, or speak of several things at once. */
const COMPARING =
  /^(?:than|if|unless|except|also|another|other|together|each|both|less|more|fewer|extra|additional|off|cheaper|dearer|only|formerly|previously|originally|might|could|would|should)$/u;
const UNBOUND = new Set(['all', 'most', 'none', 'only', 'few', 'many']);

/** A cell stands without a sentence that would tell which meaning of a word is meant: "cherry" is a fruit and a red. */
export function isSureAlone({ inference }: Match): boolean {
  return inference !== 'synonym' && inference !== 'hyponym';
}

function isMoney(cell: string): boolean {
  return /^free$|^[$€£]|[$€£]$|\d ?(?:p|cents?|euros?|pounds?|dollars?)$/u.test(cell);
}

/** "Price", "Fee per term", "EUR", but not "Refund" or "Fee waived". */
function isPriceHead(claim: AnalysedText, head: string, cell: string): boolean {
  if (!hasTurning(claim, head)) return false;
  return GENERIC_HEAD.test(mainPart(head)) || partOfHead(claim, head, cell) !== 'none';
}

/** Heads that "is" and a preposition imply: "The Crown is in Vessex" of a column "Town". */
const IMPLIED: readonly (readonly [prepositions: RegExp, heads: RegExp])[] = [
  [
    /^$/u,
    /^(?:type|kind|sort|category|class|status|genre|form|role|post|position|job|occupation|profession|colour|color|breed|style)$/iu,
  ],
  [
    /^(?:in|at|on)$/u,
    /^(?:town|city|country|place|location|venue|region|county|state|site|where|floor|collection|river|district)$/iu,
  ],
  [/^(?:of|from)$/u, /^(?:material|materials|made of|made from|grape|grapes|wood|country|origin|from)$/iu],
];

/** True if the claim says with "is" and a preposition what a column of this head holds. */
function isImplied(claim: AnalysedText, head: string, ofCell: ReadonlySet<number>): boolean {
  if (claim.frames.length !== 1 || !(claim.frames[0]!.copula || claim.tokens[claim.frames[0]!.head]!.lemma === 'make'))
    return false;
  return IMPLIED.some(
    ([prepositions, heads]) =>
      heads.test(mainPart(head)) && [...ofCell].some((at) => prepositions.test(claim.terms[at]!.preposition)),
  );
}

/** A cell of a table. */
export interface CellAt extends Place {
  table: Table;
}

/** The cell of a table in `passage` that says the claim; null if there is none, or more than one. `above`: titles and headings. */
export function cellThatSays(claim: AnalysedText, passage: string, above: readonly string[]): CellAt | null {
  if (!passage.includes(' | ') || !isPlain(claim)) return null;
  for (const table of tablesIn(passage)) {
    if (isProvisional(claim, [...above, ...table.caption.split('\n')])) continue;
    const found = placesIn(table, claim, [...above, table.caption]);
    if (found.length === 1) return { table, ...found[0]! };
  }
  return null;
}

/** What the row says at this cell. */
export function statementAt({ table, row, column }: CellAt): RowStatement {
  const cells = table.rows[row]!;
  return { row: cells[keyColumn(table)]!, column: table.heads[column] ?? '', cell: cells[column]! };
}

/** Words of a heading by which a table has no facts yet. */
const PROVISIONAL = /\b(?:planned|proposed|forecasts?|projected|projections?|expected|estimated|estimates|draft)\b/iu;

/** True if a heading over the table ("Forecast for 2030") says that it is no fact, and the claim does not. */
export function isProvisional(claim: AnalysedText, lines: readonly string[]): boolean {
  const headings = lines.filter((line) => !/[.!?]$/u.test(line.trim()));
  return headings.some((line) => PROVISIONAL.test(line)) && !PROVISIONAL.test(claim.text);
}

/** Two negations, quantifiers and comparisons are no matter of one cell; "may" is what a table of limits says. */
export function isPlain({ tokens, quantifiers, cut, sentences }: AnalysedText): boolean {
  if (cut || sentences !== 1) return false;
  if (negationsIn(tokens) > 1 || tokens.some(({ lower }) => COMPARING.test(lower))) return false;
  if (tokens.some(({ lower }, at) => lower === 'used' && tokens[at + 1]?.lower === 'to')) return false;
  return !quantifiers.some(({ kind, text }) => UNBOUND.has(kind) && !/^no$/iu.test(text));
}

function placesIn(table: Table, claim: AnalysedText, context: readonly string[]): Place[] {
  const material = claim.terms.flatMap(({ light }, at) => (light ? [] : [at]));
  const key = keyColumn(table);
  const ofContext = matchedBy(claim, [...context, table.heads[key] ?? ''].join('. '));
  const heads = columnHeads(claim, table);
  const names = rowNames(table);
  const rows = names.map((name) => headOf(claim, name));
  const places: Place[] = [];
  table.rows.forEach((cells, row) => {
    if (!isBest(rows, row) || !hasHead(claim, names[row]!)) return;
    for (let column = key + 1; column < cells.length; column++) {
      const place = { row, column };
      if (isSaidAt(table, claim, place, { material, ofContext, heads, rows })) places.push(place);
    }
  });
  return places;
}

interface Found {
  material: readonly number[];
  ofContext: ReadonlySet<number>;
  heads: readonly Head[];
  rows: readonly Head[];
}

function isSaidAt(table: Table, claim: AnalysedText, place: Place, found: Found): boolean {
  const { row, column } = place;
  const { material, ofContext, heads, rows } = found;
  const cell = table.rows[row]![column]!;
  const head = table.heads[column] ?? '';
  const isHeadMeant = isBest(heads, column) && hasHead(claim, head, cell);
  const isDenied = negationsIn(claim.tokens) > 0;
  // "Yes" says the head, and "no" denies it.
  const isMark = (isDenied ? NO : YES).test(cell);
  if (isMark && !isHeadMeant) return false;
  // "Not available" says what only a claim that denies it says.
  if (!isMark && isDenied !== negationsIn(analysePassage(cell).tokens) > 0) return false;
  const ofCell = isMark ? new Set<number>() : matchedByCell(table, claim, place);
  const isOfHeads = (at: number) => rows[row]!.found.has(at) || heads[column]!.found.has(at);
  if (!isMark && !material.some((at) => ofCell.has(at) && !isOfHeads(at))) return false;
  const isColumnMeant =
    isHeadMeant || isOnlyValue(table, column) || isPriceAsked(table, claim, place) || isImplied(claim, head, ofCell);
  if (!isColumnMeant) return false;
  const ofTable = sharedBy(claim, table.heads.filter((_, at) => at !== column).map(mainPart));
  const ofRow = wordsOfOthers(claim, table.rows[row]!, column);
  const isPriced = isMoney(cell) || PRICE_HEAD.test(head);
  return material.every((at) => {
    if (ofCell.has(at) || isOfHeads(at) || ofRow.has(at) || ofContext.has(at) || ofTable.has(at)) return true;
    const { key } = claim.terms[at]!;
    return ATTRIBUTING.has(key) || (isPriced && PAYING.has(key));
  });
}

/** The terms of the claim that the cell has, if the claim has all of the cell. */
function matchedByCell(table: Table, claim: AnalysedText, { row, column }: Place): ReadonlySet<number> {
  const texts = wordings(table, table.rows[row]!, column).filter((text) => isWhollyIn(claim, text));
  return new Set(texts.flatMap((text) => [...matchedBy(claim, text, isSureAlone)]));
}

/** True if no head but this says nothing of what its cells are: "Value" beside "Unit". */
function isOnlyValue({ heads }: Table, column: number): boolean {
  const isGeneric = (head: string) => GENERIC_HEAD.test(mainPart(head));
  return isGeneric(heads[column] ?? '') && heads.every((other, at) => at === 0 || at === column || !isGeneric(other));
}

/** True if the claim says what something costs, and only this cell of the row is a price for it. */
function isPriceAsked(table: Table, claim: AnalysedText, { row, column }: Place): boolean {
  if (!claim.terms.some(({ key }) => PAYING.has(key))) return false;
  return table.rows[row]!.every((cell, at) => {
    const head = table.heads[at] ?? '';
    const isPrice = (isMoney(cell) || PRICE_HEAD.test(head)) && isPriceHead(claim, head, cell);
    return isPrice === (at === column);
  });
}

/** What the claim has of the row's other cells; their figures belong to other columns. */
function wordsOfOthers(claim: AnalysedText, cells: readonly string[], column: number): ReadonlySet<number> {
  const found = cells.flatMap((cell, at) => (at === column ? [] : [...matchedBy(claim, cell)]));
  return new Set(found.filter((at) => isWordOrName(claim.terms[at]!)));
}

/** What several heads have in common says what the table is about: "20 items on loan" beside "Standard loan" and "Short loan". */
function sharedBy(claim: AnalysedText, heads: readonly string[]): ReadonlySet<number> {
  const found = heads.map((head) => matchedBy(claim, head));
  const isShared = (at: number) => found.filter((own) => own.has(at)).length > 1;
  return new Set(claim.terms.flatMap((term, at) => (isWordOrName(term) && isShared(at) ? [at] : [])));
}

function isWordOrName({ kind }: Term): boolean {
  return kind === 'word' || kind === 'name';
}
