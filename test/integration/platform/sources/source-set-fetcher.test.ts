import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { splitPassages } from '#engine/retrieval/passages.ts';
import { readableText } from '#engine/retrieval/readable.ts';
import { createOutboundGuard, type OutboundGuard } from '#platform/security/outbound-guard.ts';
import {
  type CachedPage,
  createSourceSetFetcher,
  type SourceSetFetcherOptions,
  type SourceSetResource,
} from '#platform/sources/source-set-fetcher.ts';

const PAGE =
  '<title>Acme</title><meta property="og:site_name" content="Anvil News"><p>Acme was founded in 1999. It makes anvils.';

let server: Server;
let port: number;
let guard: OutboundGuard;
let requests: { path: string; etag: string | undefined }[];
let open: number;
let mostOpen: number;
let cache: Map<string, CachedPage>;
let clock: number;

before(async () => {
  server = createServer((request, response) => {
    requests.push({ path: request.url!, etag: request.headers['if-none-match'] });
    mostOpen = Math.max(mostOpen, ++open);
    const answer = (status: number, headers: Record<string, string>, body = '') =>
      setImmediate(() => {
        open--;
        response.writeHead(status, headers).end(body);
      });
    if (request.url === '/moved') return answer(302, { location: `http://two.test:${port}/page` });
    if (request.url === '/empty') return answer(200, { 'content-type': 'text/html' }, '<script>1</script>');
    if (request.url === '/missing') return answer(404, {});
    if (request.url === '/pdf') return answer(200, { 'content-type': 'application/pdf' }, '%PDF');
    if (request.headers['if-none-match'] === '"v1"') return answer(304, {});
    return answer(200, { 'content-type': 'text/html', etag: '"v1"' }, PAGE);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
  const names = ['one.test', 'two.test', 'three.test'];
  guard = createOutboundGuard({
    allowHosts: names.map((name) => `${name}:${port}`),
    contact: null,
    version: '1',
    resolve: async () => ['127.0.0.1'],
  });
});

after(async () => {
  await guard.dispatcher.destroy();
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  requests = [];
  open = 0;
  mostOpen = 0;
  cache = new Map();
  clock = Date.parse('2026-01-01T00:00:00Z');
});

function fetcher(change: Partial<SourceSetFetcherOptions> = {}) {
  return createSourceSetFetcher({
    guard,
    readable: async (input) => readableText(input),
    passages: splitPassages,
    cache: {
      get: async (key) => structuredClone(cache.get(key) ?? null),
      put: async (key, value) => void cache.set(key, JSON.parse(JSON.stringify(value))),
    },
    cacheKey: (url) => `key of ${url}`,
    now: () => new Date(clock),
    cacheTtl: 3_600,
    freshFor: 60,
    ...change,
  });
}

function resource(path: string, host = 'one.test'): SourceSetResource {
  const url = path.startsWith('http') ? path : `http://${host}:${port}${path}`;
  return { resource_id: `res_${path}`, url, label: `Label ${path}`, source_class: 'customer_approved' };
}

describe('a source set', () => {
  test('gives approved candidate passages that name their source', async () => {
    const { candidates, gaps } = await fetcher()([resource('/page')]);
    assert.deepEqual(gaps, []);
    assert.deepEqual(candidates, [
      {
        text: 'Acme was founded in 1999. It makes anvils.',
        ordinal: 0,
        source: {
          canonical_url: `http://one.test:${port}/page`,
          title: 'Acme',
          publisher: 'Anvil News',
          destination_domain: 'one.test',
          source_class: 'customer_approved',
          approved: true,
          publication_date: null,
          jurisdiction: null,
          licence: null,
          retrieved_at: '2026-01-01T00:00:00.000Z',
          retrieval_provider: 'source_set',
        },
      },
    ]);
  });

  test('reports each resource that gave nothing, with its reason, and goes on with the others', async () => {
    const paths = ['/missing', '/pdf', '/empty', 'https://127.0.0.1/', '/page'];
    const { candidates, gaps } = await fetcher()(paths.map((path) => resource(path)));
    assert.equal(candidates.length, 1);
    assert.deepEqual(
      gaps.map(({ resource_id, gap, reason, status }) => [resource_id, gap, reason, status]),
      [
        ['res_/missing', 'no_source_reachable', 'http_status', 404],
        ['res_/pdf', 'no_source_reachable', 'unsupported_media_type', null],
        ['res_/empty', 'no_passage_found', 'no_text', null],
        ['res_https://127.0.0.1/', 'no_source_reachable', 'blocked_address', null],
      ],
    );
  });

  test('an extraction that breaks is a gap of its own', async () => {
    const { gaps } = await fetcher({ readable: () => Promise.reject(new Error('time limit')) })([resource('/page')]);
    assert.equal(gaps[0]!.reason, 'unreadable');
    assert.equal(cache.size, 0);
  });

  test('cites the registered address, and counts by the domain that a redirect led to', async () => {
    const { candidates } = await fetcher()([resource('/moved')]);
    assert.equal(candidates[0]!.source.canonical_url, `http://one.test:${port}/moved`);
    assert.equal(candidates[0]!.source.destination_domain, 'two.test');
  });

  test('when the budget is spent, the rest is said to be unsearched', async () => {
    const { gaps } = await fetcher()([resource('/page')], AbortSignal.abort());
    assert.deepEqual([gaps[0]!.gap, gaps[0]!.reason], ['budget_spent', 'not_started']);
    assert.equal(requests.length, 0);
  });
});

describe('the page cache', () => {
  test('a fresh page is not asked for again', async () => {
    await fetcher()([resource('/page')]);
    clock += 59_000;
    const { candidates } = await fetcher()([resource('/page')]);
    assert.equal(candidates.length, 1);
    assert.equal(requests.length, 1);
    assert.deepEqual([...cache.keys()], [`key of http://one.test:${port}/page`]);
  });

  test('an older one is confirmed by its validators, and fresh again', async () => {
    await fetcher()([resource('/page')]);
    clock += 61_000;
    const { candidates } = await fetcher()([resource('/page')]);
    assert.equal(requests[1]!.etag, '"v1"');
    assert.equal(candidates[0]!.text, 'Acme was founded in 1999. It makes anvils.');
    assert.equal(candidates[0]!.source.retrieved_at, '2026-01-01T00:01:01.000Z');
    clock += 59_000;
    await fetcher()([resource('/page')]);
    assert.equal(requests.length, 2);
  });

  test('failures are not kept', async () => {
    await fetcher()([resource('/missing')]);
    await fetcher()([resource('/missing')]);
    assert.equal(requests.length, 2);
    assert.equal(cache.size, 0);
  });
});

describe('concurrency', () => {
  test('pages of one host are asked one after the other', async () => {
    const { candidates } = await fetcher()(['/1', '/2', '/3', '/4'].map((path) => resource(path)));
    assert.equal(candidates.length, 4);
    assert.equal(mostOpen, 1);
    assert.deepEqual(
      requests.map((each) => each.path),
      ['/1', '/2', '/3', '/4'],
    );
  });

  test('no more hosts are asked at once than allowed, and the order of the resources stays', async () => {
    const resources = ['three.test', 'two.test', 'one.test'].flatMap((host) => [
      resource('/1', host),
      resource('/2', host),
    ]);
    const { candidates } = await fetcher({ concurrency: 2 })(resources);
    assert.ok(mostOpen <= 2);
    assert.deepEqual(
      candidates.map((each) => each.source.canonical_url),
      resources.map((each) => each.url),
    );
  });
});
