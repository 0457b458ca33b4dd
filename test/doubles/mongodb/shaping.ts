/** Order and form of what is answered: sorting and projection. */
import { failedToParse, unsupported } from './errors.ts';
import { scoreOf } from './text-search.ts';
import { at, compare, copyOf, type Doc, isDoc, put, unset, valuesAt } from './values.ts';

/** A new list; documents that are equal by the sort stay in their order. */
export function sorted(documents: readonly Doc[], sort: Doc): Doc[] {
  const keys = Object.entries(sort).map(([path, way]) => {
    if (isTextScore(way)) return { valueIn: (document: Doc) => scoreOf(document), sign: -1 };
    const sign = Number(way);
    if (path.startsWith('$') || (sign !== 1 && sign !== -1)) throw unsupported(`this sort by "${path}"`);
    return { valueIn: (document: Doc) => sortValue(document, path, sign), sign };
  });
  const rows = documents.map((document) => ({ document, values: keys.map(({ valueIn }) => valueIn(document)) }));
  rows.sort((a, b) => {
    for (const [index, { sign }] of keys.entries()) {
      const order = compare(a.values[index], b.values[index]) * sign;
      if (order !== 0) return order;
    }
    return 0;
  });
  return rows.map(({ document }) => document);
}

/** Of lists, the least element counts for an ascending sort and the greatest for a descending one. */
function sortValue(document: Doc, path: string, sign: number): unknown {
  const values = valuesAt(document, path).flatMap((value) =>
    Array.isArray(value) && value.length > 0 ? value : [value],
  );
  return values.reduce((best, value) => (compare(value, best) * sign < 0 ? value : best), values[0]);
}

export function projected(document: Doc, projection: Doc | undefined): Doc {
  const entries = Object.entries(projection ?? {});
  if (entries.length === 0) return document;
  const fields = entries.filter(([, value]) => !isTextScore(value));
  const ways = new Set(fields.filter(([path]) => path !== '_id').map(([path, value]) => isIncluded(path, value)));
  if (ways.size > 1) throw failedToParse('a projection either includes or excludes');
  const idWay = fields.find(([path]) => path === '_id');
  const withId = idWay === undefined || isIncluded(...idWay);
  const including = [...ways][0] ?? (idWay !== undefined && withId);
  const shaped: Doc = including ? {} : copyOf(document);
  for (const [path] of fields) if (!including) unset(shaped, path);
  if (including && withId && document._id !== undefined) shaped._id = document._id;
  if (including) {
    for (const name of Object.keys(document)) {
      for (const [path] of fields) if (path !== '_id' && path.split('.')[0] === name) include(shaped, document, path);
    }
  }
  for (const [path, value] of entries) if (isTextScore(value)) put(shaped, path, scoreOf(document));
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
