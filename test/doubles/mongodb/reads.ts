/** find, aggregate, count and distinct, and the cursors that return results in batches. */
import { randomInt } from 'node:crypto';
import { BSON } from 'mongodb';
import { aggregated } from './aggregate.ts';
import { badValue, CommandError } from './errors.ts';
import { checkFilter } from './query.ts';
import { projector, sorted } from './shaping.ts';
import { compare, type Doc, isDoc, keyOf, valuesAt } from './values.ts';
import type { Command, Work } from './work.ts';

const FIRST_BATCH = 101;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

interface Cursor {
  ns: string;
  rest: Doc[];
}

/** The open cursors. A cursor's results are fixed when it is opened. */
export class Cursors {
  readonly #open = new Map<bigint, Cursor>();

  get size(): number {
    return this.#open.size;
  }

  open(ns: string, documents: Doc[], batchSize: number, single = false): Doc {
    const { batch, rest } = split(documents, batchSize);
    let id = 0n;
    if (rest.length > 0 && !single) {
      id = BigInt(randomInt(1, 2 ** 47));
      this.#open.set(id, { ns, rest });
    }
    return { cursor: { firstBatch: batch, id: BSON.Long.fromBigInt(id), ns } };
  }

  getMore = ({ database, fields }: Command): Doc => {
    const id = cursorId(fields.getMore, 'getMore.getMore');
    const cursor = this.#open.get(id);
    if (cursor === undefined) throw new CommandError(43, 'CursorNotFound', `cursor id ${id} not found`);
    if (cursor.ns !== `${database}.${fields.collection}`)
      throw new CommandError(13, 'Unauthorized', 'another namespace');
    const { batch, rest } = split(cursor.rest, Number(fields.batchSize ?? Number.POSITIVE_INFINITY));
    cursor.rest = rest;
    if (rest.length === 0) this.#open.delete(id);
    return { cursor: { nextBatch: batch, id: BSON.Long.fromBigInt(rest.length === 0 ? 0n : id), ns: cursor.ns } };
  };

  kill = ({ fields }: Command): Doc => {
    const ids = (fields.cursors as unknown[]).map((id) => cursorId(id, 'killCursors.cursors'));
    const cursorsKilled = ids.filter((id) => this.#open.delete(id));
    const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
  };

  find = ({ database, fields, work }: Command): Doc => {
    const ns = `${database}.${fields.find}`;
    const limit = Number(fields.limit ?? 0);
    const skip = Number(fields.skip ?? 0);
    const most = limit === 0 ? Number.POSITIVE_INFINITY : skip + Math.abs(limit);
    const found = select(work, ns, fields.filter, fields.sort, most);
    const wanted = found.slice(skip, most);
    const shaped = wanted.map(projector(fields.projection as Doc | undefined));
    const batchSize = Number(fields.batchSize ?? (limit === 0 ? FIRST_BATCH : Math.abs(limit)));
    return this.open(ns, shaped, batchSize, fields.singleBatch === true || limit < 0);
  };

  aggregate = ({ database, fields, work }: Command): Doc => {
    const ns = `${database}.${fields.aggregate}`;
    if (typeof fields.aggregate !== 'string') throw badValue('the double aggregates collections only');
    if (!isDoc(fields.cursor)) throw badValue('an aggregation needs a cursor');
    const documents = aggregated(work.storage.collection(ns), fields.pipeline as Doc[]);
    return this.open(ns, documents, Number(fields.cursor.batchSize ?? FIRST_BATCH));
  };
}

/** Cursor ids are of BSON's type long, even where a double could hold them. */
function cursorId(value: unknown, field: string): bigint {
  if (typeof value === 'bigint') return value;
  throw new CommandError(14, 'TypeMismatch', `BSON field '${field}' is the wrong type, expected type 'long'`);
}

export function count({ database, fields, work }: Command): Doc {
  const found = select(work, `${database}.${fields.count}`, fields.query, undefined).length;
  const left = Math.max(0, found - Number(fields.skip ?? 0));
  const limit = Math.abs(Number(fields.limit ?? 0));
  return { n: limit === 0 ? left : Math.min(left, limit) };
}

export function distinct({ database, fields, work }: Command): Doc {
  const values = new Map<string, unknown>();
  for (const document of select(work, `${database}.${fields.distinct}`, fields.query, undefined)) {
    for (const value of valuesAt(document, String(fields.key))) {
      for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) values.set(keyOf(one), one);
    }
  }
  return { values: [...values.values()].toSorted(compare) };
}

/** The matching documents in `sort` order; with a sort only the first `most`. */
function select(work: Work, ns: string, filter: unknown = {}, sort: unknown = {}, most?: number): Doc[] {
  if (!isDoc(filter) || !isDoc(sort)) throw badValue('a filter and a sort are documents');
  checkFilter(filter);
  const found = work.storage.collection(ns).find(filter);
  return Object.keys(sort).length === 0 ? found : sorted(found, sort, most);
}

/** Splits off a batch within the size limit of a response; it has at least one document, unless `batchSize` is 0. */
function split(documents: Doc[], batchSize: number): { batch: Doc[]; rest: Doc[] } {
  let [end, bytes] = [0, 0];
  while (end < documents.length && end < batchSize) {
    bytes += BSON.calculateObjectSize(documents[end]!);
    if (end > 0 && bytes > MAX_BATCH_BYTES) break;
    end++;
  }
  return { batch: documents.slice(0, end), rest: documents.slice(end) };
}
