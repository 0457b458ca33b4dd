/** What a source has answered is cached before anything else is done with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebCandidate, WebOutcome, WebSource } from '#contracts/ports/web-sources.ts';
import { EngineError, type PageReader } from '#engine/engine.ts';
import { createEngine } from '#engine/in-thread.ts';
import type { SourceClient } from '#platform/web-sources/client.ts';
import { createWebSource } from '#platform/web-sources/web-source.ts';
import { wikipedia } from '#platform/web-sources/wikipedia.ts';
import type { SourceText, SourceWire } from '#platform/web-sources/wire.ts';

const QUERY = { text: 'tower', language: 'en', limit: 1 };
const OCCASION = {
  organization_id: 'org_1',
  verification_id: 'ver_1',
  request_id: 'req_1',
  traceparent: '',
  signal: new AbortController().signal,
};
const ENGINE = createEngine();

function sourceOf(
  client: Partial<SourceClient>,
  wire: SourceWire,
  reader: Pick<PageReader, 'splitPassages'> = ENGINE,
): WebSource {
  const cached = new Map<string, unknown>();
  return createWebSource(
    {
      client: client as SourceClient,
      readers: { forOrganization: () => reader },
      cache: {
        get: async <Value>(_: string, parts: readonly string[]) => (cached.get(parts.join()) ?? null) as Value | null,
        put: async (_, parts, value) => void cached.set(parts.join(), value),
      },
      pages: { fetch: () => Promise.reject(new Error('no pages here')) },
      now: () => new Date(0),
    },
    wire,
    { organization_id: 'org_1', retention_s: 3_600 },
  );
}

test('an answered search is not sent again if what follows is interrupted', async () => {
  let sent = 0;
  const client: Partial<SourceClient> = {
    async search(_wire, _query, _occasion, memory): Promise<WebOutcome<WebCandidate[]>> {
      sent++;
      await memory?.put([]);
      return { ok: true, value: [] };
    },
  };
  const source = sourceOf(client, { id: 'brave', text: { kind: 'page' } } as SourceWire);
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

const page = (key: string) => ({ key, url: `https://en.wikipedia.org/wiki/${key}`, title: key }) as WebCandidate;

/** Reads pages until it is asked for one that never comes. */
function readerOf(read: string[], missing?: string): Partial<SourceClient> {
  return {
    async read(_wire, candidates, _query, { signal }, memory): Promise<WebOutcome<SourceText[]>> {
      const [{ key }] = candidates as [WebCandidate];
      if (key === missing)
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      read.push(key);
      const texts = [{ key, text: `The tower of ${key} is 30 metres tall.` }];
      await memory?.put(texts);
      return { ok: true, value: texts };
    },
  };
}

test('a text that could not be split is not asked for again', async () => {
  const read: string[] = [];
  let isBusy = true;
  const source = sourceOf(readerOf(read), wikipedia, {
    async splitPassages(text) {
      if (isBusy) throw new EngineError('engine_busy', 'no thread could be started');
      return ENGINE.splitPassages(text);
    },
  });
  const [failed] = await Promise.all(source.read([page('Halvik')], QUERY, OCCASION));
  assert.deepEqual(failed, { ok: false, failure: { reason: 'unavailable' } });
  isBusy = false;
  const [document] = await Promise.all(source.read([page('Halvik')], QUERY, OCCASION));
  assert.deepEqual(document?.ok && document.value?.passages, ['The tower of Halvik is 30 metres tall.']);
  assert.deepEqual(read, ['Halvik']);
});

test('pages that were read before an abort are there', async () => {
  const ending = new AbortController();
  const source = sourceOf(readerOf([], 'Tornes'), wikipedia);
  const occasion = { ...OCCASION, signal: ending.signal };
  const [first, second] = source.read([page('Halvik'), page('Tornes')], QUERY, occasion);
  const rejected = assert.rejects(second!, /over/);
  const outcome = await first!;
  ending.abort(new Error('the time is over'));
  assert.equal(outcome.ok && outcome.value?.title, 'Halvik');
  await rejected;
});
