/** A page that takes too long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebCandidate } from '#contracts/ports/web-sources.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { SourceClient } from '#platform/web-sources/client.ts';
import { createWebSource } from '#platform/web-sources/web-source.ts';
import type { SourceWire } from '#platform/web-sources/wire.ts';

const CANDIDATE: WebCandidate = {
  key: 'tower',
  url: 'https://tower.example/',
  title: 'Tower',
  publisher: null,
  publication_date: null,
  licence: null,
  jurisdiction: null,
  source_class: 'web_page',
  snippet: 'The tower has 3 lifts.',
};

/** Its pages come only to an end when they are aborted. */
function sourceOfHangingPages(pageTimeoutMs: number) {
  const engine = createEngine();
  return createWebSource(
    {
      client: {} as SourceClient,
      readers: { forOrganization: () => engine },
      cache: { get: async () => null, put: async () => {} },
      pages: {
        fetch: (_, { signal }) =>
          new Promise((_, reject) => {
            const alive = setInterval(() => {}, 1_000);
            signal.addEventListener('abort', () => {
              clearInterval(alive);
              reject(signal.reason);
            });
          }),
      },
      now: () => new Date(0),
      pageTimeoutMs,
    },
    { id: 'pages', text: { kind: 'page' } } as SourceWire,
    { organization_id: 'org_1', retention_s: 0 },
  );
}

function readWith(pageTimeoutMs: number, signal: AbortSignal) {
  const occasion = { organization_id: 'org_1', verification_id: 'ver_1', request_id: 'req_1', traceparent: '', signal };
  return sourceOfHangingPages(pageTimeoutMs).read(
    [CANDIDATE],
    { text: 'tower', language: 'en', limit: 1 },
    occasion,
  )[0]!;
}

test('the snippet stands in for a page that takes too long', async () => {
  const read = await readWith(5, new AbortController().signal);
  assert(read.ok);
  assert.deepEqual([read.value?.passages, read.value?.is_snippet], [['The tower has 3 lifts.'], true]);
});

test('the end of the verification is no timeout of the page', async () => {
  const ending = new AbortController();
  const read = readWith(60_000, ending.signal);
  ending.abort(new Error('the stage ends'));
  await assert.rejects(read, /the stage ends/);
});
