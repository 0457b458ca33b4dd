/**
 * All collections, and a journal of what happened to them: BSON records, appended and flushed before a command is
 * acknowledged. A record that a kill cut off at the end of the file is dropped at the next start. Never compacted.
 */
import { closeSync, existsSync, fdatasync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BSON } from 'mongodb';
import { Collection, type Index } from './collection.ts';
import { type Doc, keyOf } from './values.ts';

export type Change =
  | { ns: string; put: Doc }
  | { ns: string; remove: unknown }
  | { ns: string; index: Index }
  | { ns: string; drop: true };

/** What a retried write of a session was answered the first time. */
export interface Retry {
  session: string;
  number: string;
  reply: Doc;
}

const flush = promisify(fdatasync);

export class Storage {
  readonly collections = new Map<string, Collection>();
  readonly retries = new Map<string, { number: string; reply: Doc }>();
  readonly #file: number;
  #flushing: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(folder: string) {
    const path = join(folder, 'journal.bson');
    const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
    const whole = this.#replay(bytes);
    this.#file = openSync(path, 'a');
    if (whole < bytes.length) ftruncateSync(this.#file, whole);
  }

  collection(ns: string): Collection {
    const known = this.collections.get(ns);
    if (known !== undefined) return known;
    const made = new Collection();
    this.collections.set(ns, made);
    return made;
  }

  apply(change: Change): void {
    if ('put' in change) this.collection(change.ns).put(change.put);
    else if ('remove' in change) this.collection(change.ns).remove(keyOf(change.remove));
    else if ('index' in change) this.collection(change.ns).addIndex(change.index);
    else this.collections.delete(change.ns);
  }

  /** Writes changes that have been applied, and the answer of a write that may be retried. */
  write(changes: readonly Change[], retry: Retry | null): void {
    if (retry !== null) this.retries.set(retry.session, { number: retry.number, reply: retry.reply });
    if (changes.length > 0) writeSync(this.#file, BSON.serialize({ changes, retry }, { ignoreUndefined: true }));
  }

  /** Resolves when all that was written before is on the disk; calls at the same time share a flush. */
  durable(): Promise<void> {
    this.#next ??= this.#flushing.then(() => {
      this.#next = null;
      this.#flushing = flush(this.#file);
      return this.#flushing;
    });
    return this.#next;
  }

  async close(): Promise<void> {
    await this.durable();
    closeSync(this.#file);
  }

  /** Answers how many bytes are whole records. */
  #replay(bytes: Buffer): number {
    let offset = 0;
    while (offset + 4 <= bytes.length) {
      const length = bytes.readInt32LE(offset);
      if (length < 5 || offset + length > bytes.length) break;
      const record = BSON.deserialize(bytes.subarray(offset, offset + length), {
        promoteBuffers: false,
      }) as { changes: Change[]; retry: Retry | null };
      for (const change of record.changes) this.apply(change);
      if (record.retry) this.retries.set(record.retry.session, record.retry);
      offset += length;
    }
    return offset;
  }
}
