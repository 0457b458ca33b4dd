import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BlobSpace } from '#contracts/ports/blob-store.ts';
import { CACHE_SPACE, createCacheTrimmer } from '#pipeline/periodic/cache-limits.ts';

test('only caches are trimmed, each by itself', async () => {
  const trimmed: [string, BlobSpace][] = [];
  const blobs = { trim: async (prefix: string, space: BlobSpace) => trimmed.push([prefix, space]) };
  await createCacheTrimmer({ blobs }).run(new AbortController().signal);
  assert.deepEqual(trimmed, [
    ['web-answers/', CACHE_SPACE],
    ['pages/', CACHE_SPACE],
  ]);
});
