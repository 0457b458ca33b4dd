/**
 * The blob store port: large sealed bytes (uploads, artifacts, cached pages). It stores what it is given: callers seal.
 * Keys are `[a-z0-9][a-z0-9._-]*` segments joined by `/`, at most 200 characters; names hold ids or HMACs, never text.
 */
export interface BlobStore {
  /** Durable when it resolves; replaces whole. A reader sees the old bytes or the new, never a mixture. */
  put(key: string, bytes: Uint8Array, options?: { expires_at?: string }): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** Deletes every blob whose key starts with `prefix` (which ends in `/`). Returns how many. */
  deletePrefix(prefix: string): Promise<number>;
  /** Deletes blobs whose expires_at has passed. Returns how many. */
  sweep(now: string): Promise<number>;
  close(): Promise<void>;
}
