/** Values as the server compares them: by type first, text by its UTF-8 bytes, numbers by value. */
import { BSON } from 'mongodb';

export type Doc = Record<string, unknown>;

/** Text that is the same for equal values, numbers of different width included: for keys of maps. */
export function keyOf(value: unknown): string {
  if (typeof value === 'string') return `s${value}`;
  return BSON.EJSON.stringify({ v: value ?? null }, { relaxed: true });
}

function rank(value: unknown): number {
  if (value === undefined || value === null) return 1;
  if (typeof value === 'number' || typeof value === 'bigint') return 2;
  if (typeof value === 'string') return 3;
  if (Array.isArray(value)) return 5;
  if (value instanceof BSON.Binary) return 6;
  if (value instanceof BSON.ObjectId) return 7;
  if (typeof value === 'boolean') return 8;
  if (value instanceof Date) return 9;
  return 4;
}

export function sameType(a: unknown, b: unknown): boolean {
  return rank(a) === rank(b);
}

/** Negative, zero or positive. */
export function compare(a: unknown, b: unknown): number {
  const byType = rank(a) - rank(b);
  if (byType !== 0) return byType;
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b as string));
  if (typeof a === 'number' || typeof a === 'boolean' || typeof a === 'bigint') return Number(a) - Number(b);
  if (a instanceof Date) return a.getTime() - (b as Date).getTime();
  if (a === undefined || a === null) return 0;
  const [left, right] = [keyOf(a), keyOf(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function at(document: Doc, path: string): unknown {
  let value: unknown = document;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, step) ? (value as Doc)[step] : undefined;
  }
  return value;
}

export function put(document: Doc, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop()!;
  let target = document;
  for (const step of steps) {
    if (typeof target[step] !== 'object' || target[step] === null) target[step] = {};
    target = target[step] as Doc;
  }
  target[last] = value;
}

export function sorted(documents: Doc[], sort: Doc): Doc[] {
  const keys = Object.entries(sort).map(([path, way]) => {
    const byScore = typeof way === 'object';
    return { path, sign: byScore ? -1 : Number(way) };
  });
  return documents.toSorted((a, b) => {
    for (const { path, sign } of keys) {
      const order = compare(at(a, path), at(b, path)) * sign;
      if (order !== 0) return order;
    }
    return 0;
  });
}
