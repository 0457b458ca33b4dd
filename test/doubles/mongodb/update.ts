/** Updates: supports the operators that the adapters use and refuses any other. */
import { badValue, CommandError, failedToParse, unsupported } from './errors.ts';
import { numberOf, setFields } from './expressions.ts';
import { checkElement, isElement, isOperators } from './query.ts';
import { at, compare, copyOf, type Doc, isDoc, keyOf, put, unset } from './values.ts';

type Operator = (document: Doc, path: string, value: unknown) => void;

const OPERATORS: Record<string, Operator> = {
  $set: put,
  $unset: unset,
  $inc: (document, path, value) => put(document, path, numberAt(document, path) + numberOf(value)),
  $mul: (document, path, value) => put(document, path, numberAt(document, path) * numberOf(value)),
  $max: (document, path, value) => replaceIf(document, path, value, (order) => order > 0),
  $min: (document, path, value) => replaceIf(document, path, value, (order) => order < 0),
  $push(document, path, value) {
    put(document, path, [...listAt(document, path), ...each(value, '$push')]);
  },
  $addToSet(document, path, value) {
    const list = [...listAt(document, path)];
    for (const one of each(value, '$addToSet')) if (!list.some((known) => compare(known, one) === 0)) list.push(one);
    put(document, path, list);
  },
  $pull(document, path, condition) {
    checkElement(condition);
    if (at(document, path) === undefined) return;
    const isPulled = (element: unknown) =>
      isDoc(condition) ? isElement(element, condition) : compare(element, condition) === 0;
    const left = listAt(document, path).filter((element) => !isPulled(element));
    put(document, path, left);
  },
  $currentDate(document, path, value) {
    if (value !== true && !(isDoc(value) && value.$type === 'date')) throw unsupported('$currentDate of this type');
    put(document, path, new Date());
  },
};

/** Refuses an update that {@link updated} doesn't support, even if there is no document to update. */
export function checkUpdate(update: unknown): void {
  if (Array.isArray(update)) update.forEach(checkStage);
  else if (isDoc(update)) afterUpdate({}, update, true);
  else throw failedToParse('an update is a document or a pipeline');
}

/** Returns the document after the update; doesn't change the given one. `inserting` applies `$setOnInsert`. */
export function updated(before: Doc, update: unknown, inserting: boolean): Doc {
  const after = Array.isArray(update) ? afterPipeline(before, update) : afterUpdate(before, update as Doc, inserting);
  if (before._id !== undefined && (after._id === undefined || keyOf(after._id) !== keyOf(before._id))) {
    throw new CommandError(66, 'ImmutableField', 'the _id of a document does not change');
  }
  return after;
}

function afterUpdate(before: Doc, update: Doc, inserting: boolean): Doc {
  if (!isOperators(update))
    return { ...(before._id === undefined ? {} : { _id: before._id }), ...(copyOf(update) as Doc) };
  const document = copyOf(before);
  checkConflicts(update);
  for (const [operator, fields] of Object.entries(update)) {
    const change = operator === '$setOnInsert' ? put : Object.hasOwn(OPERATORS, operator) && OPERATORS[operator];
    if (!change) throw unsupported(`the update operator ${operator}`);
    if (!isDoc(fields)) throw failedToParse(`${operator} needs a document`);
    if (operator === '$setOnInsert' && !inserting) continue;
    for (const [path, value] of Object.entries(fields)) change(document, path, copyOf(value));
  }
  return document;
}

function afterPipeline(before: Doc, stages: readonly Doc[]): Doc {
  const document = copyOf(before);
  const now = new Date();
  for (const stage of stages) {
    const [name, argument] = checkStage(stage);
    if (name !== '$unset') setFields(document, argument as Doc, now, unset);
    else for (const path of Array.isArray(argument) ? argument : [argument]) unset(document, String(path));
  }
  return document;
}

function checkStage(stage: unknown): [string, unknown] {
  const [first, ...others] = isDoc(stage) ? Object.entries(stage) : [];
  if (first === undefined || others.length > 0) throw failedToParse('a stage has one name');
  if (!['$set', '$addFields', '$unset'].includes(first[0])) throw unsupported(`the stage ${first[0]} in an update`);
  return first;
}

/** No path, and nothing inside of it, is changed twice. */
function checkConflicts(update: Doc): void {
  const paths = Object.values(update).flatMap((fields) => (isDoc(fields) ? Object.keys(fields) : []));
  const known = new Set<string>();
  for (const path of paths.toSorted((a, b) => a.length - b.length)) {
    const steps = path.split('.');
    if (steps.some((_, index) => known.has(steps.slice(0, index + 1).join('.')))) {
      const message = `Updating the path '${path}' would create a conflict`;
      throw new CommandError(40, 'ConflictingUpdateOperators', message);
    }
    known.add(path);
  }
}

function numberAt(document: Doc, path: string): number {
  const value = at(document, path);
  if (value === undefined) return 0;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  throw new CommandError(14, 'TypeMismatch', `"${path}" is no number`);
}

function replaceIf(document: Doc, path: string, value: unknown, test: (order: number) => boolean): void {
  const present = at(document, path);
  if (present === undefined || test(compare(value, present))) put(document, path, value);
}

function listAt(document: Doc, path: string): readonly unknown[] {
  const value = at(document, path) ?? [];
  if (!Array.isArray(value)) throw badValue(`"${path}" is no list`);
  return value;
}

function each(value: unknown, operator: string): unknown[] {
  if (!isOperators(value)) return [value];
  const { $each, ...others } = value;
  if (Object.keys(others).length > 0) throw unsupported(`${operator} with ${Object.keys(others).join(', ')}`);
  if (!Array.isArray($each)) throw badValue('$each needs a list');
  return $each;
}
