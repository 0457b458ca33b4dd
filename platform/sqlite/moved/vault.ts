/** Secrets and keys of the vault's file, for a move to or from another shape. No service has the file open. */
import type { DatabaseSync } from 'node:sqlite';
import type { DataKeyRow, MovedVault } from '#contracts/ports/moved-table.ts';
import { dataKeyPurpose, type MasterKey, secretPurpose, wrap } from '../../crypto/key-wrapping.ts';
import { transaction } from '../database.ts';
import { WrappedKeys, type WrappedRow } from '../vault/wrapped-keys.ts';
import { WrappedSlots } from '../vault/wrapped-slots.ts';

export interface MovedVaultOptions {
  /** The vault's file, made by a SqliteKeyVault. */
  database: DatabaseSync;
  /** Wraps what is put. */
  master: MasterKey;
  /** All that may have wrapped what is read. */
  known: readonly MasterKey[];
}

export function movedVault({ database, master, known }: MovedVaultOptions): MovedVault {
  const slots = new WrappedSlots(database);
  const keys = new WrappedKeys(database, known);
  const masterNumber = () => {
    database.prepare('INSERT INTO master_keys (key_id) VALUES (?) ON CONFLICT DO NOTHING').run(master.id);
    return Number(database.prepare('SELECT number FROM master_keys WHERE key_id = ?').get(master.id)!.number);
  };
  const insertSecret = database.prepare('INSERT INTO secrets (name, master, slot) VALUES (?, ?, ?)');
  const hasSecret = database.prepare('SELECT 1 FROM secrets WHERE name = ?');
  const insertKey = database.prepare(
    'INSERT INTO data_keys (id, organization_id, expires_at, master, slot) VALUES (?, ?, ?, ?, ?)',
  );
  const hasKey = database.prepare('SELECT 1 FROM data_keys WHERE id = ?');
  const putDeadline = database.prepare(
    'REPLACE INTO ephemeral_deadlines (id, organization_id, expires_at) VALUES (?, ?, ?)',
  );
  const insertDestroyed = database.prepare('INSERT INTO destroyed (id) VALUES (?) ON CONFLICT DO NOTHING');

  return {
    secrets: {
      async *rows() {
        const stored = database.prepare('SELECT name, master, slot FROM secrets');
        for (const row of stored.iterate() as Iterable<WrappedRow & { name: string }>) {
          yield { id: row.name, secret: keys.unwrap(secretPurpose(row.name), row) };
        }
      },
      async put(rows) {
        transaction(database, () => {
          for (const { id, secret } of rows) {
            if (hasSecret.get(id) !== undefined) continue;
            insertSecret.run(id, masterNumber(), slots.take(wrap(master, secretPurpose(id), secret)));
          }
        });
      },
    },
    data_keys: {
      async *rows() {
        const stored = database.prepare('SELECT id, organization_id, expires_at, master, slot FROM data_keys');
        for (const row of stored.iterate() as Iterable<WrappedRow & Omit<DataKeyRow, 'key'>>) {
          const { id, organization_id, expires_at } = row;
          yield { id, organization_id, expires_at, key: keys.unwrap(dataKeyPurpose(id), row) };
        }
        // The keys themselves were in the memory of a process that has ended.
        const lost = database.prepare('SELECT id, organization_id, expires_at FROM ephemeral_deadlines');
        for (const { id, organization_id, expires_at } of lost.iterate() as Iterable<Omit<DataKeyRow, 'key'>>) {
          yield { id, organization_id, expires_at, key: null };
        }
      },
      async put(rows) {
        transaction(database, () => {
          for (const { id, organization_id, expires_at, key } of rows) {
            if (key === null) putDeadline.run(id, organization_id, expires_at);
            else if (hasKey.get(id) === undefined) {
              const slot = slots.take(wrap(master, dataKeyPurpose(id), key));
              insertKey.run(id, organization_id, expires_at, masterNumber(), slot);
            }
          }
        });
      },
    },
    destroyed_keys: {
      async *rows() {
        for (const { id } of database.prepare('SELECT id FROM destroyed').iterate()) yield { id: String(id) };
      },
      async put(rows) {
        transaction(database, () => {
          for (const { id } of rows) insertDestroyed.run(id);
        });
      },
    },
  };
}
