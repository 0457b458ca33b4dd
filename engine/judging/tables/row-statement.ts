/**
 * Reads rows of tables: a row says of what its head names that the column's head is the cell. A claim follows if row, column
 * and cell have all of it and no other row or column fits as well. Rows only support: what a table leaves out may hold all
 * the same.
 */
import { isNegationCue } from '#engine/language/negation.ts';
import { align } from '../alignment/alignment.ts';
import type { Match } from '../alignment/match.ts';
import type { AnalysedText, Term } from '../text/analysed-text.ts';
import { analysePassage } from '../text/analyses.ts';
import { keyColumn, type Table, tablesIn } from './table.ts';

/** The row that says what the claim says. */
export interface RowStatement {
  row: string;
  column: string;
  cell: string;
}

/** Verbs that say of a thing that it has the figure, the price or the property of the cell. */
const ATTRIBUTING = new Set([
  ...['be', 'have', 'measure', 'weigh', 'number', 'total', 'amount', 'come', 'stand', 'last', 'list', 'offer'],
  ...[
    'provide',
    'record',
    'count',
    'show',
    'hold',
    'run',
    'own',
    'possess',
    'contain',
    'take',
    'get',
    'make',
    'post',
    'see',
  ],
  ...['give', 'deliver', 'register', 'achieve', 'report', 'earn', 'reach', 'include', 'use', 'lie'],
]);
/** Words that only go with sums of money. */
const PAYING = new Set(['cost', 'charge', 'price', 'pay', 'fee', 'sell', 'fare', 'expense']);
const PRICE_HEAD = /\b(?:prices?|costs?|fees?|fares?|charges?|rates?|tariffs?)\b/iu;
/** Heads that say nothing of what the cells are. */
const GENERIC_HEAD = /^(?:values?|amounts?|numbers?|limits?|figures?|details?|information|totals?|)$/iu;
const YES = /^(?:yes|✓|✔)$/iu;
/** Words that make a difference, a part or a condition of a figure, or speak of several things at once. */
const COMPARING =
  /^(?:than|if|unless|except|also|another|other|together|each|both|less|more|fewer|extra|additional|off|cheaper|dearer|only|formerly|previously|originally)$/u;
const UNBOUND = new Set(['all', 'most', 'none', 'only', 'few', 'many']);

function matchedBy(claim: AnalysedText, text: string, accepts = (_: Match) => true): ReadonlySet<number> {
  if (text.trim() === '') return new Set();
  const { matches } = align(claim, analysePassage(text), null);
  return new Set(matches.flatMap((own, at) => (own.some(accepts) ? [at] : [])));
}

/** A cell stands without a sentence that would tell which meaning of a word is meant: "cherry" is a fruit and a red. */
function isSureAlone({ inference }: Match): boolean {
  return inference !== 'synonym' && inference !== 'hyponym';
}

/** The part of a head before a comma or a bracket, and its words that say something. */
function mainPart(head: string): string {
  return head.split(/[,(;]/u)[0]!.trim();
}

/** Share (0..1) of a cell's words that the claim has; a title before a name is none. */
function shareIn(claim: AnalysedText, text: string): number {
  const evidence = analysePassage(text);
  const { used } = align(claim, evidence, null);
  const own = evidence.terms.flatMap(({ light, surface }, at) =>
    light || TITLE.test(surface.toLowerCase()) ? [] : [at],
  );
  return own.length === 0 ? 0 : own.filter((at) => used.has(at)).length / own.length;
}

const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|dame|rev)$/u;

function isWhollyIn(claim: AnalysedText, text: string): boolean {
  return shareIn(claim, text) === 1;
}

/** Words of a head that only say what sort of value its cells are, which the cells show: "Crossing time", "Year of release". */
const SORT_OF_VALUE =
  /^(?:time|date|day|year|month|hour|price|cost|size|length|height|depth|width|weight|distance|duration|age|name|number|amount|quantity|value|figure|type|kind|place|total|overall|full|unit)$/u;
/** How often something comes back, which a date of it implies: "Annual fair". */
const RECURRENCE = /^(?:annual|yearly|monthly|weekly|daily|regular)$/u;

/** Words of a head that make another thing of it: "Off-peak", "Target for 2025", "Price before discount". */
const TURNING =
  /\b(?:off|non|not|no|without|excl\p{L}*|except|former|ex|under|over|below|above|up|max\p{L}*|min\p{L}*|before|after|net|gross|target|planned|forecast|budget\p{L}*|estimated|previous|old|new)\b/giu;

function isMoney(cell: string): boolean {
  return /^[$€£]|[$€£]$|\d ?(?:p|cents?|euros?|pounds?|dollars?)$/u.test(cell);
}

/** True if the claim has what turns a head into another one. */
function hasTurning(claim: AnalysedText, head: string): boolean {
  const own = claim.text.toLowerCase();
  return (head.match(TURNING) ?? []).every((word) => own.includes(word.toLowerCase()));
}

/** How much of a head the claim has: all but what the cell shows, "some" if there is anything besides that. */
function partOfHead(claim: AnalysedText, head: string, cell: string): 'none' | 'some' | 'shown' {
  const evidence = analysePassage(mainPart(head));
  const { used } = align(claim, evidence, null);
  const isDated = analysePassage(cell).terms.some(({ date }) => date !== null);
  const isShown = (key: string) => SORT_OF_VALUE.test(key) || PRICE_HEAD.test(key) || (isDated && RECURRENCE.test(key));
  const own = evidence.terms.flatMap(({ light, surface }, at) =>
    light || TITLE.test(surface.toLowerCase()) ? [] : [at],
  );
  if (!own.every((at) => used.has(at) || isShown(evidence.terms[at]!.key))) return 'none';
  return own.some((at) => used.has(at)) ? 'some' : 'shown';
}

/** True if the claim has what a head names: "Races missed" are no races, and a deputy is no manager. */
function hasHead(claim: AnalysedText, head: string, cell = ''): boolean {
  return hasTurning(claim, head) && partOfHead(claim, head, cell) === 'some';
}

/** "Price", "Fee per term", "EUR", but not "Refund" or "Fee waived". */
function isPriceHead(claim: AnalysedText, head: string, cell: string): boolean {
  if (!hasTurning(claim, head)) return false;
  return GENERIC_HEAD.test(mainPart(head)) || partOfHead(claim, head, cell) !== 'none';
}

/** "(marks)", "(thousands)" of a head, or "in tonnes", which the figures of its column leave out. */
function unitOf(head: string): string {
  const unit =
    /\(([^)]{1,20})\)/u.exec(head)?.[1] ??
    /, (?:in )?((?:million |thousand |billion )?[\p{L}€£$%²³/]+)$/u.exec(head)?.[1];
  return (unit ?? '').replace(/^in | unless .*$/gu, '').replace(/^(thousand|million|billion)s$/u, '$1');
}

/** "€m" before a figure, "million tonnes" after it. */
function withUnit(cell: string, unit: string): string {
  const money = /^([$€£])\s?(m|bn|million|billion|thousand|k)?$/u.exec(unit);
  if (money !== null) return `${money[1]}${cell}${money[2] === undefined ? '' : ` ${LONG[money[2]] ?? money[2]}`}`;
  return unit === '' ? cell : `${cell} ${unit}`;
}

const LONG: Readonly<Record<string, string>> = { m: 'million', bn: 'billion', k: 'thousand' };

function isBareFigure(cell: string): boolean {
  return /^[\d.,\s]+$/u.test(cell);
}

/** "Buckets" after a figure is no name. */
function uncapitalised(head: string): string {
  return head.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}

/** The cell with what stands in the heads for all of them. */
function wordings(table: Table, row: readonly string[], column: number): string[] {
  const cell = row[column]!;
  const parts = cell.split(/, | and /u);
  if (!isBareFigure(cell)) return parts.length > 1 && !/\d/u.test(cell) ? [cell, ...parts] : [cell];
  const head = table.heads[column] ?? '';
  const scaled = withUnit(
    cell,
    unitOf(head) || unitOf(row[0]!) || unitOf(table.heads[0] ?? '') || unitOf(mainLine(table.caption)),
  );
  return [scaled, `${scaled} ${uncapitalised(mainPart(head))}`, `${scaled} ${uncapitalised(mainPart(row[0]!))}`];
}

/** The line right over the table. */
function mainLine(caption: string): string {
  return caption.split('\n')[0] ?? '';
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

interface Place {
  row: number;
  column: number;
}

/** The row of a table in `passage` that says the claim; null if there is none, or more than one. `above`: titles and headings. */
export function rowThatSays(claim: AnalysedText, passage: string, above: readonly string[]): RowStatement | null {
  if (!passage.includes(' | ') || !isPlain(claim)) return null;
  for (const table of tablesIn(passage)) {
    if (isProvisional(claim, [...above, ...table.caption.split('\n')])) continue;
    const found = placesIn(table, claim, [...above, table.caption]);
    if (found.length !== 1) continue;
    const { row, column } = found[0]!;
    const cells = table.rows[row]!;
    return { row: cells[keyColumn(table)]!, column: table.heads[column] ?? '', cell: cells[column]! };
  }
  return null;
}

/** Words of a heading by which a table has no facts yet. */
const PROVISIONAL = /\b(?:planned|proposed|forecasts?|projected|projections?|expected|estimated|estimates|draft)\b/iu;

/** True if a heading over the table ("Forecast for 2030") says that it is no fact, and the claim does not. */
function isProvisional(claim: AnalysedText, lines: readonly string[]): boolean {
  const headings = lines.filter((line) => !/[.!?]$/u.test(line.trim()));
  return headings.some((line) => PROVISIONAL.test(line)) && !PROVISIONAL.test(claim.text);
}

/** Negations, quantifiers, hedges and comparisons are no matter of one cell. */
function isPlain({ tokens, quantifiers, hedges, cut, sentences }: AnalysedText): boolean {
  if (cut || sentences !== 1 || hedges.some((strength) => strength > 0)) return false;
  if (tokens.some((token, at) => isNegationCue(tokens, at) || COMPARING.test(token.lower))) return false;
  if (tokens.some(({ lower }, at) => lower === 'used' && tokens[at + 1]?.lower === 'to')) return false;
  return !quantifiers.some(({ kind }) => UNBOUND.has(kind));
}

function placesIn(table: Table, claim: AnalysedText, context: readonly string[]): Place[] {
  const material = claim.terms.flatMap(({ light }, at) => (light ? [] : [at]));
  const key = keyColumn(table);
  const ofContext = matchedBy(claim, [...context, table.heads[key] ?? ''].join('. '));
  const heads = table.heads.map((head, column) =>
    column === key || !hasTurning(claim, head) ? NO_HEAD : headOf(claim, head),
  );
  const rows = table.rows.map((cells) => headOf(claim, cells[key] ?? ''));
  const places: Place[] = [];
  table.rows.forEach((cells, row) => {
    if (!isBest(rows, row) || !hasHead(claim, cells[key] ?? '')) return;
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

/** What of the claim the head of a row or column has, and the share (0..1) of its words that the claim has. */
interface Head {
  found: ReadonlySet<number>;
  share: number;
}

const NO_HEAD: Head = { found: new Set(), share: 0 };

function headOf(claim: AnalysedText, head: string): Head {
  const found = matchedBy(claim, mainPart(head));
  return { found, share: found.size === 0 ? 0 : shareIn(claim, mainPart(head)) };
}

/** True if no other row or column has as much of the claim, or as much with fewer words of its own. */
function isBest(all: readonly Head[], at: number): boolean {
  const weight = ({ found, share }: Head) => found.size + share;
  return all[at]!.found.size > 0 && all.every((other, i) => i === at || weight(other) < weight(all[at]!));
}

function isSaidAt(table: Table, claim: AnalysedText, { row, column }: Place, found: Found): boolean {
  const cells = table.rows[row]!;
  const head = table.heads[column] ?? '';
  const { material, ofContext, heads, rows } = found;
  const isHeadMeant = isBest(heads, column) && hasHead(claim, head, cells[column]!);
  const isCell = YES.test(cells[column]!);
  const texts = isCell ? [] : wordings(table, cells, column).filter((text) => isWhollyIn(claim, text));
  const ofCell = new Set(texts.flatMap((text) => [...matchedBy(claim, text, isSureAlone)]));
  const isPriced = isMoney(cells[column]!) || PRICE_HEAD.test(head);
  const isPaid = claim.terms.some(({ key }) => PAYING.has(key));
  if (isCell && !isHeadMeant) return false;
  if (!isCell && !material.some((at) => ofCell.has(at) && !rows[row]!.found.has(at) && !heads[column]!.found.has(at)))
    return false;
  const isOnlyValue =
    GENERIC_HEAD.test(mainPart(head)) &&
    table.heads.every((other, i) => i === 0 || i === column || !GENERIC_HEAD.test(mainPart(other)));
  const isOnlyPrice = cells.every((cell, i) => {
    const other = table.heads[i] ?? '';
    return i === column || !(isMoney(cell) || PRICE_HEAD.test(other)) || !isPriceHead(claim, other, cell);
  });
  const isPrice = isPriced && isPaid && isOnlyPrice && isPriceHead(claim, head, cells[column]!);
  if (!isHeadMeant && !isOnlyValue && !isPrice && !isImplied(claim, head, ofCell)) return false;
  // Other figures of the row belong to other columns.
  const ofRow = new Set(
    cells.flatMap((cell, i) =>
      i === column ? [] : [...matchedBy(claim, cell)].filter((at) => isWordOrName(claim.terms[at]!)),
    ),
  );
  return material.every((at) => {
    const term = claim.terms[at]!;
    const isFound =
      ofCell.has(at) || heads[column]!.found.has(at) || rows[row]!.found.has(at) || ofRow.has(at) || ofContext.has(at);
    return isFound || ATTRIBUTING.has(term.key) || (isPriced && PAYING.has(term.key));
  });
}

function isWordOrName({ kind }: Term): boolean {
  return kind === 'word' || kind === 'name';
}
