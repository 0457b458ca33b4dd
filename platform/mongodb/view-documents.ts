/**
 * The documents of one generation. One that is too large for MongoDB's 16 MB is written in parts, which nobody sees
 * until the document itself, written last, names them; the parts it named before are removed afterwards.
 */
import {
  type AnyBulkWriteOperation,
  Binary,
  type Collection,
  type Db,
  type Filter,
  MongoBulkWriteError,
} from 'mongodb';
import type { JsonObject } from '#contracts/json.ts';
import type { Position } from '#contracts/ports/event-store.ts';
import type { DocumentWrite, FindOptions, StoredDocument, View } from '#contracts/ports/read-store.ts';
import { DUPLICATE_KEY, READ_TIMEOUT_MS } from './connection.ts';
import { guardedUpsert, nameOf } from './guarded-upsert.ts';
import { ensureIndexes } from './indexes.ts';
import { comparableFields, indexKey, searchFilter, searchOrder } from './view-fields.ts';

/** Well below 16 MB, which hold the compared fields too. */
export const PART_BYTES = 12_000_000;
/** A reader that finds parts gone has met a newer document; more often in a row than this it is none. */
const READ_TRIES = 20;

interface ViewDocument {
  _id: string;
  position: Position;
  fields: ReturnType<typeof comparableFields>;
  /** Null when it is in parts. */
  json: string | null;
  parts: { set: string; count: number } | null;
}

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
    if (view.indexes.length > 0) {
      await ensureIndexes(
        this.#documents,
        view.indexes.map((index) => ({ key: indexKey(index) })),
      );
    }
    await ensureIndexes(this.#parts, [{ key: { set: 1, number: 1 } }]);
  }

  async drop(): Promise<void> {
    await this.#documents.drop();
    await this.#parts.drop();
  }

  /** Applies writes in order, each guarded by its position. `mayHaveParts`: what they replace may be in parts. */
  async write(writes: readonly DocumentWrite[], mayHaveParts: boolean): Promise<void> {
    if (mayHaveParts) {
      for (const write of writes) await this.#writeOne(write);
      return;
    }
    let rest = writes.map(toOperation);
    while (rest.length > 0) {
      try {
        await this.#documents.bulkWrite(rest, { ordered: true });
        return;
      } catch (error) {
        const failed = refusedUpsert(error);
        if (failed === null) throw error;
        // Refused because a newer document is there, or because one was inserted just now: an update tells them apart.
        const { filter, update } = (rest[failed] as { updateOne: { filter: Filter<ViewDocument>; update: object } })
          .updateOne;
        await this.#documents.updateOne(filter, update);
        rest = rest.slice(failed + 1);
      }
    }
  }

  async get(id: string): Promise<StoredDocument | null> {
    return this.#assembled(await this.#documents.findOne({ _id: id }, { maxTimeMS: READ_TIMEOUT_MS }));
  }

  async find({ where, sort, limit }: FindOptions): Promise<StoredDocument[]> {
    return limit < 1 ? [] : this.#read(searchFilter(where), limit, searchOrder(sort));
  }

  async load(ids: readonly string[]): Promise<StoredDocument[]> {
    return ids.length === 0 ? [] : this.#read({ _id: { $in: [...new Set(ids)] } }, ids.length);
  }

  async scan({ after, limit }: { after: string; limit: number }): Promise<StoredDocument[]> {
    return limit < 1 ? [] : this.#read({ _id: { $gt: after } }, limit, { _id: 1 });
  }

  async #read(filter: object, limit: number, sort?: ReturnType<typeof searchOrder>): Promise<StoredDocument[]> {
    const cursor = this.#documents.find(filter, { limit, batchSize: limit, maxTimeMS: READ_TIMEOUT_MS });
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
    let found = document;
    for (let left = READ_TRIES; found !== null; left--) {
      const { _id: id, position, json, parts } = found;
      const text = parts === null ? json : await this.#readParts(parts);
      if (text !== null) return { id, position, document: JSON.parse(text) as JsonObject };
      if (left === 0) throw new Error('parts of a view document are missing');
      found = await this.#documents.findOne({ _id: id }, { maxTimeMS: READ_TIMEOUT_MS });
    }
    return null;
  }

  async #readParts({ set, count }: { set: string; count: number }): Promise<string | null> {
    const parts = await this.#parts.find({ set }, { sort: { number: 1 }, maxTimeMS: READ_TIMEOUT_MS }).toArray();
    if (parts.length !== count) return null;
    return Buffer.concat(parts.map(({ bytes }) => bytes.value())).toString('utf8');
  }

  async #writeOne({ id, position, document }: DocumentWrite): Promise<void> {
    const guard = { position: { $lt: position } };
    if (document === null) {
      const deleted = await this.#documents.findOneAndDelete({ _id: id, ...guard });
      await this.#removeParts(deleted?.parts);
      return;
    }
    const json = JSON.stringify(document);
    const parts = Buffer.byteLength(json) > PART_BYTES ? await this.#writeParts(nameOf(id, position), json) : null;
    const former = (await this.#documents.findOne({ _id: id }, { projection: { parts: 1 } }))?.parts;
    const fields = { position, fields: comparableFields(document), json: parts === null ? json : null, parts };
    const written = await guardedUpsert(this.#documents, id, guard, { $set: fields });
    if (written !== null) {
      if (former?.set !== parts?.set) await this.#removeParts(former);
      return;
    }
    // It may be this very write that has won, done by another projector.
    const winner = await this.#documents.findOne({ _id: id }, { projection: { parts: 1 } });
    if (winner?.parts?.set !== parts?.set) await this.#removeParts(parts);
  }

  /** A write that is repeated makes the same parts again, as projections are deterministic, and leaves none behind. */
  async #writeParts(set: string, json: string): Promise<{ set: string; count: number }> {
    const bytes = Buffer.from(json, 'utf8');
    const count = Math.ceil(bytes.length / PART_BYTES);
    for (let number = 0; number < count; number++) {
      const part = bytes.subarray(number * PART_BYTES, (number + 1) * PART_BYTES);
      const fields = { set, number, bytes: new Binary(part) };
      await this.#parts.updateOne({ _id: `${set}/${number}` }, { $set: fields }, { upsert: true });
    }
    return { set, count };
  }

  async #removeParts(parts: { set: string } | null | undefined): Promise<void> {
    if (parts) await this.#parts.deleteMany({ set: parts.set });
  }
}

export function needsParts(writes: readonly DocumentWrite[]): boolean {
  return writes.some(({ document }) => document !== null && Buffer.byteLength(JSON.stringify(document)) > PART_BYTES);
}

function toOperation({ id, position, document }: DocumentWrite): AnyBulkWriteOperation<ViewDocument> {
  const filter = { _id: id, position: { $lt: position } };
  if (document === null) return { deleteOne: { filter } };
  const fields = { position, fields: comparableFields(document), json: JSON.stringify(document), parts: null };
  return { updateOne: { filter, update: { $set: fields }, upsert: true } };
}

/** Index of the upsert that a unique index refused, or null for any other failure. */
function refusedUpsert(error: unknown): number | null {
  if (!(error instanceof MongoBulkWriteError) || error.code !== DUPLICATE_KEY) return null;
  const [first] = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return first?.index ?? null;
}
