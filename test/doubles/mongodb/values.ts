/** Compares values as the server does: by type first, text by its UTF-8 bytes, numbers by value. */
import { BSON } from 'mongodb';
import { CommandError, unsupported } from './errors.ts';

export type Doc = Record<string, unknown>;

/** True for plain objects, not for lists or instances of BSON classes. */
export function isDoc(value: unknown): value is Doc {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A map key: the same text for equal values, also for numbers of different width. */
export function keyOf(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (isDoc(value)) {
    const fields = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${keyOf(part)}`);
    return `{${fields.join()}}`;
  }
  return BSON.EJSON.stringify({ v: value }, { relaxed: false });
}

function rank(value: unknown): number {
  if (value === undefined || value === null) return 1;
  if (typeof value === 'number' || typeof value === 'bigint') return 2;
  if (typeof value === 'string') return 3;
  if (isDoc(value)) return 4;
  if (Array.isArray(value)) return 5;
  if (value instanceof BSON.Binary) return 6;
  if (value instanceof BSON.ObjectId) return 7;
  if (typeof value === 'boolean') return 8;
  if (value instanceof Date) return 9;
  if (value instanceof BSON.MinKey) return 0;
  if (value instanceof BSON.MaxKey) return 10;
  throw unsupported(`values of the type ${Object.getPrototypeOf(value)?.constructor?.name}`);
}

/** Whether two values have the same type in the server's type order. */
export function sameType(a: unknown, b: unknown): boolean {
  return rank(a) === rank(b);
}

/** Negative, zero or positive, as for `Array.prototype.sort`. */
export function compare(a: unknown, b: unknown): number {
  const type = rank(a);
  const byType = type - rank(b);
  if (byType !== 0) return byType;
  if (typeof a === 'string') return compareTexts(a, b as string);
  if (type === 2) return compareNumbers(a as number, b as number);
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (a instanceof Date) return a.getTime() - (b as Date).getTime();
  if (Array.isArray(a)) return compareLists(a, b as unknown[], compare);
  if (isDoc(a)) return compareLists(Object.entries(a), Object.entries(b as Doc), compareFields);
  if (a instanceof BSON.Binary) return compareBinaries(a, b as BSON.Binary);
  if (a instanceof BSON.ObjectId) return Buffer.compare(a.id, (b as BSON.ObjectId).id);
  return 0;
}

/** Compares by UTF-8 bytes: surrogates, which encode characters above U+FFFF, sort after all other UTF-16 units. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  let index = 0;
  while (index < length && a.charCodeAt(index) === b.charCodeAt(index)) index++;
  if (index === length) return a.length - b.length;
  const place = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
  return place(a.charCodeAt(index)) - place(b.charCodeAt(index));
}

/** NaN sorts before all other numbers. */
function compareNumbers(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}

function compareLists<T>(a: readonly T[], b: readonly T[], compareParts: (a: T, b: T) => number): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compareParts(a[index]!, b[index]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareFields([nameA, a]: [string, unknown], [nameB, b]: [string, unknown]): number {
  return rank(a) - rank(b) || compare(nameA, nameB) || compare(a, b);
}

function compareBinaries(a: BSON.Binary, b: BSON.Binary): number {
  return a.position - b.position || a.sub_type - b.sub_type || Buffer.compare(a.value(), b.value());
}

/** The value at a path, without looking into the elements of a list; undefined if there is none. */
export function at(document: Doc, path: string): unknown {
  let value: unknown = document;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, step) ? (value as Doc)[step] : undefined;
  }
  return value;
}

/** All values at a path, looking into the elements of lists too; contains `undefined` where a field is missing. */
export function valuesAt(document: Doc, path: string): unknown[] {
  const found: unknown[] = [];
  reach(document, path.split('.'), found);
  return found;
}

function reach(value: unknown, [step, ...rest]: string[], found: unknown[]): void {
  if (step === undefined) {
    found.push(value);
  } else if (Array.isArray(value)) {
    if (/^\d+$/.test(step)) reach(value[Number(step)], rest, found);
    for (const element of value) if (isDoc(element)) reach(element, [step, ...rest], found);
  } else {
    reach(isDoc(value) && Object.hasOwn(value, step) ? value[step] : undefined, rest, found);
  }
}

/** Sets the value at a path in place. Throws if the path leads through anything but a document or list. */
export function put(document: Doc, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop()!;
  let target: Doc = document;
  for (const step of steps) {
    checkStep(target, step, path);
    if (!Object.hasOwn(target, step) || target[step] === undefined) define(target, step, {});
    const next = target[step];
    if (!isDoc(next) && !Array.isArray(next)) throw notViable(path);
    target = next as Doc;
  }
  checkStep(target, last, path);
  define(target, last, value);
}

function checkStep(target: Doc, step: string, path: string): void {
  if (step === '') throw new CommandError(56, 'EmptyFieldName', `an empty field name in "${path}"`);
  if (step.startsWith('$')) throw unsupported(`"${step}" in the path "${path}"`);
  if (Array.isArray(target) && (!/^\d+$/.test(step) || Number(step) > target.length)) throw notViable(path);
}

function notViable(path: string): CommandError {
  return new CommandError(28, 'PathNotViable', `cannot create the field "${path}"`);
}

/** Removes the value at a path in place. */
export function unset(document: Doc, path: string): void {
  const steps = path.split('.');
  const last = steps.pop()!;
  const holder = steps.length === 0 ? document : at(document, steps.join('.'));
  if (Array.isArray(holder)) throw unsupported('$unset of an element of a list');
  if (isDoc(holder)) delete holder[last];
}

/** Assigns a field, also one named `__proto__`. */
function define(target: Doc, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Copies plain objects and arrays deeply. Shares instances of BSON classes, which are never changed in place. */
export function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyOf) as T;
  if (!isDoc(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)])) as T;
}
