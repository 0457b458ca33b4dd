/**
 * Filters: supports the operators that the adapters use and refuses any other, so that none is silently ignored. The
 * library mingo supports more of them, but it treats 1 and 1n as different, compares text by UTF-16 units and types in
 * another order, silently skips an update through a non-document, and has neither $text nor $setOnInsert.
 */
import { badValue, unsupported } from './errors.ts';
import { evaluate, isTrue } from './expressions.ts';
import { compare, type Doc, isDoc, put, sameType, valuesAt } from './values.ts';

/** Whether a document matches a filter. Ignores `$text`, which the collection evaluates with its index. */
export function matches(document: Doc, filter: Doc): boolean {
  return Object.entries(filter).every(([path, condition]) => {
    switch (path) {
      case '$text':
        return true;
      case '$or':
        return list(condition).some((part) => matches(document, part as Doc));
      case '$nor':
        return !list(condition).some((part) => matches(document, part as Doc));
      case '$and':
        return list(condition).every((part) => matches(document, part as Doc));
      case '$expr':
        return isTrue(evaluate(condition, document));
      default:
        if (path.startsWith('$')) throw unsupported(path);
        return holds(valuesAt(document, path), condition);
    }
  });
}

/** Refuses a filter that {@link matches} doesn't support, even if there is no document to match. */
export function checkFilter(filter: Doc, depth = 0): void {
  for (const [path, condition] of Object.entries(filter)) {
    if (path === '$or' || path === '$and' || path === '$nor') {
      for (const part of list(condition)) checkFilter(part as Doc, depth + 1);
    } else if (path === '$expr') evaluate(condition, {});
    else if (path === '$text') {
      if (depth > 0) throw unsupported('$text inside of another operator');
    } else if (path.startsWith('$')) throw unsupported(path);
    else checkCondition(condition);
  }
}

/** Like {@link checkFilter}, for the condition on one field or element. */
export function checkCondition(condition: unknown): void {
  if (!isOperators(condition)) return void holds([undefined], condition);
  for (const [operator, wanted] of Object.entries(condition)) {
    holds([undefined], { [operator]: wanted });
    if (operator === '$not') checkCondition(wanted);
    if (operator === '$elemMatch') checkElement(wanted);
  }
}

/** Like {@link checkFilter}, for a condition of `$elemMatch` or `$pull`. */
export function checkElement(condition: unknown): void {
  if (isOperators(condition)) checkCondition(condition);
  else if (isDoc(condition)) checkFilter(condition, 1);
}

/** True for a document whose first field is an operator. */
export function isOperators(condition: unknown): condition is Doc {
  return isDoc(condition) && Object.keys(condition)[0]?.startsWith('$') === true;
}

/** Whether one of a path's values meets the condition; for a negative operator such as `$ne`, whether all do. */
export function holds(values: readonly unknown[], condition: unknown): boolean {
  if (!isOperators(condition)) return some(values, (value) => compare(value, condition) === 0);
  return Object.entries(condition).every(([operator, wanted]) => {
    const ordered = (test: (order: number) => boolean) =>
      some(values, (value) => sameType(value, wanted) && test(compare(value, wanted)));
    const among = () => list(wanted).some((one) => holds(values, { $eq: one }));
    switch (operator) {
      case '$eq':
        return some(values, (value) => compare(value, wanted) === 0);
      case '$ne':
        return !some(values, (value) => compare(value, wanted) === 0);
      case '$in':
        return among();
      case '$nin':
        return !among();
      case '$lt':
        return ordered((order) => order < 0);
      case '$lte':
        return ordered((order) => order <= 0);
      case '$gt':
        return ordered((order) => order > 0);
      case '$gte':
        return ordered((order) => order >= 0);
      case '$exists':
        return values.some((value) => value !== undefined) === isTrue(wanted);
      case '$not':
        if (!isOperators(wanted)) throw badValue('$not needs operators');
        return !holds(values, wanted);
      case '$size':
        return values.some((value) => Array.isArray(value) && value.length === Number(wanted));
      case '$elemMatch':
        return values.some((value) => Array.isArray(value) && value.some((element) => isElement(element, wanted)));
      default:
        throw unsupported(operator);
    }
  });
}

/** For `$elemMatch` and `$pull`: operators apply to the element itself, other conditions to its fields. */
export function isElement(element: unknown, condition: unknown): boolean {
  if (isOperators(condition)) return holds([element], condition);
  return isDoc(condition) && isDoc(element) && matches(element, condition);
}

function some(values: readonly unknown[], test: (value: unknown) => boolean): boolean {
  return values.some((value) => test(value) || (Array.isArray(value) && value.some(test)));
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw badValue('an operator needs a list');
  return value;
}

/** The values that the filter's fields must equal, by path. */
export function equalities(filter: Doc): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [path, condition] of Object.entries(filter)) {
    // Of an $or with one branch MongoDB takes the equalities as of an $and.
    if (path === '$and' || (path === '$or' && list(condition).length === 1)) {
      for (const part of list(condition)) for (const equality of equalities(part as Doc)) found.set(...equality);
    } else if (path.startsWith('$')) {
    } else if (!isOperators(condition)) found.set(path, condition);
    else if (Object.hasOwn(condition, '$eq')) found.set(path, condition.$eq);
  }
  return found;
}

/** The document that an upsert updates and inserts: the fields with an equality in the filter. */
export function fromFilter(filter: Doc): Doc {
  const document: Doc = {};
  for (const [path, value] of equalities(filter)) put(document, path, value);
  return document;
}
