/** Filters and updates: the operators that the adapters use; any other is refused, so that none is silently ignored. */
import { at, compare, type Doc, keyOf, put, sameType } from './values.ts';

export class CommandError extends Error {
  readonly code: number;
  readonly codeName: string;
  constructor(code: number, codeName: string, message: string) {
    super(message);
    this.code = code;
    this.codeName = codeName;
  }
}

const unsupported = (what: string) => new CommandError(2, 'BadValue', `the double does not know ${what}`);

export function matches(document: Doc, filter: Doc): boolean {
  return Object.entries(filter).every(([path, condition]) => {
    if (path === '$text') return true;
    if (path === '$or') return (condition as Doc[]).some((part) => matches(document, part));
    if (path === '$and') return (condition as Doc[]).every((part) => matches(document, part));
    if (path.startsWith('$')) throw unsupported(path);
    return holds(at(document, path), condition);
  });
}

export function isOperators(condition: unknown): condition is Doc {
  return (
    typeof condition === 'object' &&
    condition !== null &&
    Object.getPrototypeOf(condition) === Object.prototype &&
    Object.keys(condition).some((name) => name.startsWith('$'))
  );
}

function equal(value: unknown, wanted: unknown): boolean {
  if (compare(value, wanted) === 0) return true;
  return Array.isArray(value) && value.some((element) => compare(element, wanted) === 0);
}

function holds(value: unknown, condition: unknown): boolean {
  if (!isOperators(condition)) return equal(value, condition);
  return Object.entries(condition).every(([operator, wanted]) => {
    const ordered = (test: (order: number) => boolean) => sameType(value, wanted) && test(compare(value, wanted));
    switch (operator) {
      case '$eq':
        return equal(value, wanted);
      case '$ne':
        return !equal(value, wanted);
      case '$in':
        return (wanted as unknown[]).some((one) => equal(value, one));
      case '$nin':
        return !(wanted as unknown[]).some((one) => equal(value, one));
      case '$lt':
        return ordered((order) => order < 0);
      case '$lte':
        return ordered((order) => order <= 0);
      case '$gt':
        return ordered((order) => order > 0);
      case '$gte':
        return ordered((order) => order >= 0);
      case '$exists':
        return (value !== undefined) === wanted;
      default:
        throw unsupported(operator);
    }
  });
}

/** The document after the update; the given one stays as it is. */
export function updated(before: Doc, update: Doc, inserting: boolean): Doc {
  if (!isOperators(update)) return { ...(before._id === undefined ? {} : { _id: before._id }), ...update };
  const document = structuredCloneOf(before);
  for (const [operator, fields] of Object.entries(update) as [string, Doc][]) {
    for (const [path, value] of Object.entries(fields)) {
      if (operator === '$set' || (operator === '$setOnInsert' && inserting)) put(document, path, value);
      else if (operator === '$inc') put(document, path, Number(at(document, path) ?? 0) + Number(value));
      else if (operator !== '$setOnInsert') throw unsupported(operator);
    }
  }
  if (before._id !== undefined && keyOf(document._id) !== keyOf(before._id)) {
    throw new CommandError(66, 'ImmutableField', 'the _id of a document does not change');
  }
  return document;
}

/** What an upsert inserts before its update: the fields that its filter says are equal to something. */
export function fromFilter(filter: Doc): Doc {
  const document: Doc = {};
  for (const [path, condition] of Object.entries(filter)) {
    if (path === '$and') for (const part of condition as Doc[]) Object.assign(document, fromFilter(part));
    if (path.startsWith('$')) continue;
    if (!isOperators(condition)) put(document, path, condition);
    else if ('$eq' in condition) put(document, path, condition.$eq);
  }
  return document;
}

/** Copies plain objects and arrays; what BSON has classes for is never changed in place. */
function structuredCloneOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(structuredCloneOf) as T;
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, structuredCloneOf(part)])) as T;
}
