/** Size limits for caches of outside sources. The oldest entries are deleted first. */
import type { BlobSpace, BlobStore } from '#contracts/ports/blob-store.ts';
import type { PeriodicTask } from './periodic.ts';

/** Folders in the blob store; each has a folder per organization. */
export const CACHE_FOLDERS = { answers: 'web-answers', pages: 'pages' } as const;

/** Bytes of one cache in total, and per organization: some ten thousand answers, or a few hundred long pages. */
export const CACHE_SPACE: BlobSpace = { total: 1_000_000_000, each: 100_000_000 };

export function createCacheTrimmer({ blobs }: { blobs: Pick<BlobStore, 'trim'> }): PeriodicTask {
  return {
    name: 'cache-trimmer',
    interval_ms: 300_000,
    async run() {
      for (const folder of Object.values(CACHE_FOLDERS)) await blobs.trim(`${folder}/`, CACHE_SPACE);
    },
  };
}
