import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { newTraceparent } from '#common/traceparent.ts';
import { NO_TRACING } from '#common/tracing.ts';
import { DocumentError } from '#contracts/ports/document-reader.ts';
import type { FetchOccasion } from '#contracts/ports/source-fetcher.ts';
import { EngineError, type PageReader } from '#engine/engine.ts';
import { createPageReader } from '#engine/read-pages.ts';
import { createDocumentReader } from '#platform/documents/document-reader.ts';
import { createOutboundGuard, type OutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { CRAWLER, createRobots } from '#platform/outbound/robots.ts';
import {
  type CachedPage,
  createSourceFetcher,
  type SourceFailure,
  type SourceFetcherOptions,
} from '#platform/sources/source-fetcher.ts';
import { PAGE_TIMEOUT_MS } from '#platform/web-sources/web-source.ts';
import { fixture } from '#test/support/documents.ts';

const PAGE =
  '<title>Acme</title><meta property="og:site_name" content="Anvil News"><p>Acme was founded in 1999. It makes anvils.';

const PDFS: Record<string, () => Buffer> = {
  '/newsletter.pdf': () => readFileSync(new URL('../../../../examples/newsletter.pdf', import.meta.url)),
  '/table.pdf': () => fixture('report-libreoffice.pdf'),
  '/encrypted.pdf': () => fixture('encrypted.pdf'),
  '/scanned.pdf': () => fixture('scanned.pdf'),
  '/broken.pdf': () => Buffer.from('%PDF-1.7\nand nothing of it'),
};

let server: Server;
let port: number;
let guard: OutboundGuard;
let requests: { path: string; etag: string | undefined }[];
let open: number;
let mostOpen: number;
let cache: Map<string, CachedPage>;
let clock: number;
let failures: SourceFailure[];
let robots: { status: number; body: string };

before(async () => {
  server = createServer((request, response) => {
    requests.push({ path: request.url!, etag: request.headers['if-none-match'] });
    mostOpen = Math.max(mostOpen, ++open);
    const answer = (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
      setImmediate(() => {
        open--;
        response.writeHead(status, headers).end(body);
      });
    if (request.url === '/robots.txt') return answer(robots.status, { 'content-type': 'text/plain' }, robots.body);
    if (request.url === '/silent') return;
    if (request.url === '/moved') return answer(302, { location: `http://two.test:${port}/page` });
    if (request.url === '/empty') return answer(200, { 'content-type': 'text/html' }, '<script>1</script>');
    if (request.url === '/missing') return answer(404, {});
    if (request.url === '/zip') return answer(200, { 'content-type': 'application/zip' }, 'PK');
    const pdf = PDFS[request.url!];
    if (pdf !== undefined) return answer(200, { 'content-type': 'application/pdf' }, pdf());
    if (request.headers['if-none-match'] === '"v1"') return answer(304, {});
    return answer(200, { 'content-type': 'text/html', etag: '"v1"' }, PAGE);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
  const names = ['one.test', 'two.test'];
  guard = createOutboundGuard({
    allowHosts: names.map((name) => `${name}:${port}`),
    contact: null,
    version: '1',
    resolve: async () => ['127.0.0.1'],
  });
});

const documents = createDocumentReader();
/** The reader with time to spare: on a busy machine its process may take longer to start than a search waits for. */
const patient: Pick<typeof documents, 'read'> = {
  read: (kind, file, options) => documents.read(kind, file, { ...options, timeout_ms: 60_000 }),
};

after(async () => {
  await documents.close();
  await (await guard.dispatcher()).destroy();
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  requests = [];
  open = 0;
  mostOpen = 0;
  cache = new Map();
  failures = [];
  robots = { status: 404, body: '' };
  clock = Date.parse('2026-01-01T00:00:00Z');
});

const READER = createPageReader();

function fetcher(change: Partial<SourceFetcherOptions> = {}) {
  return createSourceFetcher({
    guard,
    robots: createRobots({ guard, token: CRAWLER }),
    readers: { forOrganization: () => READER },
    documents: patient,
    cache: {
      get: async (key) => structuredClone(cache.get(key) ?? null),
      put: async (key, value) => void cache.set(key, JSON.parse(JSON.stringify(value))),
    },
    cacheKey: (organization, url) => `key of ${organization} for ${url}`,
    now: () => new Date(clock),
    cacheTtl: 3_600,
    freshFor: 60,
    unreadableFor: 600,
    timedOutFor: 30,
    tracing: NO_TRACING,
    onFailure: (failure) => failures.push(failure),
    ...change,
  });
}

const reading = (change: Partial<PageReader>) => ({ readers: { forOrganization: () => ({ ...READER, ...change }) } });

const UNREADABLE = { reason: 'unreadable', status: null };
const PASSAGE = 'Acme was founded in 1999. It makes anvils.';
const OCCASION: FetchOccasion = {
  organization_id: 'org_1',
  verification_id: 'ver_1',
  request_id: 'req_1',
  traceparent: newTraceparent(),
  signal: new AbortController().signal,
};
const address = (path: string, host = 'one.test') => `http://${host}:${port}${path}`;
const resource = (path: string, host?: string) => ({
  url: address(path, host),
  label: `Label ${path}`,
  named_by: 'customer' as const,
});
const found = (path: string, host?: string) => ({ ...resource(path, host), named_by: 'search' as const });

describe('a source', () => {
  test('is fetched as passages that name their origin', async () => {
    assert.deepEqual(await fetcher().fetch(resource('/page'), OCCASION), {
      canonical_url: address('/page'),
      title: 'Acme',
      publisher: 'Anvil News',
      destination_domain: 'one.test',
      publication_date: null,
      licence: null,
      retrieved_at: '2026-01-01T00:00:00.000Z',
      passages: [PASSAGE],
    });
    assert.deepEqual(failures, []);
  });

  test('is named by its label if the page has no title', async () => {
    const bare = { title: '', publisher: null, publication_date: null, language: null, licence: null, text: PAGE };
    const fetched = await fetcher(reading({ readable: async () => bare })).fetch(resource('/page'), OCCASION);
    assert.deepEqual([fetched?.title, fetched?.publisher], ['Label /page', 'Label /page']);
    const searched = await fetcher(reading({ readable: async () => bare })).fetch(found('/page'), OCCASION);
    assert.deepEqual([searched?.title, searched?.publisher], ['Label /page', 'one.test'], 'by its domain');
  });

  test('counts by the domain that a redirect led to', async () => {
    const fetched = await fetcher().fetch(resource('/moved'), OCCASION);
    assert.deepEqual([fetched?.canonical_url, fetched?.destination_domain], [address('/page', 'two.test'), 'two.test']);
  });

  test('that gives nothing is null, and says why without naming itself', async () => {
    const { fetch } = fetcher();
    for (const path of ['/missing', '/zip', '/empty']) assert.equal(await fetch(resource(path), OCCASION), null);
    assert.equal(await fetch({ url: 'https://127.0.0.1/', label: 'inside', named_by: 'customer' }, OCCASION), null);
    assert.equal(await fetch({ url: 'no url', label: 'broken', named_by: 'customer' }, OCCASION), null);
    assert.deepEqual(failures, [
      { reason: 'http_status', status: 404 },
      { reason: 'unsupported_media_type', status: null },
      { reason: 'no_text', status: null },
      { reason: 'blocked_address', status: null },
      { reason: 'invalid_url', status: null },
    ]);
  });

  for (const call of ['readable', 'splitPassages'] as const) {
    test(`that breaks its reader (${call}) is a gap and is not read again for a while`, async () => {
      let reads = 0;
      const broken = fetcher(
        reading({
          async [call]() {
            reads++;
            throw new EngineError('engine_error', 'threw');
          },
        }),
      );
      assert.equal(await broken.fetch(resource('/page'), OCCASION), null);
      assert.deepEqual(failures, [{ reason: 'unreadable', status: null }]);
      clock += 599_000;
      assert.equal(await broken.fetch(resource('/page'), OCCASION), null);
      assert.deepEqual(failures[1], failures[0]);
      assert.deepEqual([reads, requests.length], [1, 1]);
      // It is then fetched without validators, as "unchanged" does not tell whether it can be read now.
      clock += 2_000;
      assert.equal(await broken.fetch(resource('/page'), OCCASION), null);
      assert.deepEqual([reads, requests.length, requests[1]!.etag], [2, 2, undefined]);
    });
  }

  test('that took its reader too long is read again after two minutes', async () => {
    const slow = fetcher(reading({ readable: () => Promise.reject(new EngineError('engine_timeout', 'too long')) }));
    assert.equal(await slow.fetch(resource('/page'), OCCASION), null);
    assert.equal(failures[0]!.reason, 'reading_timeout');
    clock += 29_000;
    assert.equal(await fetcher().fetch(resource('/page'), OCCASION), null);
    assert.equal(requests.length, 1);
    clock += 2_000;
    assert.notEqual(await fetcher().fetch(resource('/page'), OCCASION), null);
    clock += 59_000;
    assert.notEqual(await fetcher().fetch(resource('/page'), OCCASION), null);
    assert.equal(requests.length, 2);
  });

  test('that was not read because of too much work is read when asked for again', async () => {
    const busy = fetcher(reading({ readable: () => Promise.reject(new EngineError('engine_busy', 'too many')) }));
    assert.equal(await busy.fetch(resource('/page'), OCCASION), null);
    assert.equal(failures[0]!.reason, 'unreadable');
    assert.notEqual(await fetcher().fetch(resource('/page'), OCCASION), null);
  });

  test('that is aborted rejects', async () => {
    await assert.rejects(
      fetcher().fetch(resource('/page'), { ...OCCASION, signal: AbortSignal.abort(new Error('enough')) }),
      /enough/,
    );
    assert.equal(requests.length, 0);
    const controller = new AbortController();
    const fetched = fetcher().fetch(resource('/silent'), { ...OCCASION, signal: controller.signal });
    controller.abort(new Error('enough'));
    await assert.rejects(fetched, /enough/);
  });
});

describe('a PDF', () => {
  test('is read as passages, under the name given by whoever named it', async () => {
    const fetched = await fetcher().fetch(found('/newsletter.pdf'), OCCASION);
    assert.equal(fetched?.title, 'Label /newsletter.pdf');
    assert.ok(
      fetched.passages.some((passage) => passage.includes('The visitor centre received 52,000 visitors in 2023.')),
    );
    assert.deepEqual([failures, fetched.passages.filter((passage) => /^#/m.test(passage))], [[], []]);
  });

  test('has its tables as pages have them', async () => {
    const text = (await fetcher().fetch(found('/table.pdf'), OCCASION))?.passages.join('\n') ?? '';
    assert.match(text, /^Astrid \| 1987 \| 310$/m);
    assert.doesNotMatch(text, /---\|/);
  });

  for (const path of ['/encrypted.pdf', '/scanned.pdf', '/broken.pdf']) {
    test(`that gives no text (${path}) is a gap and is not read again for a while`, async () => {
      const { fetch } = fetcher();
      assert.equal(await fetch(found(path), OCCASION), null);
      assert.equal(await fetch(found(path), OCCASION), null);
      assert.deepEqual(failures, [UNREADABLE, UNREADABLE]);
      assert.equal(requests.filter((each) => each.path === path).length, 1);
    });
  }

  test('that took its reader too long is read again sooner', async () => {
    const read = () => Promise.reject(new DocumentError('parse_timeout'));
    assert.equal(await fetcher({ documents: { read } }).fetch(found('/newsletter.pdf'), OCCASION), null);
    clock += 31_000;
    assert.notEqual(await fetcher().fetch(found('/newsletter.pdf'), OCCASION), null);
  });

  test('that took too long for a search is read for a source set, with more time', async () => {
    const read: typeof documents.read = (kind, file, options) =>
      options.timeout_ms === undefined
        ? documents.read(kind, file, options)
        : Promise.reject(new DocumentError('parse_timeout'));
    const { fetch } = fetcher({ documents: { read } });
    assert.equal(await fetch(found('/newsletter.pdf'), OCCASION), null);
    assert.equal(await fetch(found('/newsletter.pdf'), OCCASION), null);
    assert.equal(requests.length, 1 + 1, 'robots.txt and the PDF');
    assert.notEqual(await fetch(resource('/newsletter.pdf'), OCCASION), null);
    assert.notEqual(await fetch(found('/newsletter.pdf'), OCCASION), null, 'what was read is there for all');
  });

  test('that took too long for a source set is not tried for a search meanwhile', async () => {
    const read = () => Promise.reject(new DocumentError('parse_timeout'));
    assert.equal(await fetcher({ documents: { read } }).fetch(resource('/newsletter.pdf'), OCCASION), null);
    assert.equal(await fetcher().fetch(found('/newsletter.pdf'), OCCASION), null);
    assert.equal(requests.length, 1);
  });

  test('that a search named has to be read before its page times out', async () => {
    const limits: (number | undefined)[] = [];
    const read: typeof documents.read = (_kind, _file, { timeout_ms }) => {
      limits.push(timeout_ms);
      return Promise.reject(new DocumentError('parse_timeout'));
    };
    await fetcher({ documents: { read } }).fetch(found('/newsletter.pdf'), OCCASION);
    await fetcher({ documents: { read } }).fetch(resource('/table.pdf'), OCCASION);
    const [searched, named] = limits;
    assert.ok(searched !== undefined && searched < PAGE_TIMEOUT_MS);
    assert.equal(named, undefined);
  });

  test('that no process could read is read when asked for again', async () => {
    const read = () => Promise.reject(new Error('no process is free'));
    assert.equal(await fetcher({ documents: { read } }).fetch(found('/newsletter.pdf'), OCCASION), null);
    assert.deepEqual(failures, [UNREADABLE]);
    assert.notEqual(await fetcher().fetch(found('/newsletter.pdf'), OCCASION), null);
  });

  test('that is aborted rejects, and its process ends', async () => {
    const controller = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    const read: typeof documents.read = (...call) => {
      resolve();
      return documents.read(...call);
    };
    const fetched = fetcher({ documents: { read } }).fetch(found('/newsletter.pdf'), {
      ...OCCASION,
      signal: controller.signal,
    });
    await promise;
    controller.abort(new Error('enough'));
    await assert.rejects(fetched, /enough/);
    assert.equal(cache.size, 0);
  });
});

describe('the page cache', () => {
  test('a fresh page is not fetched again', async () => {
    await fetcher().fetch(resource('/page'), OCCASION);
    clock += 59_000;
    assert.deepEqual((await fetcher().fetch(resource('/page'), OCCASION))?.passages, [PASSAGE]);
    assert.equal(requests.length, 1);
    assert.deepEqual([...cache.keys()], [`key of org_1 for ${address('/page')}`]);
  });

  test('an older page is revalidated and fresh again', async () => {
    await fetcher().fetch(resource('/page'), OCCASION);
    clock += 61_000;
    const fetched = await fetcher().fetch(resource('/page'), OCCASION);
    assert.equal(requests[1]!.etag, '"v1"');
    assert.deepEqual([fetched?.passages, fetched?.retrieved_at], [[PASSAGE], '2026-01-01T00:01:01.000Z']);
    clock += 59_000;
    await fetcher().fetch(resource('/page'), OCCASION);
    assert.equal(requests.length, 2);
  });

  test('is separate per organization: fetched pages are no faster for others', async () => {
    const { fetch } = fetcher();
    await fetch(resource('/page'), OCCASION);
    await fetch(resource('/page'), { ...OCCASION, organization_id: 'org_2' });
    assert.equal(requests.length, 2);
    assert.equal(requests[1]!.etag, undefined);
  });

  test('failures are not cached', async () => {
    await fetcher().fetch(resource('/missing'), OCCASION);
    await fetcher().fetch(resource('/missing'), OCCASION);
    assert.equal(requests.length, 2);
    assert.equal(cache.size, 0);
  });
});

describe('politeness', () => {
  test('requests pages of a host one by one per organization, also after a failure', async () => {
    const { fetch } = fetcher();
    const paths = ['/1', '/missing', '/3', '/4'];
    const fetched = await Promise.all(paths.map((path) => fetch(resource(path), OCCASION)));
    assert.deepEqual(
      fetched.map((each) => each !== null),
      [true, false, true, true],
    );
    assert.equal(mostOpen, 1);
    assert.deepEqual(
      requests.map((each) => each.path),
      paths,
    );
  });

  test('slow pages of one organization do not delay others at the same host', async () => {
    const { fetch } = fetcher();
    const controller = new AbortController();
    const slow = Array.from({ length: 6 }, () =>
      fetch(resource('/silent'), { ...OCCASION, signal: controller.signal }),
    );
    assert.notEqual(await fetch(resource('/page'), { ...OCCASION, organization_id: 'org_2' }), null);
    assert.equal(requests.filter(({ path }) => path === '/silent').length, 1);
    controller.abort();
    for (const each of slow) await assert.rejects(each);
  });

  test('a host gets at most three concurrent requests from all organizations', async () => {
    const { fetch } = fetcher();
    const organizations = Array.from({ length: 9 }, (_, n) => `org_${n}`);
    await Promise.all(
      organizations.map((organization_id) => fetch(resource('/page'), { ...OCCASION, organization_id })),
    );
    assert.deepEqual([requests.length, mostOpen <= 3], [9, true]);
  });

  test('a slow host does not delay other hosts', async () => {
    const { fetch } = fetcher();
    const controller = new AbortController();
    const slow = fetch(resource('/silent', 'one.test'), { ...OCCASION, signal: controller.signal });
    assert.notEqual(await fetch(resource('/page', 'two.test'), OCCASION), null);
    controller.abort();
    await assert.rejects(slow);
  });
});

describe('a page that a search named', () => {
  const paths = () => requests.map(({ path }) => path);

  test('is fetched if its site allows it', async () => {
    robots = { status: 200, body: 'User-agent: *\nDisallow: /private\n' };
    assert.deepEqual((await fetcher().fetch(found('/page'), OCCASION))?.passages, [PASSAGE]);
    assert.deepEqual(paths(), ['/robots.txt', '/page']);
  });

  test('is not fetched if its site forbids it, unless a customer named it', async () => {
    robots = { status: 200, body: 'User-agent: Evidence-Verification\nDisallow: /pa' };
    const { fetch } = fetcher();
    assert.equal(await fetch(found('/page'), OCCASION), null);
    assert.deepEqual(failures, [{ reason: 'disallowed_by_robots', status: null }]);
    assert.deepEqual(paths(), ['/robots.txt']);
    assert.deepEqual((await fetch(resource('/page'), OCCASION))?.passages, [PASSAGE]);
  });

  test('is not fetched if robots.txt cannot be read', async () => {
    robots = { status: 503, body: '' };
    assert.equal(await fetcher().fetch(found('/page'), OCCASION), null);
    assert.deepEqual(paths(), ['/robots.txt']);
  });

  test('is checked again after a redirect', async () => {
    robots = { status: 200, body: 'User-agent: *\nDisallow: /page' };
    assert.equal(await fetcher().fetch(found('/moved'), OCCASION), null);
    assert.deepEqual(paths(), ['/robots.txt', '/moved', '/robots.txt']);
  });

  test('has its robots.txt cached, per organization', async () => {
    const { fetch } = fetcher();
    await fetch(found('/page'), OCCASION);
    await fetch(found('/empty'), OCCASION);
    await fetch(found('/missing'), { ...OCCASION, organization_id: 'org_2' });
    assert.deepEqual(paths(), ['/robots.txt', '/page', '/empty', '/robots.txt', '/missing']);
  });
});
