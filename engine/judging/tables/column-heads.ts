/** What a claim has of the heads of a table's rows and columns. */
import type { Word } from '#engine/language/nlp.ts';
import { align } from '../alignment/alignment.ts';
import type { Match } from '../alignment/match.ts';
import type { AnalysedText } from '../text/analysed-text.ts';
import { analysePassage } from '../text/analyses.ts';
import { keyColumn, type Table } from './table.ts';

/** Heads of columns that hold sums of money. */
export const PRICE_HEAD = /\b(?:prices?|costs?|fees?|fares?|charges?|rates?|tariffs?)\b/iu;

/** The terms of the claim that a text of the table has; `accepts` may refuse matches. */
export function matchedBy(claim: AnalysedText, text: string, accepts = (_: Match) => true): ReadonlySet<number> {
  if (text.trim() === '') return new Set();
  const { matches } = align(claim, analysePassage(text), null);
  return new Set(matches.flatMap((own, at) => (own.some(accepts) ? [at] : [])));
}

/** The part of a head before a comma, a semicolon or a bracket. */
export function mainPart(head: string): string {
  return head.split(/[,(;]/u)[0]!.trim();
}

/**
 * What tells each row of a table from the others: its head, or where several begin alike ("Cottons, Eco" and "Cottons, Quick")
 * what stands after the comma, if no other row has that.
 */
export function rowNames(table: Table): string[] {
  const key = keyColumn(table);
  const heads = table.rows.map((cells) => cells[key] ?? '');
  const parts = heads.map((head) => head.split(/[,(;]/u).map((part) => part.trim()));
  return heads.map((head, at) => {
    const [main = '', rest = '', ...more] = parts[at]!;
    if (parts.filter(([other]) => other === main).length === 1) return head;
    const isOwn = rest !== '' && more.length === 0 && parts.filter((other) => other.includes(rest)).length === 1;
    return isOwn ? rest : parts[at]!.join(' ');
  });
}

/** Share (0..1) of the words of a head or cell that the claim has; a title before a name is no word. */
function shareOfWords(claim: AnalysedText, text: string): number {
  const evidence = analysePassage(text);
  const { used } = align(claim, evidence, null);
  const own = evidence.terms.flatMap(({ light, surface }, at) =>
    light || TITLE.test(surface.toLowerCase()) ? [] : [at],
  );
  return own.length === 0 ? 0 : own.filter((at) => used.has(at)).length / own.length;
}

const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|dame|rev)$/u;

/** True if the claim has all words of a head or cell. */
export function isWhollyIn(claim: AnalysedText, text: string): boolean {
  return shareOfWords(claim, text) === 1;
}

/** Words of a head that only say what sort of value its cells are, which the cells show: "Crossing time", "Year of release". */
const SORT_OF_VALUE =
  /^(?:time|date|day|year|month|hour|price|cost|size|length|height|depth|width|weight|distance|duration|age|name|number|amount|quantity|value|figure|type|kind|place|total|overall|full|unit)$/u;
/** How often something comes back, which a date of it implies: "Annual fair". */
const RECURRENCE = /^(?:annual|yearly|monthly|weekly|daily|regular)$/u;

/** Words by which a claim says how often. */
const PERIOD =
  /^(?:once|hour|day|week|month|quarter|year|hourly|daily|weekly|monthly|quarterly|yearly|annual|annually)$/u;

/** Words of a head that make another thing of it: "Off-peak", "Target for 2025", "Price before discount". */
const TURNING =
  /\b(?:off|non|not|no|without|excl\p{L}{0,24}|except|former|ex|under|over|below|above|up|max\p{L}{0,24}|min\p{L}{0,24}|before|after|net|gross|target|planned|forecast|budget\p{L}{0,24}|estimated|previous|old|new)\b/giu;

/** Those of them that only say in brackets what a head includes. */
const EXPLAINING = /\b(?:up|under|over|below|above|no|not|max\p{L}{0,24}|min\p{L}{0,24})\b/giu;

/** True if the claim has what turns a head into another one. */
export function hasTurning(claim: AnalysedText, head: string): boolean {
  const own = claim.text.toLowerCase();
  // "Family (up to 3 children)" says what the row is, "Price (excl. VAT)" what it is not.
  const outside = head.replaceAll(/\(([^()]*)\)/gu, (_, inside: string) => inside.replaceAll(EXPLAINING, ''));
  return (outside.match(TURNING) ?? []).every((word) => own.includes(word.toLowerCase()));
}

/** How much of a head the claim has: all but what the cell shows, "some" if there is anything besides that. */
export function partOfHead(claim: AnalysedText, head: string, cell: string): 'none' | 'some' | 'shown' {
  if (spanOf(claim, head).size > 0) return 'some';
  const evidence = analysePassage(mainPart(head));
  const { used } = align(claim, evidence, null);
  const isDated = analysePassage(cell).terms.some(({ date }) => date !== null);
  const isOneTime = isDated || (PRICE_HEAD.test(head) && !claim.tokens.some(({ lemma }) => PERIOD.test(lemma)));
  const isShown = (key: string) =>
    SORT_OF_VALUE.test(key) || PRICE_HEAD.test(key) || (isOneTime && RECURRENCE.test(key));
  const own = evidence.terms.flatMap(({ light, surface }, at) =>
    light || TITLE.test(surface.toLowerCase()) ? [] : [at],
  );
  if (!own.every((at) => used.has(at) || isShown(evidence.terms[at]!.key))) return 'none';
  return own.some((at) => used.has(at)) ? 'some' : 'shown';
}

/** True if the claim has what a head names: "Races missed" are no races, and a deputy is no manager. */
export function hasHead(claim: AnalysedText, head: string, cell = ''): boolean {
  return hasTurning(claim, head) && partOfHead(claim, head, cell) === 'some';
}

/**
 * The terms of the claim that say a head in its very words: "the Basalt 6" of a row "Basalt 6". Empty if it doesn't, or if the
 * name goes on in the claim: "Basalt 60", "Basalt 6 Pro".
 */
function spanOf(claim: AnalysedText, head: string): ReadonlySet<number> {
  const { tokens, terms } = claim;
  const own = analysePassage(mainPart(head)).tokens;
  // At the end of a sentence the tagger takes "X." for one word.
  const isSame = (word: Word, other: Word | undefined) =>
    word.lower === other?.lower || (other !== undefined && word.lower === other.lower.replace(/\.$/u, ''));
  const from = tokens.findIndex((_, at) => own.length > 0 && own.every((word, i) => isSame(word, tokens[at + i])));
  if (from < 0) return new Set();
  const end = from + own.length;
  const isLonger = /^[-–]$/u.test(tokens[end]?.text ?? '') || (isName(tokens[end - 1]) && isName(tokens[end]));
  if (isLonger) return new Set();
  return new Set(terms.flatMap((term, at) => (term.start >= from && term.end <= end && !term.light ? [at] : [])));
}

function isName(token: Word | undefined): boolean {
  return (
    token !== undefined && (token.pos === 'PROPN' || /^\d+$/u.test(token.text)) && /^[\p{Lu}\p{N}]/u.test(token.text)
  );
}

/** What of the claim the head of a row or column has, and the share (0..1) of its words that the claim has; 2 for its very words. */
export interface Head {
  found: ReadonlySet<number>;
  share: number;
}

const NO_HEAD: Head = { found: new Set(), share: 0 };

/** What the claim has of one head. */
export function headOf(claim: AnalysedText, head: string): Head {
  const literal = spanOf(claim, head);
  // Words of its own beat words that only mean the same.
  if (literal.size > 0) return { found: literal, share: 2 };
  const found = matchedBy(claim, mainPart(head));
  return { found, share: found.size === 0 ? 0 : shareOfWords(claim, mainPart(head)) };
}

/** True if no other row or column has as much of the claim, or as much with fewer words of its own. */
export function isBest(all: readonly Head[], at: number): boolean {
  const weight = ({ found, share }: Head) => found.size + share;
  return all[at]!.found.size > 0 && all.every((other, i) => i === at || weight(other) < weight(all[at]!));
}

/** What the claim has of each column's head; nothing of the column that names the rows, or of a head that something turns. */
export function columnHeads(claim: AnalysedText, table: Table): Head[] {
  const key = keyColumn(table);
  return table.heads.map((head, at) => (at === key || !hasTurning(claim, head) ? NO_HEAD : headOf(claim, head)));
}

/** Which of `names` the claim names, by what it has of each; -1 for none, or if it may be several. */
export function namedBy(claim: AnalysedText, heads: readonly Head[], names: readonly string[]): number {
  return heads.findIndex((_, at) => isBest(heads, at) && hasHead(claim, names[at]!));
}
