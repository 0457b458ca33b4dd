/** A blob store in memory, for tests of the code above the port. */
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import { oldestBeyond } from '#platform/oldest-blobs.ts';

export interface MemoryBlobStore extends BlobStore {
  blobs: Map<string, { bytes: Uint8Array; expires_at: string | null }>;
}

export function createMemoryBlobStore(): MemoryBlobStore {
  const blobs: MemoryBlobStore['blobs'] = new Map();
  const deleteIf = (isDeleted: (key: string, expiresAt: string | null) => boolean) => {
    const keys = [...blobs].filter(([key, { expires_at }]) => isDeleted(key, expires_at)).map(([key]) => key);
    for (const key of keys) blobs.delete(key);
    return keys.length;
  };
  return {
    blobs,
    async put(key, bytes, { expires_at = null } = {}) {
      // Re-insert it at the end, because it was put last.
      blobs.delete(key);
      blobs.set(key, { bytes: Uint8Array.from(bytes), expires_at });
    },
    get: async (key) => blobs.get(key)?.bytes ?? null,
    async delete(key) {
      blobs.delete(key);
    },
    deletePrefix: async (prefix) => deleteIf((key) => key.startsWith(prefix)),
    async trim(prefix, space) {
      const below = [...blobs].filter(([key]) => key.startsWith(prefix));
      const stored = below.map(([key, { bytes }], put_at) => ({ key, bytes: bytes.length, put_at }));
      const beyond = new Set(oldestBeyond(prefix, stored, space).map(({ key }) => key));
      return deleteIf((key) => beyond.has(key));
    },
    sweep: async (now) => deleteIf((_, expiresAt) => expiresAt !== null && expiresAt <= now),
    async close() {},
  };
}
