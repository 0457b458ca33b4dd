/** Aggregation expressions, as in pipeline updates, `$group` and `$expr`. Unsupported operators are refused. */
import { badValue, unsupported } from './errors.ts';
import { at, compare, type Doc, isDoc, put } from './values.ts';

const REMOVED = Symbol('$$REMOVE');

type Operator = (values: unknown[]) => unknown;

const OPERATORS: Record<string, Operator> = {
  $eq: ([a, b]) => compare(a, b) === 0,
  $ne: ([a, b]) => compare(a, b) !== 0,
  $lt: ([a, b]) => compare(a, b) < 0,
  $lte: ([a, b]) => compare(a, b) <= 0,
  $gt: ([a, b]) => compare(a, b) > 0,
  $gte: ([a, b]) => compare(a, b) >= 0,
  $and: (values) => values.every(isTrue),
  $or: (values) => values.some(isTrue),
  $not: ([value]) => !isTrue(value),
  $ifNull: (values) => values.find((value) => value !== null && value !== undefined) ?? values.at(-1),
  $add: (values) => values.reduce(sum, 0),
  $subtract: ([a, b]) => difference(a, b),
  $multiply: (values) => (hasNull(values) ? null : values.reduce<number>((all, one) => all * numberOf(one), 1)),
  $max: (values) => extreme(spread(values), 1),
  $min: (values) => extreme(spread(values), -1),
  $size: ([value]) => listOf(value, '$size').length,
  $concatArrays: (values) => (hasNull(values) ? null : values.flatMap((value) => listOf(value, '$concatArrays'))),
  $in: ([value, all]) => listOf(all, '$in').some((one) => compare(one, value) === 0),
};

/** Number of operands of these operators; the others take any number. */
const ARITY: Record<string, number> = { $eq: 2, $ne: 2, $lt: 2, $lte: 2, $gt: 2, $gte: 2, $subtract: 2, $in: 2 };

/** Evaluates an expression; `undefined` for a field that is missing or removed. */
export function evaluate(expression: unknown, document: Doc, now = new Date()): unknown {
  const value = valueIn(expression, document, now);
  return value === REMOVED ? undefined : value;
}

function valueIn(expression: unknown, document: Doc, now: Date): unknown {
  if (typeof expression === 'string' && expression.startsWith('$')) return variable(expression, document, now);
  if (Array.isArray(expression)) return expression.map((part) => evaluate(part, document, now) ?? null);
  if (!isDoc(expression)) return expression;
  const entries = Object.entries(expression);
  const [operator, argument] = entries[0] ?? ['', null];
  if (!operator.startsWith('$')) {
    const fields = entries.map(([name, part]) => [name, evaluate(part, document, now)] as const);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  if (entries.length > 1) throw badValue(`an expression has one operator, not ${entries.length}`);
  if (operator === '$literal') return argument;
  if (operator === '$cond') return conditional(argument, document, now);
  if (!Object.hasOwn(OPERATORS, operator)) throw unsupported(`the expression ${operator}`);
  const values = (Array.isArray(argument) ? argument : [argument]).map((part) => evaluate(part, document, now));
  const arity = ARITY[operator];
  if (arity !== undefined && values.length !== arity) throw badValue(`${operator} takes ${arity} values`);
  return OPERATORS[operator]!(values);
}

function variable(name: string, document: Doc, now: Date): unknown {
  if (name === '$$NOW') return now;
  if (name === '$$REMOVE') return REMOVED;
  if (name === '$$ROOT') return document;
  if (name.startsWith('$$ROOT.')) return at(document, name.slice('$$ROOT.'.length));
  if (name.startsWith('$$')) throw unsupported(`the variable ${name}`);
  return at(document, name.slice(1));
}

function conditional(argument: unknown, document: Doc, now: Date): unknown {
  const parts = isDoc(argument) ? [argument.if, argument.then, argument.else] : (argument as unknown[]);
  if (!Array.isArray(parts) || parts.length !== 3) throw badValue('$cond takes three values');
  return valueIn(isTrue(evaluate(parts[0], document, now)) ? parts[1] : parts[2], document, now);
}

/** False for false, null, undefined and zero. */
export function isTrue(value: unknown): boolean {
  return value !== false && value !== null && value !== undefined && value !== 0 && value !== 0n;
}

/** One step of `$add`: numbers, or a date and a number. null if an operand is missing. */
function sum(all: unknown, one: unknown): unknown {
  if (hasNull([all, one])) return null;
  if (all instanceof Date) return new Date(all.getTime() + numberOf(one));
  if (one instanceof Date) return new Date(one.getTime() + numberOf(all));
  return numberOf(all) + numberOf(one);
}

function difference(a: unknown, b: unknown): unknown {
  if (hasNull([a, b])) return null;
  if (a instanceof Date) return b instanceof Date ? a.getTime() - b.getTime() : new Date(a.getTime() - numberOf(b));
  return numberOf(a) - numberOf(b);
}

/** Converts a number or 64-bit integer. Throws for other values. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  throw badValue('a number is needed');
}

/** The largest value for sign 1, the smallest for -1; null without values. */
export function extreme(values: readonly unknown[], sign: 1 | -1): unknown {
  let best: unknown = null;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    if (best === null || compare(value, best) * sign > 0) best = value;
  }
  return best;
}

/** Replaces a single list by its elements. */
function spread(values: unknown[]): unknown[] {
  return values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
}

function hasNull(values: readonly unknown[]): boolean {
  return values.some((value) => value === null || value === undefined);
}

function listOf(value: unknown, operator: string): unknown[] {
  if (!Array.isArray(value)) throw badValue(`${operator} needs a list`);
  return value;
}

/** Sets the fields of a `$set` stage in place; all values are computed from the unchanged document first. */
export function setFields(document: Doc, fields: Doc, now: Date, remove: (document: Doc, path: string) => void): void {
  const values = Object.entries(fields).map(([path, part]) => [path, evaluate(part, document, now)] as const);
  for (const [path, value] of values) {
    if (value === undefined) remove(document, path);
    else put(document, path, value);
  }
}
