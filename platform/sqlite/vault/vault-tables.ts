/** The tables of the key vault's file, and the statements on them. */
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase, pragma } from '../database.ts';
import { SLOTS_SCHEMA } from './wrapped-slots.ts';

const SCHEMA = `
  ${SLOTS_SCHEMA}
  CREATE TABLE master_keys (number INTEGER PRIMARY KEY, key_id TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE data_keys (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    organization_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    master INTEGER NOT NULL,
    slot INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE destroyed (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE secrets (name TEXT PRIMARY KEY, master INTEGER NOT NULL, slot INTEGER NOT NULL) STRICT;
`;

/** Not part of the versioned schema: older files lack these tables and indexes. */
const DUE_SCHEMA = `
  DROP INDEX IF EXISTS data_keys_by_expiry;
  CREATE INDEX IF NOT EXISTS data_keys_by_due ON data_keys (expires_at, id);
  CREATE TABLE IF NOT EXISTS ephemeral_deadlines (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS ephemeral_deadlines_by_expiry ON ephemeral_deadlines (expires_at);
`;

/** Opens the file, or creates it, so that what is deleted is overwritten. Throws SQLite errors. */
export function openVault(path: string): DatabaseSync {
  const database = openDatabase(path, { synchronous: 'FULL', version: 1, schema: SCHEMA });
  try {
    eraseOnDelete(database);
    database.exec(DUE_SCHEMA);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function eraseOnDelete(database: DatabaseSync): void {
  database.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY');
  if (pragma(database, 'secure_delete') !== 1) throw new Error('SQLite refuses secure_delete');
  if (pragma(database, 'temp_store') !== 2) throw new Error('SQLite refuses temp_store = MEMORY');
}

export function prepareStatements(database: DatabaseSync) {
  return {
    masterKeys: database.prepare('SELECT key_id FROM master_keys'),
    masterNumber: database.prepare('SELECT number FROM master_keys WHERE key_id = ?'),
    insertMasterKey: database.prepare('INSERT INTO master_keys (key_id) VALUES (?) ON CONFLICT DO NOTHING'),
    forgetMasterKeys: database.prepare('DELETE FROM master_keys WHERE number <> ?'),
    dataKeysAfter: database.prepare(
      'SELECT number, id, master, slot FROM data_keys WHERE number > ? ORDER BY number LIMIT ?',
    ),
    insertDataKey: database.prepare(
      'INSERT INTO data_keys (id, organization_id, expires_at, master, slot) VALUES (?, ?, ?, ?, ?)',
    ),
    markDataKey: database.prepare('UPDATE data_keys SET master = ? WHERE number = ?'),
    deleteDataKey: database.prepare('DELETE FROM data_keys WHERE id = ? RETURNING slot'),
    putDeadline: database.prepare(
      'REPLACE INTO ephemeral_deadlines (id, organization_id, expires_at) VALUES (?, ?, ?)',
    ),
    deleteDeadline: database.prepare('DELETE FROM ephemeral_deadlines WHERE id = ?'),
    rescheduleKey: database.prepare('UPDATE data_keys SET expires_at = ? WHERE id = ?'),
    rescheduleDeadline: database.prepare('UPDATE ephemeral_deadlines SET expires_at = ? WHERE id = ?'),
    due: database.prepare(`
      SELECT id, organization_id, expires_at FROM data_keys
      WHERE expires_at BETWEEN $after AND $now AND (expires_at, id) > ($after, $id)
      UNION ALL
      SELECT id, organization_id, expires_at FROM ephemeral_deadlines
      WHERE expires_at BETWEEN $after AND $now AND (expires_at, id) > ($after, $id)
      ORDER BY expires_at, id LIMIT $limit`),
    isDestroyed: database.prepare('SELECT 1 FROM destroyed WHERE id = ?'),
    insertDestroyed: database.prepare('INSERT INTO destroyed (id) VALUES (?) ON CONFLICT DO NOTHING'),
    secret: database.prepare('SELECT master, slot FROM secrets WHERE name = ?'),
    secretsOfOthers: database.prepare('SELECT name, master, slot FROM secrets WHERE master <> ?'),
    insertSecret: database.prepare('INSERT INTO secrets (name, master, slot) VALUES (?, ?, ?)'),
    markSecret: database.prepare('UPDATE secrets SET master = ? WHERE name = ?'),
  };
}
