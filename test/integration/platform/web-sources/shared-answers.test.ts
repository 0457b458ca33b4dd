/** Verifications of one organization that ask a source the same at the same time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemTimers } from '#common/time.ts';
import type { WebSource } from '#contracts/ports/web-sources.ts';
import { createEngine } from '#engine/in-thread.ts';
import { createOutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { MemoryLeases } from '#platform/sqlite/operations/volatile-state.ts';
import { createSourceClient } from '#platform/web-sources/client.ts';
import { createWebSource } from '#platform/web-sources/web-source.ts';
import { wikipedia } from '#platform/web-sources/wikipedia.ts';
import { openWikiServer } from '#test/doubles/web-sources/wiki-server.ts';

const QUERY = { text: 'harbour dredged', language: 'en', limit: 2 };
const ENGINE = createEngine();

test('what one verification was answered is not asked for the other that waited', async (context) => {
  const articles = ['Halvik', 'Tornes'].map((title) => ({ title, text: `The harbour of ${title} was dredged.` }));
  const wiki = await openWikiServer(articles, { takes: 20 });
  context.after(() => wiki.close());
  const guard = createOutboundGuard({ allowHosts: [new URL(wiki.url).host], contact: 'us@example.org', version: '1' });
  context.after(() => guard.close());
  const cached = new Map<string, unknown>();
  const leases = new MemoryLeases();
  /** As a process of a deployment has it. */
  const open = (instance: string): WebSource => {
    const client = createSourceClient({
      guard,
      contact: null,
      baseUrls: { wikipedia: wiki.url },
      leases,
      values: { get: async () => null, compareAndSet: async () => true },
      clock: { now: () => Date.now() },
      timers: systemTimers,
      instance,
    });
    context.after(() => client.close());
    const dependencies = {
      client,
      readers: { forOrganization: () => ENGINE },
      cache: {
        get: async <Value>(_: string, parts: readonly string[]) => (cached.get(parts.join()) ?? null) as Value | null,
        put: async (_: string, parts: readonly string[], value: unknown) => void cached.set(parts.join(), value),
      },
      pages: { fetch: () => Promise.reject(new Error('no pages here')) },
      now: () => new Date(),
    };
    return createWebSource(dependencies, wikipedia, { organization_id: 'org_1', retention_s: 3_600 });
  };
  const verify = async (source: WebSource, verification_id: string) => {
    const signal = new AbortController().signal;
    const occasion = { organization_id: 'org_1', verification_id, request_id: 'req_1', traceparent: '', signal };
    const found = await source.search(QUERY, occasion, (send) => send());
    assert(found.ok);
    const read = await Promise.all(source.read(found.value, QUERY, occasion));
    return read.map((document) => document.ok && document.value?.title);
  };
  const sources = [open('process 1'), open('process 2')];
  const titles = await Promise.all([...sources, ...sources].map((source, i) => verify(source, `ver_${i}`)));
  for (const each of titles) assert.deepEqual(each.toSorted(), ['Halvik', 'Tornes']);
  const asked = wiki.requests.map(({ parameters }) => parameters.get('pageids') ?? 'a search');
  assert.deepEqual(asked.toSorted(), ['1', '2', 'a search']);
});
