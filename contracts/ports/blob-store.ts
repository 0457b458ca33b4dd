/**
 * The blob store port: large sealed bytes (uploads, artifacts, cached pages). It stores bytes as they are: callers
 * seal. Keys are `[a-z0-9][a-z0-9._-]*` segments joined by `/`, at most 200 characters; they contain ids or HMACs,
 * never text.
 */
/** Limits on the bytes of the blobs under a prefix, as they were put: in total, and per folder directly under it. */
export interface BlobSpace {
  total: number;
  each: number;
}

export interface BlobStore {
  /** Durable when it resolves. Replaces the blob atomically: a reader gets either the old bytes or the new. */
  put(key: string, bytes: Uint8Array, options?: { expires_at?: string }): Promise<void>;
  get(key: string): Promise<Uint8Array | null>;
  /** Does nothing when there is no such blob. */
  delete(key: string): Promise<void>;
  /** Deletes every blob whose key starts with `prefix` (which ends in `/`). Returns how many. */
  deletePrefix(prefix: string): Promise<number>;
  /** Deletes the oldest blobs under `prefix` (which ends in `/`) until the rest fits. Returns how many. */
  trim(prefix: string, space: BlobSpace): Promise<number>;
  /** Deletes blobs whose expires_at has passed. Returns how many. */
  sweep(now: string): Promise<number>;
  close(): Promise<void>;
}
