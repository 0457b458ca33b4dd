/** A row of a table with its head, read as a statement: "Pool Hide | 150 m" under "Distance" says that Pool Hide's distance is 150 m. */

import { type Item, itemsOf } from '#engine/syntax/items.ts';
import { forgetAfterCall } from '#engine/text/kept.ts';
import { analyse } from '#engine/text/nlp.ts';
import { sameItem } from '../align/same-item.ts';
import type { Subject } from '../read/subject.ts';
import type { Table } from '../read/table.ts';
import type { Clash } from './contradiction.ts';
import { isNegative } from './differences.ts';
import { isQuantifier, takesBack } from './words.ts';

export interface RowRuling {
  relationship: 'supports' | 'contradicts';
  ground: string;
  /** The row as it stands. */
  row: string;
  /** What the cell has instead, of a figure that differs; null otherwise. */
  clash: Clash | null;
}

/** Words that join label, head and value of a row and add nothing to them. */
const LINKING = new Set(
  (
    "be have cost weigh measure amount come take pay get apply run of in at for with to on by per from 's ’s it " +
    'its there and a charge price fee require include use under one can'
  ).split(' '),
);

/** Heads that say only that what stands below is the value. */
const VALUE_HEADS = /^(?:|value|limit|amount|name|detail|details|data|answer|figure|result|description)$/iu;

// A table is held against many claims.
const cells = new Map<string, readonly Item[]>();
forgetAfterCall(() => cells.clear());

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

/** Places of the claim that have all of `items`, each once; null if one is missing. */
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

/** Figures that are not yet so. */
const UNREAL =
  /\b(?:forecast|planned|plan|target|proposed|proposal|projection|projected|expected|draft|example|budget)s?\b/iu;

function isYes(cell: string): boolean {
  return /^(?:yes|✓|✔)$/iu.test(cell);
}

function isNo(cell: string): boolean {
  return /^(?:no|✗|✘)$/iu.test(cell);
}

/** A claim that is looked for in the tables of a document. */
interface SoughtClaim {
  claim: readonly Item[];
  document: Subject;
}

/** What of the claim is left when label, head and what names the document are taken away. */
function restOf({ claim, document }: SoughtClaim, taken: ReadonlySet<number>): Item[] {
  return claim.filter(
    ({ key, lower, isName }, at) =>
      !taken.has(at) && !LINKING.has(key) && !LINKING.has(lower) && !(isName && document.names.has(lower)),
  );
}

interface Column {
  head: string;
  cell: string;
  /** Places of the claim that head and value take. */
  places: readonly number[];
  said: 'supports' | 'contradicts';
}

/** True where the head's and the value's words stand side by side: no other column's lie between them. */
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

/** The columns of a row that the claim speaks of, with the value that it gives. */
function columnsOf(
  heads: readonly string[],
  row: readonly string[],
  sought: SoughtClaim,
  label: readonly number[],
): Column[] {
  const found: Column[] = [];
  for (let column = 1; column < row.length; column++) {
    const [head, cell] = [heads[column] ?? '', row[column]!];
    const isValue = VALUE_HEADS.test(head) && row.length === 2;
    const taken = new Set([...label, ...found.flatMap(({ places }) => places)]);
    const under = isValue ? [] : placesOf(itemsIn(head), sought.claim, taken);
    if (under === null || (!isValue && under.length === 0)) continue;
    if (isYes(cell) || isNo(cell)) {
      found.push({ head, cell, places: under, said: isYes(cell) ? 'supports' : 'contradicts' });
      continue;
    }
    if (itemsIn(cell).some(({ lower }) => isNegative(lower) || takesBack(lower))) continue;
    const value = placesOf(itemsIn(cell), sought.claim, new Set([...taken, ...under]));
    if (value !== null && value.length > 0) found.push({ head, cell, places: [...under, ...value], said: 'supports' });
    else if (found.length === 0 && otherFigure(sought, new Set([...taken, ...under]), cell))
      return [{ head, cell, places: under, said: 'contradicts' }];
  }
  return found;
}

function clashOf(sought: SoughtClaim, taken: readonly number[], cell: string): Clash | null {
  const [own] = restOf(sought, new Set(taken));
  return own === undefined ? null : { kind: 'figure', claimText: own.text, evidenceText: cell };
}

/** "Retrieval, per GB": what a value is counted by may be left to it. */
function withoutUnit(label: string): string {
  const at = label.indexOf(' per ');
  return at < 0 ? label : label.slice(0, at).replace(/,$/u, '');
}

function inTable({ heads, rows }: Table, sought: SoughtClaim): RowRuling | null {
  const { claim } = sought;
  if (claim.some(({ lower }) => takesBack(lower) || isQuantifier(lower))) return null;
  for (const row of rows) {
    for (const name of new Set([row[0]!, withoutUnit(row[0]!)])) {
      const label = placesOf(itemsIn(name), claim, new Set());
      if (label === null || label.length === 0) continue;
      const columns = columnsOf(heads, row, sought, label);
      const [first] = columns;
      if (first === undefined || !areApart(columns)) continue;
      const found = { row: row.join(' | '), clash: null };
      if (first.said === 'contradicts' && columns.length === 1) {
        const isFigure = !isNo(first.cell);
        if (isFigure || restOf(sought, new Set([...label, ...first.places])).length === 0)
          return {
            relationship: 'contradicts',
            ground: 'table_figure',
            row: found.row,
            clash: clashOf(sought, [...label, ...first.places], first.cell),
          };
        continue;
      }
      const rest = restOf(sought, new Set([...label, ...columns.flatMap(({ places }) => places)]));
      if (rest.length === 0 && columns.every(({ said }) => said === 'supports'))
        return { relationship: 'supports', ground: 'table_row', ...found };
    }
  }
  return null;
}

/** What a row of one of the tables says of the claim; null if none says it or another figure. */
export function rowIn(claim: readonly Item[], tables: readonly Table[], document: Subject): RowRuling | null {
  for (const table of tables) {
    if (UNREAL.test(table.caption)) continue;
    const found = inTable(table, { claim, document });
    if (found !== null) return found;
  }
  return null;
}
