/** The page cache over the blob store. Pages of customers' sources are sealed with a server secret. */
import { createHmac } from 'node:crypto';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';
import type { CachedPage, PageCache } from '#platform/sources/page-cache.ts';

export interface StoredPageCache {
  cache: PageCache;
  /** Keyed hash of an organization and a URL, as file names must not reveal what customers read. */
  cacheKey(organizationId: string, url: string): string;
}

export function createPageCache(blobs: BlobStore, sealer: Sealer, key: Uint8Array, clock: Clock): StoredPageCache {
  const place = (name: string) => ({ verification_id: 'page-cache', record: name, field: 'page' });
  return {
    cacheKey: (organizationId, url) =>
      createHmac('sha256', key)
        .update(JSON.stringify([organizationId, url]))
        .digest('hex'),
    cache: {
      async get(name) {
        const sealed = await blobs.get(`pages/${name}`);
        if (sealed === null) return null;
        try {
          const json = Buffer.from(sealer.openBytes(key, place(name), sealed)).toString('utf8');
          return JSON.parse(json) as CachedPage;
        } catch {
          // Damaged, or sealed with another key: treated as missing, so the page is fetched again.
          return null;
        }
      },
      async put(name, page, ttlSeconds) {
        const sealed = sealer.sealBytes(key, place(name), Buffer.from(JSON.stringify(page)));
        const expiresAt = new Date(clock.now() + ttlSeconds * 1_000).toISOString();
        await blobs.put(`pages/${name}`, sealed, { expires_at: expiresAt });
      },
    },
  };
}
