/** Commands that create, list and drop collections and indexes. */
import type { Collection } from './collection.ts';
import { badValue, CommandError } from './errors.ts';
import { alreadyExists, checkedIndex, described, named } from './indexes.ts';
import { matches } from './query.ts';
import type { Cursors } from './reads.ts';
import { at, type Doc } from './values.ts';
import type { Command, Work } from './work.ts';

const NO_SPACE = (ns: string) => new CommandError(26, 'NamespaceNotFound', `ns does not exist: ${ns}`);

export function create({ database, fields, work }: Command): Doc {
  const ns = `${database}.${fields.create}`;
  if (!work.storage.collections.has(ns)) work.apply({ ns, create: true });
  return {};
}

export function createIndexes({ database, fields, work }: Command): Doc {
  const ns = `${database}.${fields.createIndexes}`;
  if (!Array.isArray(fields.indexes) || fields.indexes.length === 0) throw badValue('no indexes are named');
  const asked = fields.indexes.map(checkedIndex);
  const isNew = !work.storage.collections.has(ns);
  const before = work.storage.collection(ns).indexes.size;
  for (const index of asked) alreadyExists(index, work.storage.collection(ns).indexes);
  if (isNew) work.apply({ ns, create: true });
  for (const index of asked) {
    if (!alreadyExists(index, work.storage.collection(ns).indexes)) work.apply({ ns, index });
  }
  const after = work.storage.collection(ns).indexes.size;
  return {
    numIndexesBefore: before,
    numIndexesAfter: after,
    createdCollectionAutomatically: isNew,
    ...(before === after && { note: 'all indexes already exist' }),
  };
}

export function dropIndexes({ database, fields, work }: Command): Doc {
  const ns = `${database}.${fields.dropIndexes}`;
  const collection = work.storage.collections.get(ns);
  if (collection === undefined) throw NO_SPACE(ns);
  const nIndexesWas = collection.indexes.size;
  for (const dropIndex of named(fields.index, collection.indexes)) work.apply({ ns, dropIndex });
  return { nIndexesWas };
}

export function listIndexes(cursors: Cursors) {
  return ({ database, fields, work }: Command): Doc => {
    const ns = `${database}.${fields.listIndexes}`;
    const collection = work.storage.collections.get(ns);
    if (collection === undefined) throw NO_SPACE(ns);
    return cursors.open(ns, [...collection.indexes.values()].map(described), batchSizeOf(fields));
  };
}

export function listCollections(cursors: Cursors) {
  return ({ database, fields, work }: Command): Doc => {
    const found = collectionsOf(work, database).map(({ ns }): Doc => {
      const name = ns.slice(database.length + 1);
      if (fields.nameOnly === true) return { name, type: 'collection' };
      const idIndex = { v: 2, key: { _id: 1 }, name: '_id_' };
      return { name, type: 'collection', options: {}, info: { readOnly: false }, idIndex };
    });
    const wanted = found.filter((one) => matches(one, (fields.filter ?? {}) as Doc));
    return cursors.open(`${database}.$cmd.listCollections`, wanted, batchSizeOf(fields));
  };
}

export function listDatabases({ work, fields }: Command): Doc {
  const names = new Set([...work.storage.collections.keys()].map((ns) => ns.slice(0, ns.indexOf('.'))));
  const databases = [...names].sort().map((name): Doc => ({ name, sizeOnDisk: 1, empty: false }));
  return { databases: databases.filter((one) => matches(one, (fields.filter ?? {}) as Doc)), totalSize: names.size };
}

export function drop({ database, fields, work }: Command): Doc {
  const ns = `${database}.${fields.drop}`;
  const collection = work.storage.collections.get(ns);
  if (collection === undefined) return {};
  work.apply({ ns, drop: true });
  return { ns, nIndexesWas: collection.indexes.size };
}

export function dropDatabase({ database, work }: Command): Doc {
  const collections = collectionsOf(work, database);
  for (const { ns } of collections) work.apply({ ns, drop: true });
  return collections.length === 0 ? {} : { dropped: database };
}

/** Removes documents that have expired by a TTL index. Returns their number. */
export function expire(work: Work, now: number): number {
  let removed = 0;
  for (const [ns, collection] of work.storage.collections) {
    for (const { key, expireAfterSeconds } of collection.indexes.values()) {
      if (expireAfterSeconds === undefined) continue;
      const field = Object.keys(key)[0]!;
      for (const document of [...collection.documents.values()]) {
        if (expiryIn(at(document, field)) + Number(expireAfterSeconds) * 1000 > now) continue;
        work.apply({ ns, remove: document._id });
        removed++;
      }
    }
  }
  return removed;
}

/** The date in milliseconds. For a list its earliest date; Infinity if there is no date, which never expires. */
function expiryIn(value: unknown): number {
  const dates = (Array.isArray(value) ? value : [value]).filter((one): one is Date => one instanceof Date);
  return Math.min(...dates.map((date) => date.getTime()));
}

function collectionsOf(work: Work, database: string): Collection[] {
  return [...work.storage.collections.values()].filter(({ ns }) => ns.startsWith(`${database}.`));
}

function batchSizeOf(fields: Doc): number {
  return Number((fields.cursor as Doc | undefined)?.batchSize ?? Number.POSITIVE_INFINITY);
}
