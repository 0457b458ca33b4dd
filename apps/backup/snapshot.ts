/** Consistent copies of SQLite files beside a service that goes on writing to them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { openConnection } from '#platform/sqlite/database.ts';

/** Pages of 4 KiB copied at a time; between two, others get a turn. */
const PAGES_PER_STEP = 2_000;

export interface Snapshot {
  name: string;
  /** Copies the file as it was when the snapshot was taken, as one file without a write-ahead log. */
  copy(target: string, onProgress: (done: number, total: number) => void): Promise<void>;
  /** Lets the service reuse the space that the snapshot holds. May be called again. */
  release(): void;
}

/**
 * Takes a snapshot of each file that exists, in this order, within milliseconds. Nothing waits for a snapshot but erasures:
 * one of the keys must be copied and released within seconds.
 */
export function takeSnapshots(folder: string, names: readonly string[]): Snapshot[] {
  const open: { name: string; database: DatabaseSync }[] = [];
  try {
    for (const name of names) {
      const path = join(folder, name);
      if (existsSync(path)) open.push({ name, database: openConnection(path, { readOnly: true }) });
    }
    for (const { database } of open) {
      database.exec('BEGIN');
      // A transaction takes its snapshot with its first read.
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
    }
  } catch (error) {
    for (const { database } of open) database.close();
    throw error;
  }
  return open.map(({ name, database }) => ({
    name,
    async copy(target, onProgress) {
      await backup(database, target, {
        rate: PAGES_PER_STEP,
        progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
      });
      const copied = openConnection(target);
      try {
        copied.exec('PRAGMA journal_mode = DELETE');
      } finally {
        copied.close();
      }
    },
    release() {
      if (database.isOpen) database.close();
    },
  }));
}
