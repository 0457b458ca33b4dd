/**
 * The key vault port: one 256-bit data key per verification, wrapped by the master key, outside the event log.
 * Erasing a verification means destroying its key (crypto-shredding), so an erasure must leave nothing on disk.
 */

export interface DataKeyOptions {
  organization_id: string;
  /** RFC 3339; when the key is due for erasure. */
  expires_at: string;
  /**
   * Zero retention: the key is never written to disk (distributed: in the key store, deleted after the answer). When it is
   * due is.
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
   * Makes and durably stores the data key of `id`, or returns the one already there (same call repeated), due from now on
   * when this call says.
   * Throws KeyVaultError `key_destroyed` when `id` was shredded: key ids are never reused.
   */
  createDataKey(id: string, options: DataKeyOptions): Promise<Uint8Array>;

  /**
   * The plain key, or null when it is gone for good: shredded, or lost (ephemeral, after a restart).
   * Throws KeyVaultError `key_unknown` for a key that this vault never had: it may stand in another one, of which this is
   * an older copy, so nothing may be concluded from its absence.
   */
  dataKey(id: string): Promise<Uint8Array | null>;

  /** Moves the due time of a key (never creates one). */
  reschedule(id: string, expiresAt: string): Promise<void>;

  /**
   * Destroys keys. Resolves only when neither the wrapped keys nor traces of them are readable in the store's files.
   * Throws KeyVaultError `erasure_blocked` while something (an open reader) keeps old pages alive: retry later;
   * `dataKey` returns null from the first try on.
   */
  shred(ids: readonly string[]): Promise<void>;

  /**
   * Keys with expires_at ≤ now that were not shredded, oldest first, and by id where two are due at once; with `after`,
   * those that come after it in this order. Lost ones are among them: the end of what they sealed is still to be recorded.
   */
  due(now: string, limit: number, after?: Pick<DueKey, 'id' | 'expires_at'> | null): Promise<DueKey[]>;

  /** A server secret (pepper, fingerprint key, token key …): random, 32 bytes, made once, the same ever after. */
  serverSecret(name: string): Promise<Uint8Array>;

  /** Re-wraps everything that is still wrapped by a previous master key. Returns how many were re-wrapped. */
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

/** What `dataKey` throws for a key that the vault never had. */
export function unknownKey(id: string): KeyVaultError {
  return new KeyVaultError('key_unknown', `this vault never had the key ${id}`);
}

export function isUnknownKey(error: unknown): boolean {
  return error instanceof KeyVaultError && error.code === 'key_unknown';
}
