/** What a source has answered is cached before anything else is done with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebCandidate, WebOutcome } from '#contracts/ports/web-sources.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { SourceClient } from '#platform/web-sources/client.ts';
import { createWebSource } from '#platform/web-sources/web-source.ts';
import type { SourceWire } from '#platform/web-sources/wire.ts';

const QUERY = { text: 'tower', language: 'en', limit: 1 };
const OCCASION = {
  organization_id: 'org_1',
  verification_id: 'ver_1',
  request_id: 'req_1',
  traceparent: '',
  signal: new AbortController().signal,
};

test('an answered search is not sent again if what follows is interrupted', async () => {
  const engine = createEngine();
  const cached = new Map<string, unknown>();
  let sent = 0;
  const client: Partial<SourceClient> = {
    async search(_wire, _query, _occasion, keep): Promise<WebOutcome<WebCandidate[]>> {
      sent++;
      await keep?.([]);
      return { ok: true, value: [] };
    },
  };
  const source = createWebSource(
    {
      client: client as SourceClient,
      readers: { forOrganization: () => engine },
      cache: {
        get: async <Value>(_: string, parts: readonly string[]) => (cached.get(parts.join()) ?? null) as Value | null,
        put: async (_, parts, value) => void cached.set(parts.join(), value),
      },
      pages: { fetch: () => Promise.reject(new Error('no pages here')) },
      now: () => new Date(0),
    },
    { id: 'brave', text: { kind: 'page' } } as SourceWire,
    { organization_id: 'org_1', retention_s: 3_600 },
  );
  const search = (afterAnswer: () => void) =>
    source.search(QUERY, OCCASION, async (send) => {
      const outcome = await send();
      afterAnswer();
      return outcome;
    });
  await assert.rejects(
    search(() => {
      throw new Error('killed');
    }),
    /killed/,
  );
  assert.deepEqual(await search(() => {}), {
    ok: true,
    value: [],
    cached: { verification_id: OCCASION.verification_id },
  });
  assert.equal(sent, 1);
});
