/** The cache of fetched pages. */
import type { KeyVault } from '#contracts/ports/key-vault.ts';
import { CACHE_FOLDERS } from '#pipeline/periodic/cache-limits.ts';
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
    cache: {
      async get(name) {
        const values = await cache.getAll(name);
        return values && joined(values);
      },
      put: (name, page, ttl) => cache.putAll(name, split(page), ttl),
    },
  };
}

/** Opens the cache that the stores hold. */
export async function openPageCache({
  blobs,
  sealer,
  clock,
  vault,
}: Omit<SealedCacheDependencies, 'key'> & { vault: Pick<KeyVault, 'serverSecret'> }): Promise<StoredPageCache> {
  return createPageCache({ blobs, sealer, clock, key: await vault.serverSecret('page-cache') });
}

/** Passages that are written or parsed at once: they take a millisecond or two. */
const PASSAGES_TOGETHER = 200;

/** A page may have megabytes of passages: they stand behind it, in groups. */
function split(page: CachedPage): unknown[] {
  const { content } = page;
  if (content === null) return [page];
  const { passages } = content;
  const groups: string[][] = [];
  for (let at = 0; at < passages.length; at += PASSAGES_TOGETHER)
    groups.push(passages.slice(at, at + PASSAGES_TOGETHER));
  return [{ ...page, content: { ...content, passages: [] } }, ...groups];
}

function joined([first, ...groups]: unknown[]): CachedPage {
  const page = first as CachedPage;
  const { content } = page;
  if (content === null) return page;
  return { ...page, content: { ...content, passages: [...content.passages, ...(groups as string[][]).flat()] } };
}
