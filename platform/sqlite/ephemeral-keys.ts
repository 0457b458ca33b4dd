/** Data keys of zero retention: in memory only, so that a restart destroys them. */
import { randomBytes } from 'node:crypto';
import { KEY_BYTES } from '../security/key-wrapping.ts';

interface EphemeralKey {
  organization_id: string;
  /** Milliseconds since the Unix epoch. */
  expires_at: number;
  key: Uint8Array;
}

export class EphemeralKeys {
  readonly #keys = new Map<string, EphemeralKey>();

  create(id: string, organizationId: string, expiresAt: number): Uint8Array {
    const key = randomBytes(KEY_BYTES);
    this.#keys.set(id, { organization_id: organizationId, expires_at: expiresAt, key });
    return new Uint8Array(key);
  }

  /** A copy, as the original is overwritten when it is destroyed. */
  get(id: string): Uint8Array | null {
    const found = this.#keys.get(id);
    return found === undefined ? null : new Uint8Array(found.key);
  }

  /** Answers whether there is such a key. */
  reschedule(id: string, expiresAt: number): boolean {
    const found = this.#keys.get(id);
    if (found !== undefined) found.expires_at = expiresAt;
    return found !== undefined;
  }

  destroy(id: string): void {
    this.#keys.get(id)?.key.fill(0);
    this.#keys.delete(id);
  }

  due(now: number): { id: string; organization_id: string; expires_at: number }[] {
    return [...this.#keys]
      .filter(([, { expires_at }]) => expires_at <= now)
      .map(([id, { organization_id, expires_at }]) => ({ id, organization_id, expires_at }));
  }
}
