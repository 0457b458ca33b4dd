/** A row of a table with its head, read as a statement: "Pool Hide | 150 m" under "Distance" says that Pool Hide's distance is 150 m. */
import { analysePassage } from '#engine/language/nlp.ts';
import { type Item, itemsOf } from '#engine/syntax/items.ts';
import { sameItem } from '../align/same-item.ts';
import { type Table, tablesIn } from '../read/table.ts';
import type { Subject } from '../read/subject.ts';
import { isQuantifier, takesBack } from './words.ts';

export interface RowRuling {
  relationship: 'supports' | 'contradicts';
  ground: string;
  /** The row as it stands. */
  row: string;
  /** Head of the column; empty without one. */
  column: string;
  cell: string;
}

/** Words that join label, head and value of a row and add nothing to them. */
const LINKING = new Set([
  ...['be', 'have', 'cost', 'weigh', 'measure', 'amount', 'come', 'take', 'pay', 'get', 'apply', 'run', 'of', 'in', 'at', 'for', 'with'],
  ...['to', 'on', 'by', 'per', 'from', "'s", '’s', 'it', 'its', 'there', 'and', 'a', 'charge', 'price', 'fee', 'require', 'include', 'use', 'under'],
]);

/** Heads that say only that what stands below is the value. */
const VALUE_HEADS = /^(?:|value|limit|amount|name|detail|details|data|answer|figure|result|description)$/iu;

function itemsIn(text: string): Item[] {
  return itemsOf(analysePassage(text)).filter(({ kind }) => kind !== 'mark');
}

function isContent({ pos, kind, lower }: Item): boolean {
  return kind !== 'word' || (!/^(?:ADP|CCONJ|DET|PART|PRON|SYM)$/.test(pos) && lower !== 'be');
}

/** Places of the claim that have all of `items`, each once; null if one is missing. */
function placesOf(items: readonly Item[], claim: readonly Item[], taken: ReadonlySet<number>): number[] | null {
  const used = new Set(taken);
  const places: number[] = [];
  for (const item of items.filter(isContent)) {
    const at = claim.findIndex((own, i) => !used.has(i) && (sameItem(own, item) || (own.key === item.key && own.pos !== 'VERB')));
    if (at < 0) return null;
    used.add(at);
    places.push(at);
  }
  return places;
}

function isYes(cell: string): boolean {
  return /^(?:yes|✓|✔)$/iu.test(cell);
}

function isNo(cell: string): boolean {
  return /^(?:no|✗|✘)$/iu.test(cell);
}

interface Reading {
  claim: readonly Item[];
  document: Subject;
}

/** What of the claim is left when label, head and what names the document are taken away. */
function restOf({ claim, document }: Reading, taken: ReadonlySet<number>): Item[] {
  return claim.filter(
    ({ key, lower, isName }, at) => !taken.has(at) && !LINKING.has(key) && !LINKING.has(lower) && !(isName && document.names.has(lower)),
  );
}

function ofCell(reading: Reading, taken: ReadonlySet<number>, cell: string): 'supports' | 'contradicts' | null {
  const { claim } = reading;
  const isPlain = !claim.some(({ lower }) => takesBack(lower) || isQuantifier(lower));
  if (!isPlain) return null;
  if (isYes(cell) || isNo(cell)) {
    const isSaid = restOf(reading, taken).length === 0;
    return isSaid ? (isYes(cell) ? 'supports' : 'contradicts') : null;
  }
  const value = itemsIn(cell);
  const places = placesOf(value, claim, taken);
  if (places !== null && places.length > 0) {
    const all = new Set([...taken, ...places]);
    return restOf(reading, all).length === 0 ? 'supports' : null;
  }
  const [other, ...more] = value;
  if (other === undefined || more.length > 0 || other.quantity === null || other.quantity.low !== other.quantity.high) return null;
  const rest = restOf(reading, taken);
  const [own] = rest;
  if (rest.length !== 1 || own!.quantity === null || own!.quantity.bound !== 'exact' || other.quantity.bound !== 'exact') return null;
  const isOther = own!.quantity.dimension === other.quantity.dimension && own!.quantity.low !== other.quantity.low;
  const near = Math.max(own!.quantity.tolerance, other.quantity.tolerance);
  return isOther && Math.abs(own!.quantity.low - other.quantity.low) > near ? 'contradicts' : null;
}

function inTable({ heads, rows }: Table, reading: Reading): RowRuling | null {
  const { claim } = reading;
  for (const row of rows) {
    const label = itemsIn(row[0]!);
    const own = placesOf(label, claim, new Set());
    if (own === null || own.length === 0) continue;
    for (let column = 1; column < row.length; column++) {
      const head = heads[column] ?? '';
      const isValue = VALUE_HEADS.test(head) && row.length === 2;
      const under = isValue ? [] : placesOf(itemsIn(head), claim, new Set(own));
      if (under === null || (!isValue && under.length === 0)) continue;
      const cell = row[column]!;
      const said = ofCell(reading, new Set([...own, ...under]), cell);
      if (said !== null)
        return { relationship: said, ground: said === 'supports' ? 'table_row' : 'table_figure', row: row.join(' | '), column: head, cell };
    }
  }
  return null;
}

/** What a row of one of the passage's tables says of the claim; null if none says it or another figure. */
export function rowIn(claim: readonly Item[], passage: string, document: Subject): RowRuling | null {
  if (!passage.includes(' | ')) return null;
  for (const table of tablesIn(passage)) {
    const found = inTable(table, { claim, document });
    if (found !== null) return found;
  }
  return null;
}
