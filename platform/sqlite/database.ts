/** Opens SQLite files in WAL mode with a chosen durability, and verifies that both are in force. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { recognizingUnwritable } from '../unwritable.ts';

export interface DatabaseSettings {
  /**
   * FULL: a commit is on the disk when it returns. NORMAL: it survives a killed process; a power cut may take the
   * newest commits with it, never the consistency of the rest.
   */
  synchronous: 'FULL' | 'NORMAL';
  /** Version of `schema`; a file of another version is refused, unless `upgrades` lead to this one. */
  version: number;
  /** By the version that a file has: what makes it one of the next version, in one transaction with all further steps. */
  upgrades?: Readonly<Record<number, (database: DatabaseSync) => void>>;
  /** Statements that lay out an empty file. */
  schema: string;
  /** Pages in the write-ahead log after which a commit also moves them into the file. */
  walAutocheckpoint?: number;
}

/** The file has a schema that only a newer version of the service knows. Nothing of it was changed. */
export class NewerSchemaError extends Error {
  readonly code = 'written_by_newer_version';
  constructor(path: string, found: number, known: number) {
    super(`${path} was written by a newer version of the service (schema ${found}; this version knows ${known})`);
    this.name = 'NewerSchemaError';
  }
}

/** How long to wait for another user of the file, such as a backup tool, to release its lock. */
export const BUSY_TIMEOUT_MS = 5_000;
/** A write-ahead log that has grown beyond this size is truncated to it after a checkpoint. */
const JOURNAL_SIZE_LIMIT = 64 * 1024 * 1024;
const SYNCHRONOUS_LEVEL = { NORMAL: 1, FULL: 2 };

/**
 * Opens or creates the file. Throws when a setting did not take effect (some network file systems refuse WAL) or the
 * file has another schema version: NewerSchemaError if it is a later one.
 */
export function openDatabase(path: string, settings: DatabaseSettings): DatabaseSync {
  const database = openConnection(path);
  try {
    configure(database, settings);
    verify(database, path, settings);
    migrate(database, path, settings);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens the file as it is, such as beside the connection that {@link openDatabase} returned. It waits like that one for
 * another user's lock, and changes no setting. A missing file is created, unless `readOnly`.
 */
export function openConnection(path: string, { readOnly = false } = {}): DatabaseSync {
  return new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS });
}

/** Returns the value of a pragma. */
export function pragma(database: DatabaseSync, name: string): string | number | null {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return row === undefined ? null : (Object.values(row)[0] as string | number);
}

/** A statement whose rows are arrays of values, not objects. */
export function prepareArrays(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

/**
 * Runs `work` in one transaction that commits all of it or nothing. A write transaction, unless `begin` says otherwise.
 * Throws StorageUnwritableError when the volume takes no more writes.
 */
export function transaction<T>(
  database: DatabaseSync,
  work: () => T,
  begin: 'BEGIN IMMEDIATE' | 'BEGIN' = 'BEGIN IMMEDIATE',
): T {
  try {
    database.exec(begin);
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw recognizingUnwritable(error);
  }
}

function configure(database: DatabaseSync, settings: DatabaseSettings): void {
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(`PRAGMA synchronous = ${settings.synchronous}`);
  database.exec(`PRAGMA journal_size_limit = ${JOURNAL_SIZE_LIMIT}`);
  if (settings.walAutocheckpoint !== undefined) {
    database.exec(`PRAGMA wal_autocheckpoint = ${settings.walAutocheckpoint}`);
  }
}

/** SQLite silently ignores a pragma that it cannot apply, so the settings are read back. */
function verify(database: DatabaseSync, path: string, settings: DatabaseSettings): void {
  const mode = pragma(database, 'journal_mode');
  if (mode !== 'wal') throw new Error(`${path}: journal mode is ${mode}, but must be wal`);
  const level = pragma(database, 'synchronous');
  if (level !== SYNCHRONOUS_LEVEL[settings.synchronous]) {
    throw new Error(`${path}: synchronous is ${level}, but must be ${settings.synchronous}`);
  }
}

function migrate(database: DatabaseSync, path: string, settings: DatabaseSettings): void {
  transaction(database, () => {
    const version = pragma(database, 'user_version');
    if (version === settings.version) return;
    if (version === 0) database.exec(settings.schema);
    else upgrade(database, path, settings, Number(version));
    database.exec(`PRAGMA user_version = ${settings.version}`);
  });
}

function upgrade(
  database: DatabaseSync,
  path: string,
  { version, upgrades = {} }: DatabaseSettings,
  from: number,
): void {
  if (from > version) throw new NewerSchemaError(path, from, version);
  for (let at = from; at !== version; at++) {
    const step = upgrades[at];
    if (step === undefined) throw new Error(`${path}: schema version is ${from}, but must be ${version}`);
    step(database);
  }
}
