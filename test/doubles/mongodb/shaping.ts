/** Sorting and projection of results. */
import { failedToParse, unsupported } from './errors.ts';
import { scoreOf } from './text-search.ts';
import { at, compare, copyOf, type Doc, isDoc, put, unset, valuesAt } from './values.ts';

/** Returns the first `limit` documents in `sort` order. The sort is stable. */
export function sorted(documents: readonly Doc[], sort: Doc, limit = Number.POSITIVE_INFINITY): Doc[] {
  const keys = Object.entries(sort).map(([path, way]) => {
    if (isTextScore(way)) return { valueIn: (document: Doc) => scoreOf(document), sign: -1 };
    const sign = Number(way);
    if (path.startsWith('$') || (sign !== 1 && sign !== -1)) throw unsupported(`this sort by "${path}"`);
    return { valueIn: (document: Doc) => sortValue(document, path, sign), sign };
  });
  const rows = documents.map((document): Row => ({ document, values: keys.map(({ valueIn }) => valueIn(document)) }));
  const order = (a: Row, b: Row) => {
    for (const [index, { sign }] of keys.entries()) {
      const byKey = compare(a.values[index], b.values[index]) * sign;
      if (byKey !== 0) return byKey;
    }
    return 0;
  };
  const first = limit < Math.min(rows.length, FEW) ? leading(rows, order, limit) : rows.sort(order);
  return first.map(({ document }) => document);
}

/** Up to this limit, picking the first documents is cheaper than sorting all. */
const FEW = 1_000;

interface Row {
  document: Doc;
  values: unknown[];
}

/** The first `limit` rows in order, without sorting all rows. */
function leading(rows: readonly Row[], order: (a: Row, b: Row) => number, limit: number): Row[] {
  const best: Row[] = [];
  for (const row of rows) {
    if (best.length === limit && (limit === 0 || order(best.at(-1)!, row) <= 0)) continue;
    let place = best.length;
    while (place > 0 && order(best[place - 1]!, row) > 0) place--;
    best.splice(place, 0, row);
    if (best.length > limit) best.pop();
  }
  return best;
}

/** The value to sort by: for a list its smallest element if ascending, its largest if descending. */
function sortValue(document: Doc, path: string, sign: number): unknown {
  const values = valuesAt(document, path).flatMap((value) =>
    Array.isArray(value) && value.length > 0 ? value : [value],
  );
  return values.reduce((best, value) => (compare(value, best) * sign < 0 ? value : best), values[0]);
}

/** Returns the function that applies a projection. Throws for one that the double doesn't support. */
export function projector(projection: Doc = {}): (document: Doc) => Doc {
  const entries = Object.entries(projection);
  if (entries.length === 0) return (document) => document;
  const scores = entries.filter(([, value]) => isTextScore(value)).map(([path]) => path);
  const ways = new Map(
    entries.filter(([path]) => !scores.includes(path)).map(([path, value]) => [path, isIncluded(path, value)]),
  );
  const idWay = ways.get('_id');
  ways.delete('_id');
  if (new Set(ways.values()).size > 1) throw failedToParse('a projection either includes or excludes');
  const including = ways.values().next().value ?? idWay ?? false;
  const paths = [...ways.keys()];
  return (document) => {
    const shaped = including ? included(document, paths) : copyOf(document);
    if (!including) for (const path of paths) unset(shaped, path);
    for (const path of scores) put(shaped, path, scoreOf(document));
    const { _id, ...others } = shaped;
    if (idWay === false) return others;
    return document._id === undefined ? shaped : { _id: document._id, ...others };
  };
}

/** The included fields, in the document's order. */
function included(document: Doc, paths: readonly string[]): Doc {
  const shaped: Doc = {};
  for (const name of Object.keys(document)) {
    for (const path of paths) if (path.split('.')[0] === name) include(shaped, document, path);
  }
  return shaped;
}

function include(shaped: Doc, document: Doc, path: string): void {
  const value = at(document, path);
  if (value !== undefined) put(shaped, path, value);
  else if (valuesAt(document, path).some((found) => found !== undefined)) {
    throw unsupported(`a projection into lists, as "${path}"`);
  }
}

function isIncluded(path: string, value: unknown): boolean {
  if (typeof value === 'boolean' || typeof value === 'number') return Boolean(value);
  throw unsupported(`this projection of "${path}"`);
}

function isTextScore(value: unknown): boolean {
  return isDoc(value) && value.$meta === 'textScore' && Object.keys(value).length === 1;
}
