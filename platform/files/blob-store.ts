/**
 * Blobs as files. A blob is written to a temporary file and renamed, so that a reader gets either the old bytes or the
 * new; file and folders are flushed before `put` resolves.
 *
 * A file is a header (format, expiry time) and the bytes. Blob `a/b/c` is file `a/b/c@`: keys contain no `@`, so a file
 * never has the name of a folder. One instance per folder.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import pMap from 'p-map';
import { KeyedLock } from '#common/keyed-lock.ts';
import type { BlobSpace, BlobStore } from '#contracts/ports/blob-store.ts';
import { checkBlobKey, checkBlobPrefix, isBlobKey } from '../blob-keys.ts';
import { oldestBeyond, type StoredBlob } from '../oldest-blobs.ts';
import { toMilliseconds } from '../times.ts';
import { recognizingUnwritable } from '../unwritable.ts';
import { decodeHeader, encodeHeader, HEADER_BYTES } from './blob-header.ts';
import { syncFolder } from './durability.ts';

const SUFFIX = '@';
/** Starts with a character that no key starts with. */
const TEMPORARY = '.temporary';
/**
 * Begins the names of the locks for creating and removing folders, so that a new folder is not removed before its blob
 * is in it. One for each folder directly in the root, as flushing takes milliseconds and others would wait for it. No
 * key begins with it.
 */
const FOLDERS = '/';
const STATS_AT_ONCE = 16;

export class FileBlobStore implements BlobStore {
  readonly #folder: string;
  readonly #locks = new KeyedLock();
  /** Expiry time by key, for blobs that expire; loaded by the first sweep. */
  readonly #expiries = new Map<string, number>();
  #loaded: Promise<void> | null = null;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Creates the folder if it does not exist, and removes leftovers of interrupted writes. */
  static async open(folder: string): Promise<FileBlobStore> {
    const temporary = join(folder, TEMPORARY);
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    await syncFolder(folder);
    return new FileBlobStore(folder);
  }

  async put(key: string, bytes: Uint8Array, options: { expires_at?: string } = {}): Promise<void> {
    const path = this.#pathOf(key);
    const expiry = options.expires_at === undefined ? null : toMilliseconds(options.expires_at);
    await this.#locks.run(key, async () => {
      const temporary = join(this.#folder, TEMPORARY, randomUUID());
      try {
        await writeDurably(temporary, encodeHeader({ expiry }), bytes);
        await this.#moveInto(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw recognizingUnwritable(error);
      }
      this.#setExpiry(key, expiry);
    });
  }

  async get(key: string): Promise<Uint8Array | null> {
    const file = await unlessMissing(readFile(this.#pathOf(key)));
    if (file === null) return null;
    if (decodeHeader(file) === null) throw new Error('the folder of blobs contains a file that is not a blob');
    return new Uint8Array(file.buffer, file.byteOffset + HEADER_BYTES, file.byteLength - HEADER_BYTES);
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await this.#locks.run(key, () => this.#remove(key, path));
  }

  async deletePrefix(prefix: string): Promise<number> {
    checkBlobPrefix(prefix);
    const folder = dirname(this.#pathOf(`${prefix}x`));
    let deleted = 0;
    for (const key of await this.#keysIn(folder)) {
      if (await this.#locks.run(key, () => this.#remove(key, this.#pathOf(key)))) deleted++;
    }
    return deleted;
  }

  async trim(prefix: string, space: BlobSpace): Promise<number> {
    checkBlobPrefix(prefix);
    const keys = await this.#keysIn(dirname(this.#pathOf(`${prefix}x`)));
    const blobs = await pMap(keys, (key) => this.#describe(key), { concurrency: STATS_AT_ONCE });
    let deleted = 0;
    for (const { key } of oldestBeyond(
      prefix,
      blobs.flatMap((blob) => blob ?? []),
      space,
    )) {
      if (await this.#locks.run(key, () => this.#remove(key, this.#pathOf(key)))) deleted++;
    }
    return deleted;
  }

  async sweep(now: string): Promise<number> {
    const time = toMilliseconds(now);
    this.#loaded ??= this.#loadExpiries().catch((error) => {
      this.#loaded = null;
      throw error;
    });
    await this.#loaded;
    let deleted = 0;
    for (const [key, expiry] of this.#expiries) {
      if (expiry > time) continue;
      const removed = await this.#locks.run(key, async () => {
        // It may have been replaced while this call waited for the lock.
        const current = this.#expiries.get(key);
        return current !== undefined && current <= time && (await this.#remove(key, this.#pathOf(key)));
      });
      if (removed) deleted++;
    }
    return deleted;
  }

  /** All blobs, in any order; those that are deleted meanwhile may be missing. Times are Unix milliseconds. */
  async *entries(): AsyncGenerator<{ key: string; expires_at: number | null }> {
    for (const key of await this.#keysIn(this.#folder)) {
      const header = await unlessMissing(readStart(this.#pathOf(key), HEADER_BYTES));
      const decoded = header && decodeHeader(header);
      if (decoded !== null) yield { key, expires_at: decoded.expiry };
    }
  }

  async close(): Promise<void> {
    await this.#locks.idle();
  }

  /** Null if it was deleted meanwhile. */
  async #describe(key: string): Promise<StoredBlob | null> {
    const found = await unlessMissing(stat(this.#pathOf(key)));
    return found && { key, bytes: found.size - HEADER_BYTES, put_at: found.mtimeMs };
  }

  #pathOf(key: string): string {
    checkBlobKey(key);
    return join(this.#folder, ...key.split('/')) + SUFFIX;
  }

  /** Lock of the folders between the root and what is at `path`. */
  #foldersOf(path: string): string {
    const [first = ''] = relative(this.#folder, path).split(sep);
    return `${FOLDERS}${first}`;
  }

  async #moveInto(temporary: string, path: string): Promise<void> {
    await this.#locks.run(this.#foldersOf(path), async () => {
      await makeFolders(this.#folder, dirname(path));
      await rename(temporary, path);
    });
    await unlessMissing(syncFolder(dirname(path)));
  }

  /** Returns whether the blob existed. */
  async #remove(key: string, path: string): Promise<boolean> {
    const removed = await unlessMissing(rm(path).then(() => true));
    this.#setExpiry(key, null);
    if (removed) {
      await unlessMissing(syncFolder(dirname(path)));
      await this.#removeEmptyFolders(dirname(path));
    }
    return removed ?? false;
  }

  /** Removes empty folders from `folder` upwards. */
  async #removeEmptyFolders(folder: string): Promise<void> {
    await this.#locks.run(this.#foldersOf(folder), async () => {
      for (let empty = folder; empty !== this.#folder; empty = dirname(empty)) {
        try {
          await rmdir(empty);
        } catch {
          return;
        }
      }
    });
  }

  #setExpiry(key: string, expiry: number | null): void {
    if (expiry === null) this.#expiries.delete(key);
    else this.#expiries.set(key, expiry);
  }

  async #loadExpiries(): Promise<void> {
    for (const key of await this.#keysIn(this.#folder)) {
      await this.#locks.run(key, async () => {
        const header = await unlessMissing(readStart(this.#pathOf(key), HEADER_BYTES));
        this.#setExpiry(key, header && (decodeHeader(header)?.expiry ?? null));
      });
    }
  }

  async #keysIn(folder: string): Promise<string[]> {
    const entries = (await unlessMissing(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
      .map((entry) => join(entry.parentPath, entry.name).slice(this.#folder.length + 1, -SUFFIX.length))
      .map((path) => path.split(sep).join('/'))
      .filter(isBlobKey);
  }
}

async function writeDurably(path: string, header: Uint8Array, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(header);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readStart(path: string, length: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Creates `folder` inside `root`, and flushes every folder that got a new entry. */
async function makeFolders(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let parent = dirname(folder); parent.length >= dirname(first).length && parent.length >= root.length; ) {
    await syncFolder(parent);
    parent = dirname(parent);
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
