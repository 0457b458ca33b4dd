/**
 * All collections, and a journal of their changes, which is appended and flushed before a command is acknowledged.
 * A record is its length and BSON documents: the command's reply if it may be retried, then its changes. A record that
 * a kill truncated at the end of the file is dropped at the next start. The journal is never compacted.
 */
import { closeSync, existsSync, fdatasync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { BSON } from 'mongodb';
import { Collection } from './collection.ts';
import type { Index } from './indexes.ts';
import type { Doc } from './values.ts';
import { decode } from './wire.ts';

export type Change =
  | { ns: string; put: Doc }
  | { ns: string; remove: unknown }
  | { ns: string; index: Index }
  | { ns: string; dropIndex: string }
  | { ns: string; create: true }
  | { ns: string; drop: true };

/** The reply to a session's write, for when the driver repeats it. */
export interface Retry {
  session: string;
  number: bigint;
  reply: Doc;
}

const flush = promisify(fdatasync);
const LENGTH_BYTES = 4;

export class Storage {
  readonly collections = new Map<string, Collection>();
  readonly retries = new Map<string, Retry>();
  readonly #file: number;
  #flushing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #closed = false;

  constructor(path: string) {
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const whole = this.#replay(bytes);
    this.#file = openSync(path, 'a');
    if (whole < bytes.length) ftruncateSync(this.#file, whole);
  }

  /** The collection, or an empty one that isn't stored. */
  collection(ns: string): Collection {
    return this.collections.get(ns) ?? new Collection(ns);
  }

  /** Applies a change in memory; `write` stores it. */
  apply(change: Change): void {
    if ('drop' in change) {
      this.collections.delete(change.ns);
      return;
    }
    const collection = this.collection(change.ns);
    this.collections.set(change.ns, collection);
    if ('put' in change) collection.put(change.put);
    else if ('remove' in change) collection.remove(change.remove);
    else if ('index' in change) collection.addIndex(change.index);
    else if ('dropIndex' in change) collection.dropIndex(change.dropIndex);
  }

  /** Appends applied changes to the journal, with the reply if the write may be retried. */
  write(changes: readonly Change[], retry: Retry | null): void {
    if (retry !== null) this.retries.set(retry.session, retry);
    if (changes.length === 0 && retry === null) return;
    // The descriptor of the closed file may have been reused for another file.
    if (this.#closed) throw new Error('the storage is closed');
    const parts = [{ retry }, ...changes].map((part) => BSON.serialize(part));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeInt32LE(parts.reduce((sum, part) => sum + part.length, LENGTH_BYTES));
    writeSync(this.#file, Buffer.concat([length, ...parts]));
  }

  /** Resolves when everything written before is on disk. Concurrent calls share a flush. */
  durable(): Promise<void> {
    if (this.#closed) return this.#flushing;
    this.#next ??= this.#flushing.then(() => {
      this.#next = null;
      this.#flushing = flush(this.#file);
      return this.#flushing;
    });
    return this.#next;
  }

  async close(): Promise<void> {
    const written = this.durable();
    this.#closed = true;
    await written;
    closeSync(this.#file);
  }

  /** Applies the journal; returns the number of bytes in complete records. */
  #replay(bytes: Buffer): number {
    let start = 0;
    while (start + LENGTH_BYTES <= bytes.length) {
      const end = start + bytes.readInt32LE(start);
      if (end <= start || end > bytes.length) break;
      for (let offset = start + LENGTH_BYTES; offset < end; ) {
        const length = bytes.readInt32LE(offset);
        const part = decode(bytes.subarray(offset, offset + length));
        if ('ns' in part) this.apply(part as unknown as Change);
        else if (part.retry !== null) this.retries.set((part.retry as Retry).session, part.retry as Retry);
        offset += length;
      }
      start = end;
    }
    return start;
  }
}
