import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPageCache } from '#apps/parts/page-cache.ts';
import { systemClock } from '#common/time.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { createMemoryBlobStore } from '#test/support/memory-blob-store.ts';

const PAGE = {
  url: 'https://site.example/a',
  etag: null,
  lastModified: null,
  confirmed_at: '2026-01-01T00:00:00.000Z',
  content: {
    title: 'A',
    publisher: null,
    publication_date: null,
    language: null,
    licence: null,
    passages: [] as string[],
  },
};

const pageWith = (passages: number) => ({
  ...PAGE,
  content: { ...PAGE.content, passages: Array.from({ length: passages }, (_, n) => `Line ${n}\nand "more"`) },
});

test('pages come back from the cache as they were, however many passages they have', async () => {
  const blobs = createMemoryBlobStore();
  const { cache, cacheKey } = createPageCache({
    blobs,
    sealer: createSealer(),
    clock: systemClock,
    key: new Uint8Array(32),
  });
  const name = cacheKey('org_1', PAGE.url);
  assert.equal(await cache.get(name), null);
  for (const page of [pageWith(0), pageWith(1), pageWith(200), pageWith(5_000), { ...PAGE, content: null }]) {
    await cache.put(name, page, 60);
    assert.deepEqual(await cache.get(name), page);
  }
});
