/** Reads and unwraps the keys and secrets of the vault's file. */
import type { DatabaseSync } from 'node:sqlite';
import { KeyVaultError } from '#contracts/ports/key-vault.ts';
import { dataKeyPurpose, type MasterKey, unwrap } from '../../crypto/key-wrapping.ts';
import { WrappedSlots } from './wrapped-slots.ts';

/** The location of a wrapped key or secret, and the master key that wrapped it. */
export interface WrappedRow {
  master: number;
  slot: number;
}

export class WrappedKeys {
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #slots: WrappedSlots;
  readonly #known: readonly MasterKey[];

  constructor(database: DatabaseSync, known: readonly MasterKey[]) {
    this.#statements = prepareStatements(database);
    this.#slots = new WrappedSlots(database);
    this.#known = known;
  }

  /** The unwrapped data key, or null when it is not stored. Throws KeyVaultError `wrong_master_key`. */
  dataKey(id: string): Uint8Array | null {
    const row = this.#statements.dataKey.get(id) as WrappedRow | undefined;
    return row === undefined ? null : this.unwrap(dataKeyPurpose(id), row);
  }

  /** Whether a key that is not stored existed once: it was destroyed, or was in memory only. */
  isGone(id: string): boolean {
    return this.#statements.trace.get({ id }) !== undefined;
  }

  /** Throws KeyVaultError `wrong_master_key`. */
  unwrap(purpose: string, row: WrappedRow): Uint8Array {
    const { key_id } = this.#statements.masterKeyId.get(row.master) as { key_id: string };
    const master = this.#known.find((known) => known.id === key_id);
    const secret = master && unwrap(master, purpose, this.#slots.read(row.slot));
    if (!secret) throw new KeyVaultError('wrong_master_key', `${purpose} does not unwrap with master key ${key_id}`);
    return new Uint8Array(secret);
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    masterKeyId: database.prepare('SELECT key_id FROM master_keys WHERE number = ?'),
    dataKey: database.prepare('SELECT master, slot FROM data_keys WHERE id = ?'),
    trace: database.prepare(`
      SELECT 1 FROM destroyed WHERE id = $id UNION ALL SELECT 1 FROM ephemeral_deadlines WHERE id = $id LIMIT 1`),
  };
}
