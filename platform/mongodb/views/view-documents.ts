/**
 * The documents of one generation. A document above MongoDB's limit of 16 MB is written in parts, which are invisible
 * until the document itself, written last, names them. Parts of its former state are removed afterwards.
 *
 * A deleted document leaves a tombstone with its id and position for an hour. It guards against the write of a
 * projector that paused between reading the checkpoint and writing, while another one took over and deleted the
 * document.
 */
import {
  type AnyBulkWriteOperation,
  Binary,
  type Collection,
  type Db,
  MongoBulkWriteError,
  type UpdateFilter,
} from 'mongodb';
import type { JsonObject } from '#contracts/json.ts';
import { type Position, START } from '#contracts/ports/event-store.ts';
import type { DocumentWrite, FindOptions, StoredDocument, View } from '#contracts/ports/read-store.ts';
import { DUPLICATE_KEY, READ_TIMEOUT_MS } from '../connection.ts';
import { guardedUpsert, nameOf } from '../guarded-upsert.ts';
import { ensureIndexes } from '../indexes.ts';
import { comparableFields, indexKey, searchFilters, searchOrder } from './view-fields.ts';

/** Well below 16 MB, which must also hold the comparable fields. */
export const PART_BYTES = 12_000_000;
/** Much longer than a lease, and than a process or its machine could pause in the middle of a write. */
const REMEMBERED_SECONDS = 3600;
const NOT_DELETED = { deleted_at: { $exists: false } } as const;

interface ViewDocument {
  _id: string;
  position: Position;
  fields: ReturnType<typeof comparableFields>;
  /** Null when it is in parts. */
  json: string | null;
  parts: { set: string; count: number } | null;
  /** By the server's clock. Only set in deleted documents. */
  deleted_at?: Date;
}

type Parts = NonNullable<ViewDocument['parts']>;

interface Part {
  _id: string;
  set: string;
  number: number;
  bytes: Binary;
}

export class ViewDocuments {
  readonly #documents: Collection<ViewDocument>;
  readonly #parts: Collection<Part>;

  constructor(database: Db, name: string) {
    this.#documents = database.collection<ViewDocument>(name);
    this.#parts = database.collection<Part>(`${name}_parts`);
  }

  async prepare(view: View): Promise<void> {
    await ensureIndexes(this.#documents, [
      ...view.indexes.map((index) => ({ key: indexKey(index) })),
      { key: { deleted_at: 1 }, expireAfterSeconds: REMEMBERED_SECONDS, sparse: true },
    ]);
    await ensureIndexes(this.#parts, [{ key: { set: 1, number: 1 } }]);
  }

  async drop(): Promise<void> {
    await this.#documents.drop();
    await this.#parts.drop();
  }

  /**
   * Applies writes in order, each guarded by its position. `mayHaveParts`: the documents that they replace may have
   * parts.
   */
  async write(writes: readonly DocumentWrite[], mayHaveParts: boolean): Promise<void> {
    if (mayHaveParts) {
      for (const write of writes) await this.#writeOne(write);
      return;
    }
    let rest = writes;
    while (rest.length > 0) {
      try {
        await this.#documents.bulkWrite(rest.map(toOperation), { ordered: true });
        return;
      } catch (error) {
        const failed = refusedUpsert(error);
        if (failed === null) throw error;
        // A newer document exists, as for most others when another projector was first; or it was just inserted.
        rest = await this.#newer(rest.slice(failed));
      }
    }
  }

  /** The writes that are newer than the stored documents, deleted or not. */
  async #newer(writes: readonly DocumentWrite[]): Promise<DocumentWrite[]> {
    const ids = [...new Set(writes.map(({ id }) => id))];
    const options = { projection: { position: 1 }, batchSize: ids.length, maxTimeMS: READ_TIMEOUT_MS };
    const found = await this.#documents.find({ _id: { $in: ids } }, options).toArray();
    const positions = new Map(found.map(({ _id, position }) => [_id, position]));
    return writes.filter(({ id, position }) => position > (positions.get(id) ?? START));
  }

  async get(id: string): Promise<StoredDocument | null> {
    return this.#assembled(await this.#findOne(id));
  }

  async find(options: FindOptions): Promise<StoredDocument[]> {
    const { limit, sort } = options;
    if (limit < 1) return [];
    // Few documents have a place's own value, so the second search is rarely in vain, and the first alone rarely enough.
    const found = await Promise.all(
      searchFilters(options).map((filter) => this.#read(filter, limit, searchOrder(sort))),
    );
    return found.flat().slice(0, limit);
  }

  async load(ids: readonly string[]): Promise<StoredDocument[]> {
    return ids.length === 0 ? [] : this.#read({ _id: { $in: [...new Set(ids)] } }, ids.length);
  }

  async scan({ after, limit }: { after: string; limit: number }): Promise<StoredDocument[]> {
    return limit < 1 ? [] : this.#read({ _id: { $gt: after } }, limit, { _id: 1 });
  }

  async #read(filter: object, limit: number, sort?: ReturnType<typeof searchOrder>): Promise<StoredDocument[]> {
    const options = { limit, batchSize: limit, maxTimeMS: READ_TIMEOUT_MS };
    const cursor = this.#documents.find({ ...filter, ...NOT_DELETED }, options);
    const found = await (sort === undefined ? cursor : cursor.sort(sort)).toArray();
    const documents: StoredDocument[] = [];
    for (const document of found) {
      const whole = await this.#assembled(document);
      if (whole !== null) documents.push(whole);
    }
    return documents;
  }

  /** Null when the document was deleted while its parts were read. */
  async #assembled(document: ViewDocument | null): Promise<StoredDocument | null> {
    let missed: string | null = null;
    for (let found = document; found !== null; found = await this.#findOne(found._id)) {
      const { _id: id, position, json, parts } = found;
      const text = parts === null ? json : await this.#readParts(parts);
      if (text !== null) return { id, position, document: JSON.parse(text) as JsonObject };
      // Replaced during the read, unless the document still has the same parts, or none.
      const set = parts?.set ?? null;
      if (set === missed) throw new Error('parts of a view document are missing');
      missed = set;
    }
    return null;
  }

  #findOne(id: string): Promise<ViewDocument | null> {
    return this.#documents.findOne({ _id: id, ...NOT_DELETED }, { maxTimeMS: READ_TIMEOUT_MS });
  }

  async #readParts({ set, count }: Parts): Promise<string | null> {
    const parts = await this.#parts.find({ set }, { sort: { number: 1 }, maxTimeMS: READ_TIMEOUT_MS }).toArray();
    if (parts.length !== count) return null;
    return Buffer.concat(parts.map(({ bytes }) => bytes.value())).toString('utf8');
  }

  async #writeOne({ id, position, document }: DocumentWrite): Promise<void> {
    const json = document === null ? null : JSON.stringify(document);
    const isLarge = json !== null && Buffer.byteLength(json) > PART_BYTES;
    const parts = isLarge ? await this.#writeParts(nameOf(id, position), json) : null;
    const update = document === null ? deletion(position) : replacement(position, document, parts ?? json!);
    const guard = { position: { $lt: position } };
    const written = await guardedUpsert(this.#documents, id, guard, update, { projection: { position: 1 } });
    // If refused, a newer document exists, or this very one, written by another projector.
    const stands = written ?? (await this.#documents.findOne({ _id: id }, { projection: { position: 1 } }));
    if (stands !== null) await this.#removePartsBefore(id, stands.position);
  }

  /** A repeated write replaces its own parts, as projections are deterministic, so it leaves none behind. */
  async #writeParts(set: string, json: string): Promise<Parts> {
    const bytes = Buffer.from(json, 'utf8');
    const count = Math.ceil(bytes.length / PART_BYTES);
    for (let number = 0; number < count; number++) {
      const part = bytes.subarray(number * PART_BYTES, (number + 1) * PART_BYTES);
      const fields = { set, number, bytes: new Binary(part) };
      await this.#parts.updateOne({ _id: `${set}/${number}` }, { $set: fields }, { upsert: true });
    }
    return { set, count };
  }

  /** Removes the parts of former states. Positions have a fixed width, so names of part sets sort by position. */
  async #removePartsBefore(id: string, position: Position): Promise<void> {
    const former = { set: { $gte: nameOf(id, ''), $lt: nameOf(id, position) } };
    // There are rarely any, and a read is cheaper than a write that finds nothing.
    const found = await this.#parts.findOne(former, { projection: { _id: 1 }, maxTimeMS: READ_TIMEOUT_MS });
    if (found !== null) await this.#parts.deleteMany(former);
  }
}

export function needsParts(writes: readonly DocumentWrite[]): boolean {
  return writes.some(({ document }) => document !== null && Buffer.byteLength(JSON.stringify(document)) > PART_BYTES);
}

function toOperation({ id, position, document }: DocumentWrite): AnyBulkWriteOperation<ViewDocument> {
  const update = document === null ? deletion(position) : replacement(position, document, JSON.stringify(document));
  return { updateOne: { filter: { _id: id, position: { $lt: position } }, update, upsert: true } };
}

function replacement(position: Position, document: JsonObject, content: string | Parts): UpdateFilter<ViewDocument> {
  const kept = typeof content === 'string' ? { json: content, parts: null } : { json: null, parts: content };
  return { $set: { position, fields: comparableFields(document), ...kept }, $unset: { deleted_at: '' } };
}

function deletion(position: Position): UpdateFilter<ViewDocument> {
  return { $set: { position, fields: {}, json: null, parts: null }, $currentDate: { deleted_at: true } };
}

/** Index of the upsert that a unique index refused; null for any other failure. */
function refusedUpsert(error: unknown): number | null {
  if (!(error instanceof MongoBulkWriteError) || error.code !== DUPLICATE_KEY) return null;
  const [first] = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return first?.index ?? null;
}
