/**
 * Reads a row of a table with its column head as a statement: "Pool Hide | 150 m" under "Distance" says that Pool Hide's distance
 * is 150 m.
 */

import { type Item, itemsOf } from '#engine/syntax/items.ts';
import { singular } from '#engine/text/class-nouns.ts';
import { registerCallCache } from '#engine/text/kept.ts';
import { analyse } from '#engine/text/nlp.ts';
import { sameItem } from '../align/same-item.ts';
import type { Subject } from '../read/subject.ts';
import { isNo, isPlain, isYes, type Table } from '../read/table.ts';
import type { Clash } from './contradiction.ts';
import { isNegative } from './differences.ts';
import { isQuantifier, takesBack } from './words.ts';

export interface RowRuling {
  relationship: 'supports' | 'contradicts';
  ground: string;
  /** The row's text. */
  row: string;
  /** The figure in the claim and the one in the cell, if they differ. Null otherwise. */
  clash: Clash | null;
}

/** Words with which a claim connects the label, head and value of a row. They add nothing. */
const LINKING = new Set(
  (
    "be have cost weigh measure amount come take pay get apply run of in at for with to on by per from 's ’s it " +
    'its there and a charge price fee require include use under one can'
  ).split(' '),
);

/** Column heads that say no more than that the column has the values. */
const VALUE_HEADS = /^(?:|value|limit|amount|name|detail|details|data|answer|figure|result|description)$/iu;

// Cached, because a table is compared with many claims.
const cells = new Map<string, readonly Item[]>();
registerCallCache(() => cells.clear());

function itemsIn(text: string): readonly Item[] {
  let items = cells.get(text);
  if (items === undefined) {
    items = itemsOf(analyse(text)).filter(({ kind }) => kind !== 'mark');
    cells.set(text, items);
  }
  return items;
}

function isContent({ pos, kind, lower }: Item): boolean {
  return kind !== 'word' || (!/^(?:ADP|CCONJ|DET|PART|PRON|SYM)$/.test(pos) && lower !== 'be');
}

/** Indices of the claim's items that match all content words of `items`, each used once. Null if one is missing. */
function placesOf(items: readonly Item[], claim: readonly Item[], taken: ReadonlySet<number>): number[] | null {
  const used = new Set(taken);
  const places: number[] = [];
  for (const item of items.filter(isContent)) {
    const at = claim.findIndex(
      (own, i) => !used.has(i) && (sameItem(own, item) || (own.key === item.key && own.pos !== 'VERB')),
    );
    if (at < 0) return null;
    used.add(at);
    places.push(at);
  }
  return places;
}

/** Heads of columns that give upper limits. */
const LIMIT_HEADS = /^(?:limit|maximum|upper limit)$/iu;
const ALLOWED = /^(?:can|may|up|limit|limited|maximum|allowed)$/;
const UP_TO = new Set(['up', 'to']);

/** A claim that is looked up in the tables of a document. */
interface SoughtClaim {
  claim: readonly Item[];
  document: Subject;
}

/** The items of the claim without those in `taken`, linking words and names of the document's subject. */
function restOf({ claim, document }: SoughtClaim, taken: ReadonlySet<number>): Item[] {
  return claim.filter(
    ({ key, lower, isName }, at) =>
      !taken.has(at) && !LINKING.has(key) && !LINKING.has(lower) && !(isName && document.names.has(lower)),
  );
}

interface Column {
  head: string;
  cell: string;
  /** Indices of the claim's items that match the head and the value. */
  places: readonly number[];
  said: 'supports' | 'contradicts';
  /** Indices of other items of the claim that head and value cover, e.g. "not" or "up". */
  besides: readonly number[];
}

/** True if the ranges of the claim that the columns match don't overlap. */
function areApart(columns: readonly Column[]): boolean {
  const ranges = columns
    .map(({ places }) => [Math.min(...places), Math.max(...places)] as const)
    .sort((a, b) => a[0] - b[0]);
  return ranges.every(([start], at) => at === 0 || start > ranges[at - 1]![1]);
}

function otherFigure(sought: SoughtClaim, taken: ReadonlySet<number>, cell: string): boolean {
  const [other, ...more] = itemsIn(cell);
  if (
    other?.quantity == null ||
    more.length > 0 ||
    other.quantity.low !== other.quantity.high ||
    other.quantity.bound !== 'exact'
  )
    return false;
  const rest = restOf(sought, taken);
  const own = rest[0]?.quantity;
  if (rest.length !== 1 || own == null || own.bound !== 'exact' || own.dimension !== other.quantity.dimension)
    return false;
  return Math.abs(own.low - other.quantity.low) > Math.max(own.tolerance, other.quantity.tolerance);
}

/** A count in brackets behind "yes" or "no": "42 steps" in "no (42 steps)". Null for other cells. */
function remarkIn(cell: string): string | null {
  const remark = /^(?:yes|no) \(([^()]+)\)$/iu.exec(cell)?.[1];
  const [count, ...noun] = remark === undefined ? [] : itemsIn(remark);
  const isCount = count?.quantity?.dimension === 'count' && count.quantity.bound === 'exact';
  return isCount && noun.length === 1 && noun[0]!.isPlural ? remark! : null;
}

/** Whether another column gives what the remark counts: "6 lanes" in a table with a column "Lanes". */
function isOfOtherColumn(remark: string, heads: readonly string[]): boolean {
  const counted = singular(remark.split(' ').at(-1)!.toLowerCase());
  return heads.some((head) => singular(head.toLowerCase()) === counted);
}

const isNot = ({ lower }: Item) => lower === 'not';

/** Matches a cell with the claim, apart from the words that label and head have taken. Null if it doesn't match. */
function valueIn(cell: string, head: string, { claim }: SoughtClaim, taken: ReadonlySet<number>) {
  const items = itemsIn(cell);
  // An upper limit for files says nothing about the size of one.
  if (LIMIT_HEADS.test(head) && !claim.some(({ lower }) => ALLOWED.test(lower))) return null;
  const own = claim.findIndex(isNot);
  const denied = own < 0 ? [] : [own];
  // Both deny: "not available" in the claim and in the cell.
  const isDenial = own >= 0 && items.filter(isNot).length === 1;
  const words = isDenial ? items.filter((item) => !isNot(item)) : items;
  if (words.some(({ lower }) => isNegative(lower) || takesBack(lower))) return null;
  const value = placesOf(words, claim, taken);
  if (value === null || value.length === 0) return null;
  const bound = LIMIT_HEADS.test(head) && words.length === 1 ? claim.findIndex(({ lower }) => UP_TO.has(lower)) : -1;
  return { places: value, besides: [...(isDenial ? denied : []), ...(bound < 0 ? [] : [bound])] };
}

/** Whether the claim's figure is below the limit: "can be 4 GB" under a limit of 5 GB. */
function isWithin(claim: readonly Item[], cell: string): boolean {
  const most = itemsIn(cell)[0]?.quantity;
  return (
    most != null &&
    claim.some(
      ({ quantity, lower }) =>
        quantity !== null && !UP_TO.has(lower) && quantity.dimension === most.dimension && quantity.high < most.low,
    )
  );
}

/** The columns of a row that the claim mentions, and what each says about it. */
function columnsOf(
  heads: readonly string[],
  row: readonly string[],
  sought: SoughtClaim,
  label: readonly number[],
): Column[] {
  const found: Column[] = [];
  for (let column = 1; column < row.length; column++) {
    const [head, cell] = [heads[column] ?? '', row[column]!];
    const taken = new Set([...label, ...found.flatMap(({ places }) => places)]);
    const remark = remarkIn(cell);
    const remarked = remark === null ? null : valueIn(remark, '', sought, taken);
    if (remarked !== null && !isOfOtherColumn(remark!, heads)) {
      found.push({ head, cell, said: 'supports', ...remarked });
      continue;
    }
    const isLimit = LIMIT_HEADS.test(head);
    const isValue = isLimit || (VALUE_HEADS.test(head) && row.length === 2);
    const under = isValue ? [] : placesOf(itemsIn(head), sought.claim, taken);
    if (under === null || (!isValue && under.length === 0)) continue;
    const denial = sought.claim.findIndex(isNot);
    // "Open: no" supports "is not open", but not "can not be open".
    if (isNo(cell) && denial >= 0 && sought.claim[denial - 1]?.tense !== 'modal')
      found.push({ head, cell, places: under, said: 'supports', besides: [denial] });
    else if (isYes(cell) || isNo(cell))
      found.push({ head, cell, places: under, said: isYes(cell) ? 'supports' : 'contradicts', besides: [] });
    else {
      const value = valueIn(cell, head, sought, new Set([...taken, ...under]));
      if (value !== null)
        found.push({ head, cell, said: 'supports', places: [...under, ...value.places], besides: value.besides });
      else if (
        found.length === 0 &&
        !(isLimit && (row.length > 2 || isWithin(sought.claim, cell))) &&
        otherFigure(sought, new Set([...taken, ...under]), cell)
      )
        return [{ head, cell, places: under, said: 'contradicts', besides: [] }];
    }
  }
  return found;
}

function clashOf(sought: SoughtClaim, taken: readonly number[], cell: string): Clash | null {
  const [own] = restOf(sought, new Set(taken));
  return own === undefined ? null : { kind: 'figure', claimText: own.text, evidenceText: cell };
}

/** A label without its unit: "Retrieval, per GB". */
function withoutUnit(label: string): string {
  const at = label.indexOf(' per ');
  return at < 0 ? label : label.slice(0, at).replace(/,$/u, '');
}

/** What each row of a table says about the claim. */
function inTable(table: Table, sought: SoughtClaim): RowRuling[] {
  const { claim } = sought;
  if (claim.some((item) => (takesBack(item.lower) && !isNot(item)) || isQuantifier(item.lower))) return [];
  if (claim.filter(isNot).length > 1) return [];
  return table.rows.flatMap((row) => inRow(row, table, sought) ?? []);
}

function inRow(row: readonly string[], { heads }: Table, sought: SoughtClaim): RowRuling | null {
  const { claim } = sought;
  for (const name of new Set([row[0]!, withoutUnit(row[0]!)])) {
    const label = placesOf(itemsIn(name), claim, new Set());
    if (label === null || label.length === 0) continue;
    const columns = columnsOf(heads, row, sought, label);
    const [first] = columns;
    if (first === undefined || !areApart(columns)) continue;
    if (first.said === 'contradicts' && columns.length === 1) {
      if (!isNo(first.cell) || restOf(sought, new Set([...label, ...first.places])).length === 0)
        return {
          relationship: 'contradicts',
          ground: 'table_figure',
          row: row.join(' | '),
          clash: clashOf(sought, [...label, ...first.places], first.cell),
        };
      continue;
    }
    const rest = restOf(
      sought,
      new Set([...label, ...columns.flatMap(({ places, besides }) => [...places, ...besides])]),
    );
    // With two columns, it is unclear which of them a "not" denies.
    if (columns.length > 1 && columns.some(({ besides }) => besides.some((at) => isNot(claim[at]!)))) continue;
    if (rest.length === 0 && columns.every(({ said }) => said === 'supports'))
      return { relationship: 'supports', ground: 'table_row', row: row.join(' | '), clash: null };
  }
  return null;
}

/**
 * Splits "A and B are step-free" into two claims, about A and about B. Null for other claims, and for those with a figure, which
 * A and B may have together.
 */
function ofEach(claim: readonly Item[]): Item[][] | null {
  // Use the last verb, because a name may be tagged as a verb: "Reed Hide".
  const verb = claim.findLastIndex(({ tense }) => tense !== null);
  const and = claim.findIndex(({ lower }) => lower === 'and');
  if (and < 1 || and + 1 >= verb || claim.slice(verb).some(({ kind, lower }) => kind !== 'word' || lower === 'and'))
    return null;
  const said = claim.slice(verb);
  return [
    [...claim.slice(0, and), ...said],
    [...claim.slice(and + 1, verb), ...said],
  ];
}

/**
 * The ruling on which all agree. Null if there are none, or if they differ: "Adults | €10" in one table, "Adults | €9" in
 * another.
 */
function agreed(rulings: readonly RowRuling[]): RowRuling | null {
  const [first] = rulings;
  return first !== undefined && rulings.every(({ relationship }) => relationship === first.relationship) ? first : null;
}

/** What the rows of the tables say about the claim. Null if no row supports or contradicts it. */
export function rowIn(claim: readonly Item[], tables: readonly Table[], document: Subject): RowRuling | null {
  const read = tables.filter(isPlain);
  const said = (sought: readonly Item[]) =>
    agreed(read.flatMap((table) => inTable(table, { claim: sought, document })));
  const found = said(claim);
  if (found !== null) return found;
  const [first, second] = (ofEach(claim) ?? []).map(said);
  return first?.relationship === 'supports' && second?.relationship === 'supports'
    ? { ...first, row: `${first.row}\n${second.row}` }
    : null;
}
