/** The data folder of the embedded shape: its files, and the lock that lets only one process use it. */
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileProblem } from '#common/file-problem.ts';
import { makeFolder } from '#platform/files/make-folder.ts';

const LOCK = 'lock.db';

export class DataFolderInUseError extends Error {
  readonly code = 'data_folder_in_use';
  constructor(folder: string) {
    super(`another instance is working in ${folder}; stop it first, or set EVIDENCE_DATA_DIR to another folder`);
    this.name = 'DataFolderInUseError';
  }
}

export class DataFolderUnusableError extends Error {
  readonly code = 'data_folder_unusable';
  constructor(folder: string, cause: unknown) {
    super(`the data folder ${folder} can't be used: ${fileProblem(cause)}; set EVIDENCE_DATA_DIR to one that can`, {
      cause,
    });
    this.name = 'DataFolderUnusableError';
  }
}

export interface DataFolder {
  path: string;
  file(name: string): string;
  /** Unlocks the folder. The operating system also does so when the process is killed. */
  release(): void;
}

/** Creates the folder (mode 0700) if needed and locks it. Throws DataFolderInUseError, DataFolderUnusableError. */
export function takeDataFolder(folder: string): DataFolder {
  const path = resolve(folder);
  // SQLite's file lock is the only one that Node can take without a native module and that ends with the process.
  let lock: DatabaseSync | null = null;
  try {
    makeFolder(path);
    keepToOurselves(path);
    lock = new DatabaseSync(join(path, LOCK));
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new DataFolderInUseError(path);
    throw new DataFolderUnusableError(path, error);
  }
  const held = lock;
  return {
    path,
    file: (name) => join(path, name),
    release: () => held.close(),
  };
}

const SQLITE_BUSY = 5;
/** Also of a copy without the lock. */
const EVENTS = 'events.db';
const FOR_OTHERS = 0o077;
/** What a data folder may hold before its first start: a file system's own folder, keys and models put there. */
const EXPECTED = new Set(['lost+found', 'master-key', 'bootstrap-key', 'models', 'model-checks']);

/** Shuts others out of a folder that is ours or empty; one with other things in it that others may open, such as /tmp, stays as it is and is refused. */
function keepToOurselves(path: string): void {
  const about = statSync(path);
  if (!about.isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  const names = (about.mode & FOR_OTHERS) === 0 ? [] : readdirSync(path);
  const isOurs = names.includes(LOCK) || names.includes(EVENTS);
  if (!isOurs && names.some((name) => !EXPECTED.has(name))) {
    throw new Error('it holds other things, and other users may open it');
  }
  chmodSync(path, 0o700);
}
