/**
 * Reads data keys from the file of a vault that another thread holds. Does not find keys that the vault keeps in memory
 * only.
 */
import type { DatabaseSync } from 'node:sqlite';
import { unknownKey } from '#contracts/ports/key-vault.ts';
import type { MasterKey } from '../../crypto/key-wrapping.ts';
import { openConnection, transaction } from '../database.ts';
import { WrappedKeys } from './wrapped-keys.ts';

export class SqliteKeyReader {
  readonly #database: DatabaseSync;
  readonly #keys: WrappedKeys;

  /** The file must exist. */
  constructor(path: string, known: readonly MasterKey[]) {
    this.#database = openConnection(path, { readOnly: true });
    this.#keys = new WrappedKeys(this.#database, known);
  }

  /**
   * Null for a key that was destroyed or is in memory only. Throws KeyVaultError `key_unknown` or `wrong_master_key`.
   */
  async dataKey(id: string): Promise<Uint8Array | null> {
    const read = () => {
      const key = this.#keys.dataKey(id);
      if (key === null && !this.#keys.isGone(id)) throw unknownKey(id);
      return key;
    };
    // In one transaction, as the slot of a destroyed key may be reused at once.
    return transaction(this.#database, read, 'BEGIN');
  }

  close(): void {
    this.#database.close();
  }
}
