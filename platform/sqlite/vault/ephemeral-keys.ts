/** Data keys for zero retention: kept in memory only, so that a restart destroys them. */
import { randomBytes } from 'node:crypto';
import { KEY_BYTES } from '../../crypto/key-wrapping.ts';

export class EphemeralKeys {
  readonly #keys = new Map<string, Uint8Array>();

  create(id: string): Uint8Array {
    const key = randomBytes(KEY_BYTES);
    this.#keys.set(id, key);
    return new Uint8Array(key);
  }

  /** Returns a copy, because `destroy` overwrites the original. */
  get(id: string): Uint8Array | null {
    const key = this.#keys.get(id);
    return key === undefined ? null : new Uint8Array(key);
  }

  destroy(id: string): void {
    this.#keys.get(id)?.fill(0);
    this.#keys.delete(id);
  }
}
