/**
 * Blobs in GridFS. Every put uploads a new file, then updates a head document that names the file of the blob, so that
 * a reader gets either the old bytes or the new. A file is listed as loose before it is uploaded or removed; if the
 * process is killed, a sweep removes the listed files.
 */
import { once } from 'node:events';
import { type Collection, type Db, GridFSBucket, type GridFSFile, MongoRuntimeError, ObjectId } from 'mongodb';
import { KeyedLock } from '#common/keyed-lock.ts';
import type { BlobSpace, BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { checkBlobKey, checkBlobPrefix } from '../../blob-keys.ts';
import { oldestBeyond, type StoredBlob } from '../../oldest-blobs.ts';
import { toMilliseconds } from '../../times.ts';
import { READ_TIMEOUT_MS } from '../connection.ts';
import { ensureIndexes } from '../indexes.ts';

interface BlobHead {
  /** The blob's key. */
  _id: string;
  file: ObjectId;
  /** Null for a blob that does not expire. */
  expires_at: Date | null;
}

/** A file that may belong to no blob. */
interface LooseFile {
  _id: ObjectId;
  since: Date;
}

/** No upload or removal takes this long. */
const ABANDONED_MS = 3_600_000;
const SWEEP_BATCH = 500;

class MissingChunks extends Error {}

export class MongoBlobStore implements BlobStore {
  readonly #heads: Collection<BlobHead>;
  readonly #loose: Collection<LooseFile>;
  readonly #files: GridFSBucket;
  readonly #chunks: Collection;
  readonly #clock: Clock;
  /** Keeps puts of one key in order within this process. */
  readonly #locks = new KeyedLock();

  constructor(database: Db, clock: Clock) {
    this.#heads = database.collection('blobs');
    this.#loose = database.collection('loose_files');
    this.#files = new GridFSBucket(database, { bucketName: 'blob_data' });
    this.#chunks = database.collection('blob_data.chunks');
    this.#clock = clock;
  }

  /** Creates missing indexes. */
  async prepare(): Promise<void> {
    await ensureIndexes(this.#heads, [{ key: { expires_at: 1 } }, { key: { file: 1 } }]);
    await ensureIndexes(this.#loose, [{ key: { since: 1 } }]);
  }

  async put(key: string, bytes: Uint8Array, options: { expires_at?: string } = {}): Promise<void> {
    checkBlobKey(key);
    const expires_at = options.expires_at === undefined ? null : new Date(toMilliseconds(options.expires_at));
    await this.#locks.run(key, async () => {
      const file = new ObjectId();
      const replaced = (await this.#heads.findOne({ _id: key }))?.file;
      await this.#list(replaced === undefined ? [file] : [file, replaced]);
      await this.#upload(file, key, bytes);
      const update = { $set: { file, expires_at } };
      const former = await this.#heads.findOneAndUpdate({ _id: key }, update, {
        upsert: true,
        returnDocument: 'before',
      });
      await this.#loose.deleteOne({ _id: file });
      if (former !== null) await this.#removeFile(former.file);
      // Another process replaced the blob in between, and removes that file.
      if (replaced !== undefined && former?.file.equals(replaced) !== true)
        await this.#loose.deleteOne({ _id: replaced });
    });
  }

  async get(key: string): Promise<Uint8Array | null> {
    checkBlobKey(key);
    for (let missed: ObjectId | null = null; ; ) {
      const head: BlobHead | null = await this.#heads.findOne({ _id: key }, { maxTimeMS: READ_TIMEOUT_MS });
      if (head === null) return null;
      try {
        return await this.#download(head.file);
      } catch (error) {
        const gone = error instanceof MongoRuntimeError || error instanceof MissingChunks;
        // Replaced during the read, unless the blob still has the same file.
        if (!gone || missed?.equals(head.file)) throw error;
        missed = head.file;
      }
    }
  }

  async delete(key: string): Promise<void> {
    checkBlobKey(key);
    await this.#locks.run(key, () => this.#remove(key));
  }

  async deletePrefix(prefix: string): Promise<number> {
    checkBlobPrefix(prefix);
    let deleted = 0;
    for await (const { _id } of this.#heads.find({ _id: rangeOf(prefix) }, { projection: { _id: 1 } })) {
      if (await this.#locks.run(_id, () => this.#remove(_id))) deleted++;
    }
    return deleted;
  }

  async trim(prefix: string, space: BlobSpace): Promise<number> {
    checkBlobPrefix(prefix);
    const keys = new Map<string, string>();
    for await (const { _id, file } of this.#heads.find({ _id: rangeOf(prefix) })) keys.set(file.toHexString(), _id);
    const blobs: StoredBlob[] = [];
    // Files of no blob are left to the sweep.
    for await (const { _id, length, uploadDate } of this.#files.find({ filename: rangeOf(prefix) })) {
      const key = keys.get(_id.toHexString());
      if (key !== undefined) blobs.push({ key, bytes: length, put_at: uploadDate.getTime() });
    }
    let deleted = 0;
    for (const { key } of oldestBeyond(prefix, blobs, space)) {
      if (await this.#locks.run(key, () => this.#remove(key))) deleted++;
    }
    return deleted;
  }

  async sweep(now: string): Promise<number> {
    const time = new Date(toMilliseconds(now));
    const expired = { expires_at: { $ne: null, $lte: time } };
    let deleted = 0;
    for await (const { _id } of this.#heads.find(expired, { projection: { _id: 1 } })) {
      if (await this.#locks.run(_id, () => this.#remove(_id, time))) deleted++;
    }
    await this.#removeAbandoned();
    return deleted;
  }

  /** All blobs, in any order; those that are deleted meanwhile may be missing. Times are Unix milliseconds. */
  async *entries(): AsyncGenerator<{ key: string; expires_at: number | null }> {
    for await (const { _id, expires_at } of this.#heads.find({})) {
      yield { key: _id, expires_at: expires_at === null ? null : expires_at.getTime() };
    }
  }

  async close(): Promise<void> {
    await this.#locks.idle();
  }

  /** Returns whether the blob existed and, if `expiredBy` is given, had expired by then. */
  async #remove(key: string, expiredBy?: Date): Promise<boolean> {
    const filter = { _id: key, ...(expiredBy !== undefined && { expires_at: { $ne: null, $lte: expiredBy } }) };
    const found = await this.#heads.findOne(filter);
    if (found === null) return false;
    await this.#list([found.file]);
    const { deletedCount } = await this.#heads.deleteOne({ ...filter, file: found.file });
    if (deletedCount === 0) return false;
    await this.#removeFile(found.file);
    return true;
  }

  async #upload(file: ObjectId, key: string, bytes: Uint8Array): Promise<void> {
    const upload = this.#files.openUploadStreamWithId(file, key);
    const finished = once(upload, 'finish');
    upload.end(bytes);
    await finished;
  }

  async #download(file: ObjectId): Promise<Uint8Array> {
    const download = this.#files.openDownloadStream(file);
    let length = 0;
    download.once('file', (found: GridFSFile) => {
      length = found.length;
    });
    const pieces: Buffer[] = [];
    for await (const piece of download) pieces.push(piece as Buffer);
    const bytes = Buffer.concat(pieces);
    // The client takes the last chunk that exists for the end of the file.
    if (bytes.length !== length) throw new MissingChunks('chunks of a blob are missing');
    return new Uint8Array(bytes);
  }

  /** Lists files as loose before an operation that a crash could interrupt. */
  async #list(files: readonly ObjectId[]): Promise<void> {
    const since = new Date(this.#clock.now());
    const operations = files.map((_id) => ({
      updateOne: { filter: { _id }, update: { $set: { since } }, upsert: true },
    }));
    await this.#loose.bulkWrite(operations);
  }

  /** Removes a file that no blob uses any more, and its loose entry. */
  async #removeFile(file: ObjectId): Promise<void> {
    await this.#chunks.deleteMany({ files_id: file });
    await this.#chunks.db.collection('blob_data.files').deleteOne({ _id: file });
    await this.#loose.deleteOne({ _id: file });
  }

  async #removeAbandoned(): Promise<void> {
    const before = new Date(this.#clock.now() - ABANDONED_MS);
    const listed = await this.#loose.find({ since: { $lt: before } }, { limit: SWEEP_BATCH }).toArray();
    for (const { _id: file } of listed) {
      if ((await this.#heads.findOne({ file }, { projection: { _id: 1 } })) === null) await this.#removeFile(file);
      else await this.#loose.deleteOne({ _id: file });
    }
  }
}

/** The range of keys with a prefix; the character after `/` is `0`. */
function rangeOf(prefix: string): { $gte: string; $lt: string } {
  return { $gte: prefix, $lt: `${prefix.slice(0, -1)}0` };
}
