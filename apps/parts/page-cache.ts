/** The cache of fetched pages. */
import type { CachedPage, PageCache } from '#platform/sources/page-cache.ts';
import { createSealedCache, type SealedCacheDependencies } from './sealed-cache.ts';

export interface StoredPageCache {
  cache: PageCache;
  /** Keyed hash of an organization and a URL. */
  cacheKey(organizationId: string, url: string): string;
}

export function createPageCache(dependencies: SealedCacheDependencies): StoredPageCache {
  const place = { folder: 'pages', kind: { verification_id: 'page-cache', field: 'page' } };
  const cache = createSealedCache(dependencies, place);
  return {
    cacheKey: (organizationId, url) => cache.nameOf([organizationId, url]),
    cache: { get: (name) => cache.get<CachedPage>(name), put: (name, page, ttl) => cache.put(name, page, ttl) },
  };
}
