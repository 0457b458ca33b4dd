/**
 * Data keys read from the vault's file beside the vault itself, which a thread elsewhere holds. Keys that the vault keeps
 * in memory alone are not found here.
 */
import { DatabaseSync } from 'node:sqlite';
import { unknownKey } from '#contracts/ports/key-vault.ts';
import type { MasterKey } from '../../crypto/key-wrapping.ts';
import { BUSY_TIMEOUT_MS, transaction } from '../database.ts';
import { WrappedKeys } from './wrapped-keys.ts';

export class SqliteKeyReader {
  readonly #database: DatabaseSync;
  readonly #keys: WrappedKeys;

  /** The file must be there. */
  constructor(path: string, known: readonly MasterKey[]) {
    this.#database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    this.#keys = new WrappedKeys(this.#database, known);
  }

  /** Null for a key that was destroyed, or that is in memory only. Throws KeyVaultError `key_unknown`, `wrong_master_key`. */
  async dataKey(id: string): Promise<Uint8Array | null> {
    const read = () => {
      const key = this.#keys.dataKey(id);
      if (key === null && !this.#keys.isGone(id)) throw unknownKey(id);
      return key;
    };
    // In one transaction: a slot may be given to another key as soon as its own one is destroyed.
    return transaction(this.#database, read, 'BEGIN');
  }

  close(): void {
    this.#database.close();
  }
}
