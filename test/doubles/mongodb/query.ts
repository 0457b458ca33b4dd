/**
 * Filters: the operators that the adapters use; any other is refused, so that none is silently ignored. The library
 * mingo knows more of them, but for it 1 is not 1n, texts compare by their UTF-16 units and types in another order, and
 * an update through what is no document is left out without a word; it has neither $text nor $setOnInsert.
 */
import { badValue, unsupported } from './errors.ts';
import { evaluate, isTrue } from './expressions.ts';
import { compare, type Doc, isDoc, put, sameType, valuesAt } from './values.ts';

/** `$text` is left to the collection, which has the index. */
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

/** Refuses whatever {@link matches} does not know, though no document may ever come to it. */
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

/** The same for what is said of one field or element. */
export function checkCondition(condition: unknown): void {
  if (!isOperators(condition)) return void holds([undefined], condition);
  for (const [operator, wanted] of Object.entries(condition)) {
    holds([undefined], { [operator]: wanted });
    if (operator === '$not') checkCondition(wanted);
    if (operator === '$elemMatch') checkElement(wanted);
  }
}

export function checkElement(condition: unknown): void {
  if (isOperators(condition)) checkCondition(condition);
  else if (isDoc(condition)) checkFilter(condition, 1);
}

export function isOperators(condition: unknown): condition is Doc {
  return isDoc(condition) && Object.keys(condition)[0]?.startsWith('$') === true;
}

/** Whether one of the values that a path leads to, or all of an operator's opposite, meets the condition. */
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

/** For `$elemMatch` and `$pull`: operators are about the element itself, all else is about its fields. */
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

/** What the filter says must be equal to something, by path. */
export function equalities(filter: Doc): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [path, condition] of Object.entries(filter)) {
    if (path === '$and') {
      for (const part of list(condition)) for (const equality of equalities(part as Doc)) found.set(...equality);
    } else if (path.startsWith('$')) {
    } else if (!isOperators(condition)) found.set(path, condition);
    else if (Object.hasOwn(condition, '$eq')) found.set(path, condition.$eq);
  }
  return found;
}

/** What an upsert inserts before its update: the fields that its filter says are equal to something. */
export function fromFilter(filter: Doc): Doc {
  const document: Doc = {};
  for (const [path, value] of equalities(filter)) put(document, path, value);
  return document;
}
