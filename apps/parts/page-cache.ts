/** The cache of fetched pages. */
import { CACHE_FOLDERS } from '#pipeline/cache-limits.ts';
import type { CachedPage, PageCache } from '#platform/sources/page-cache.ts';
import { createSealedCache, type SealedCacheDependencies } from './sealed-cache.ts';

export interface StoredPageCache {
  cache: PageCache;
  /** Name of an entry: the organization, and a keyed hash of the URL. */
  cacheKey(organizationId: string, url: string): string;
}

export function createPageCache(dependencies: SealedCacheDependencies): StoredPageCache {
  const place = { folder: CACHE_FOLDERS.pages, kind: { verification_id: 'page-cache', field: 'page' } };
  const cache = createSealedCache(dependencies, place);
  return {
    cacheKey: (organizationId, url) => cache.nameOf(organizationId, url),
    cache: { get: (name) => cache.get<CachedPage>(name), put: (name, page, ttl) => cache.put(name, page, ttl) },
  };
}
