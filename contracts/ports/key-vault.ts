/**
 * The key vault port: one 256-bit data key per verification, wrapped by the master key, outside the event log.
 * Erasing a verification means destroying its key (crypto-shredding), so an erasure must leave nothing on disk.
 */

export interface DataKeyOptions {
  organization_id: string;
  /** RFC 3339; when the key is due for erasure. */
  expires_at: string;
  /** The key is not deleted at its due time, but checked, and kept if it is still needed. */
  lasting?: boolean;
  /**
   * Zero retention: the key is never written to disk (distributed: in the key store, deleted after the response). Its
   * due time is written.
   */
  ephemeral: boolean;
}

export interface DueKey {
  id: string;
  organization_id: string;
  expires_at: string;
}

export interface KeyVault {
  /**
   * Creates and durably stores the data key of `id`, or returns the existing one (a repeated call) and updates its due
   * time. Throws KeyVaultError `key_destroyed` when `id` was shredded: key ids are never reused.
   */
  createDataKey(id: string, options: DataKeyOptions): Promise<Uint8Array>;

  /**
   * The plain key, or null when it is permanently gone: shredded, or lost (ephemeral, after a restart). Throws
   * KeyVaultError `key_unknown` for a key that this vault never had: the vault may be an older copy of another one that
   * has it, so its absence proves nothing.
   */
  dataKey(id: string): Promise<Uint8Array | null>;

  /** Changes the due time of a key; never creates a key. */
  reschedule(id: string, expiresAt: string): Promise<void>;

  /**
   * Destroys keys. Resolves only when neither the wrapped keys nor traces of them are readable in the store's files.
   * Throws KeyVaultError `erasure_blocked` while something (an open reader) keeps old pages: retry later. `dataKey`
   * returns null from the first attempt on.
   */
  shred(ids: readonly string[]): Promise<void>;

  /**
   * Keys with expires_at ≤ now that were not shredded, sorted by due time, then id; with `after`, those after it in
   * this order. Includes lost keys, as the expiry of what they sealed must still be recorded.
   */
  due(now: string, limit: number, after?: Pick<DueKey, 'id' | 'expires_at'> | null): Promise<DueKey[]>;

  /**
   * A server secret (pepper, fingerprint key, token key …): 32 random bytes, created on first use, constant afterwards.
   */
  serverSecret(name: string): Promise<Uint8Array>;

  /** Re-wraps everything wrapped by a previous master key. Returns how many were re-wrapped. */
  rotateMasterKey(): Promise<number>;

  close(): Promise<void>;
}

export type KeyVaultErrorCode =
  | 'key_destroyed'
  | 'key_unknown'
  | 'erasure_blocked'
  | 'wrong_master_key'
  | 'unavailable';

export class KeyVaultError extends Error {
  readonly code: KeyVaultErrorCode;
  constructor(code: KeyVaultErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KeyVaultError';
    this.code = code;
  }
}

/** The error of `dataKey` for a key that the vault never had. */
export function unknownKey(id: string): KeyVaultError {
  return new KeyVaultError('key_unknown', `this vault never had the key ${id}`);
}

export function isUnknownKey(error: unknown): boolean {
  return error instanceof KeyVaultError && error.code === 'key_unknown';
}
