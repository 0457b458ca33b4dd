/** The blobs of a store, for a move to or from another shape. */
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { BlobRow, MovedTable } from '#contracts/ports/moved-table.ts';
import { toTimestamp } from './times.ts';

export interface ListedBlobs extends Pick<BlobStore, 'get' | 'put'> {
  entries(): AsyncIterable<{ key: string; expires_at: number | null }>;
}

export function movedBlobs(blobs: ListedBlobs): MovedTable<BlobRow> {
  return {
    async *rows() {
      for await (const { key, expires_at } of blobs.entries()) {
        const bytes = await blobs.get(key);
        if (bytes !== null) yield { id: key, bytes, expires_at };
      }
    },
    async put(rows) {
      for (const { id, bytes, expires_at } of rows) {
        await blobs.put(id, bytes, expires_at === null ? {} : { expires_at: toTimestamp(expires_at) });
      }
    },
  };
}
