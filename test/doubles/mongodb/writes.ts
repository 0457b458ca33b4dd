/** insert, update, delete and findAndModify. */
import { BSON } from 'mongodb';
import { badValue, CommandError, failedToParse, unsupported } from './errors.ts';
import { checkFilter, equalities, fromFilter, isOperators } from './query.ts';
import { projector, sorted } from './shaping.ts';
import { checkUpdate, updated } from './update.ts';
import { type Doc, isDoc, keyOf } from './values.ts';
import type { Command, Work } from './work.ts';

const MAX_STATEMENTS = 100_000;

/** Runs the statements; returns `writeErrors` for those that failed. An ordered command ends at its first failure. */
async function eachStatement(
  statements: unknown,
  ordered: unknown,
  run: (statement: Doc, index: number) => void | Promise<void>,
): Promise<{ writeErrors?: Doc[] }> {
  if (!Array.isArray(statements) || statements.length === 0 || statements.length > MAX_STATEMENTS) {
    throw new CommandError(16, 'InvalidLength', `a write has 1 to ${MAX_STATEMENTS} statements`);
  }
  const writeErrors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    try {
      await run(statement, index);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message, ...error.details });
      if (ordered !== false) break;
    }
  }
  return writeErrors.length === 0 ? {} : { writeErrors };
}

export async function insert({ database, fields, work }: Command): Promise<Doc> {
  const ns = `${database}.${fields.insert}`;
  let n = 0;
  const failed = await eachStatement(fields.documents, fields.ordered, (document) => {
    const { _id = new BSON.ObjectId(), ...others } = document;
    work.insert(ns, { _id, ...others });
    n++;
  });
  return { n, ...failed };
}

export async function update({ database, fields, work }: Command): Promise<Doc> {
  const ns = `${database}.${fields.update}`;
  let [n, nModified] = [0, 0];
  const upserted: Doc[] = [];
  const failed = await eachStatement(fields.updates, fields.ordered, async (statement, index) => {
    checkFields(statement, ['q', 'u', 'multi', 'upsert']);
    const { q, u, multi, upsert } = statement;
    if (multi === true && !Array.isArray(u) && !isOperators(u)) throw failedToParse('multi needs update operators');
    checkUpdate(u);
    const filter = filterOf(q);
    const found = multi === true ? work.storage.collection(ns).find(filter) : first(work, ns, filter);
    const targets = found.length > 0 || upsert !== true ? found : await insertOrFind(work, ns, filter, u);
    if (!Array.isArray(targets)) {
      upserted.push({ index, _id: targets._id });
      n++;
      return;
    }
    for (const document of targets) {
      n++;
      if (change(work, ns, document, u) !== document) nModified++;
    }
  });
  return { n, nModified, ...(upserted.length > 0 && { upserted }), ...failed };
}

export async function remove({ database, fields, work }: Command): Promise<Doc> {
  const ns = `${database}.${fields.delete}`;
  let n = 0;
  const failed = await eachStatement(fields.deletes, fields.ordered, (statement) => {
    checkFields(statement, ['q', 'limit']);
    const limit = Number(statement.limit);
    if (limit !== 0 && limit !== 1) throw failedToParse('the limit of a deletion is 0 or 1');
    const found = work.storage.collection(ns).find(filterOf(statement.q));
    for (const { _id } of limit === 1 ? found.slice(0, 1) : found) {
      work.apply({ ns, remove: _id });
      n++;
    }
  });
  return { n, ...failed };
}

export async function findAndModify({ database, fields, work }: Command): Promise<Doc> {
  const ns = `${database}.${fields.findAndModify}`;
  const filter = filterOf(fields.query ?? {});
  const isRemoval = fields.remove === true;
  if (isRemoval === (fields.update !== undefined)) throw failedToParse('findAndModify either updates or removes');
  if (isRemoval && (fields.new === true || fields.upsert === true))
    throw failedToParse('remove answers what was there');
  const answer = projector(fields.fields as Doc | undefined);
  if (!isRemoval) checkUpdate(fields.update);
  let [document] = first(work, ns, filter, fields.sort as Doc | undefined);
  if (document === undefined && fields.upsert === true) {
    const made = await insertOrFind(work, ns, filter, fields.update);
    if (!Array.isArray(made)) {
      const lastErrorObject = { n: 1, updatedExisting: false, upserted: made._id };
      return { lastErrorObject, value: fields.new === true ? answer(made) : null };
    }
    [document] = made;
  }
  if (document === undefined) {
    return { lastErrorObject: { n: 0, ...(!isRemoval && { updatedExisting: false }) }, value: null };
  }
  if (isRemoval) {
    work.apply({ ns, remove: document._id });
    return { lastErrorObject: { n: 1 }, value: answer(document) };
  }
  const after = change(work, ns, document, fields.update);
  return { lastErrorObject: { n: 1, updatedExisting: true }, value: answer(fields.new === true ? after : document) };
}

function first(work: Work, ns: string, filter: Doc, sort: Doc = {}): Doc[] {
  const found = work.storage.collection(ns).find(filter);
  return (Object.keys(sort).length === 0 ? found : sorted(found, sort)).slice(0, 1);
}

/** Inserts for an upsert; returns the new document, or a list with the one that a concurrent upsert inserted. */
async function insertOrFind(work: Work, ns: string, filter: Doc, update: unknown): Promise<Doc | Doc[]> {
  const fresh = updated(fromFilter(filter), update, true);
  const { _id = new BSON.ObjectId(), ...fields } = fresh;
  const document = { _id, ...fields };
  await work.meet();
  try {
    work.insert(ns, document);
    return document;
  } catch (error) {
    if (!(error instanceof CommandError && work.beginsAgain() && isOnlyKey(filter, error))) throw error;
    return first(work, ns, filter);
  }
}

/** Whether the filter is just equality with the duplicate key. */
function isOnlyKey(filter: Doc, { code, details }: CommandError): boolean {
  if (code !== 11000 || !isDoc(details.keyValue)) return false;
  const wanted = equalities(filter);
  const keys = Object.entries(details.keyValue);
  return (
    isEqualities(filter) &&
    wanted.size === keys.length &&
    keys.every(([path, value]) => keyOf(wanted.get(path)) === keyOf(value))
  );
}

function isEqualities(filter: Doc): boolean {
  return Object.entries(filter).every(([path, condition]) => {
    if (path === '$and') return (condition as Doc[]).every(isEqualities);
    return !path.startsWith('$') && (!isOperators(condition) || Object.keys(condition).every((name) => name === '$eq'));
  });
}

/** Returns the document after the update; the same object if nothing changes. */
function change(work: Work, ns: string, document: Doc, update: unknown): Doc {
  const after = updated(document, update, false);
  if (keyOf(after) === keyOf(document)) return document;
  work.replace(ns, after);
  return after;
}

function filterOf(filter: unknown): Doc {
  if (!isDoc(filter)) throw badValue('a filter is a document');
  if (filter.$text !== undefined) throw unsupported('$text in a write');
  checkFilter(filter);
  return filter;
}

function checkFields(statement: Doc, known: readonly string[]): void {
  const others = Object.keys(statement).filter((name) => !known.includes(name));
  if (others.length > 0) throw unsupported(`${others.join(', ')} in a write`);
}
