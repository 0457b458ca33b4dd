import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildConnector } from 'undici';
import { decodeText } from '#engine/retrieval/decode-text.ts';
import {
  createOutboundGuard,
  type FetchedPage,
  type OutboundGuard,
  type PageBody,
} from '#platform/outbound/outbound-guard.ts';
import { selfSigned } from './self-signed.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const PAGE = '<p>Acme was founded in 1999.</p>';

const routes: Record<string, Handler> = {
  '/page': (_, response) =>
    response.writeHead(200, { ...HTML, etag: '"v1"', 'last-modified': 'Mon, 05 Jan 2026 00:00:00 GMT' }).end(PAGE),
  '/conditional': (request, response) =>
    request.headers['if-none-match'] === '"v1"'
      ? response.writeHead(304).end()
      : response.writeHead(200, HTML).end(PAGE),
  '/always-304': (_, response) => response.writeHead(304).end(),
  '/headers': (request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(request.headers)),
  '/gzip': (_, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(gzipSync(PAGE)),
  '/br': (_, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'br' }).end(brotliCompressSync(PAGE)),
  '/bad-gzip': (_, response) => response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end('no gzip at all'),
  '/stacked': (_, response) =>
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync(PAGE))),
  '/bomb': (_, response) =>
    response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(3_000_000))),
  '/large': (_, response) => {
    response.writeHead(200, HTML);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x')));
    };
    response.on('drain', more);
    more();
  },
  '/announced-large': (_, response) => response.writeHead(200, { ...HTML, 'content-length': 9_000_000 }).flushHeaders(),
  '/huge-header': (_, response) => response.writeHead(200, { ...HTML, 'x-fill': 'x'.repeat(40_000) }).end(PAGE),
  '/loris': (_, response) => {
    response.writeHead(200, HTML).write('<p>'); // and never another byte
  },
  '/silent': () => {},
  '/cut': (_, response) =>
    response.writeHead(200, { ...HTML, 'content-length': 100 }).end('short', () => response.destroy()),
  '/pdf': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
  '/paper.pdf': (_, response) => response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('%PDF'),
  '/zip': (_, response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
  '/no-type': (_, response) => response.writeHead(200).end(PAGE),
  '/readme.md': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('# Acme'),
  '/latin1': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(Buffer.from('<meta charset="iso-8859-1"><p>Zürich', 'latin1')),
  '/unknown-charset': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=klingon' }).end('Zürich'),
  '/missing': (_, response) => response.writeHead(404, HTML).end('<p>not here'),
};

let server: Server;
let origin: string;
let guard: OutboundGuard;
let elsewhere: Server;

const portOf = (of: Server) => (of.address() as AddressInfo).port;
const listen = (of: Server) => new Promise<void>((done) => of.listen(0, '127.0.0.1', done));

before(async () => {
  elsewhere = createServer((_, response) => response.writeHead(200, HTML).end('secret of the inside'));
  await listen(elsewhere);
  server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost');
    const target = url.searchParams.get('to');
    if (target !== null) return void response.writeHead(302, { location: target }).end();
    if (url.pathname.startsWith('/hops/')) {
      const left = Number(url.pathname.slice('/hops/'.length));
      return void response.writeHead(301, { location: left > 1 ? `/hops/${left - 1}` : '/page' }).end();
    }
    routes[url.pathname]!(request, response);
  });
  await listen(server);
  origin = `http://127.0.0.1:${portOf(server)}`;
  guard = guardWith({});
});

after(async () => {
  await (await guard.dispatcher()).destroy();
  for (const each of [server, elsewhere]) {
    each.closeAllConnections();
    each.close();
  }
});

function guardWith(change: Partial<Parameters<typeof createOutboundGuard>[0]>): OutboundGuard {
  return createOutboundGuard({
    allowHosts: [`127.0.0.1:${portOf(server)}`],
    contact: 'ops@example.org',
    version: '9.9',
    resolve: async () => ['127.0.0.1'],
    maxBytes: 1_000_000,
    ...change,
  });
}

/** Fetches with a separate guard that has a short time limit. */
async function fetchBriefly(path: string): Promise<FetchedPage> {
  const brief = guardWith({ timeoutMs: 150 });
  const page = await brief.fetchPage(origin + path);
  await (await brief.dispatcher()).destroy();
  return page;
}

const failure = (reason: string, status: number | null = null) => ({ ok: false, reason, status });
const bodyOf = (page: FetchedPage) => (page.ok && !page.notModified ? decoded(page) : page);
const decoded = (page: PageBody) => decodeText(page.body, 'charset' in page ? page.charset : null, page.mediaType);

describe('fetchPage answers', () => {
  test('the page with its type, its validators and where it was found', async () => {
    assert.deepEqual(await guard.fetchPage(`${origin}/page#part`), {
      ok: true,
      notModified: false,
      url: `${origin}/page`,
      mediaType: 'text/html',
      body: Buffer.from(PAGE),
      charset: 'utf-8',
      etag: '"v1"',
      lastModified: 'Mon, 05 Jan 2026 00:00:00 GMT',
    });
  });

  test('decodes gzip and brotli', async () => {
    assert.equal(bodyOf(await guard.fetchPage(`${origin}/gzip`)), PAGE);
    assert.equal(bodyOf(await guard.fetchPage(`${origin}/br`)), PAGE);
  });

  test('text in the character set that the page declares, UTF-8 where the set is unknown', async () => {
    assert.match(String(bodyOf(await guard.fetchPage(`${origin}/latin1`))), /Zürich/);
    assert.equal(bodyOf(await guard.fetchPage(`${origin}/unknown-charset`)), 'Zürich');
  });

  test('markdown that is served as plain text', async () => {
    const page = await guard.fetchPage(`${origin}/readme.md`);
    assert.equal(page.ok && !page.notModified && page.mediaType, 'text/markdown');
  });

  test('not modified, but only to a request with validators', async () => {
    const page = await guard.fetchPage(`${origin}/conditional`, { etag: '"v1"' });
    assert.deepEqual(page, { ok: true, notModified: true, url: `${origin}/conditional` });
    assert.deepEqual(await guard.fetchPage(`${origin}/always-304`), failure('http_status', 304));
  });

  test('with a name and a contact, and without cookies or a referrer', async () => {
    const headers = JSON.parse(String(bodyOf(await guard.fetchPage(`${origin}/headers`))));
    assert.equal(headers['user-agent'], 'evidence-verification/9.9 (ops@example.org)');
    assert.deepEqual(Object.keys(headers).toSorted(), [
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });
});

describe('redirects', () => {
  const to = (target: string) => guard.fetchPage(`${origin}/?to=${encodeURIComponent(target)}`);

  test('three are followed, relative ones too; a fourth is not', async () => {
    const page = await guard.fetchPage(`${origin}/hops/3`);
    assert.equal(page.ok && page.url, `${origin}/page`);
    assert.deepEqual(await guard.fetchPage(`${origin}/hops/4`), failure('too_many_redirects'));
  });

  test('each hop is checked in full', async () => {
    assert.deepEqual(await to(`http://127.0.0.1:${portOf(elsewhere)}/`), failure('blocked_scheme'));
    assert.deepEqual(await to('https://127.0.0.1/'), failure('blocked_address'));
    assert.deepEqual(await to('https://2130706433/'), failure('blocked_address'));
    assert.deepEqual(await to('https://inside.test/'), failure('blocked_address'));
    assert.deepEqual(await to('https://inside.test:8443/'), failure('blocked_port'));
    assert.deepEqual(await to('file:///etc/passwd'), failure('blocked_scheme'));
    assert.deepEqual(await to('http://user:secret@127.0.0.1/'), failure('credentials_in_url'));
    assert.deepEqual(await to('http://['), failure('invalid_url'));
    assert.deepEqual(await to('/pa\tge'), failure('invalid_url'), 'a tab would be dropped');
  });

  test('validators stay with the site that gave them', async () => {
    const other = createServer((request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(String(request.headers['if-none-match'])),
    );
    await listen(other);
    const both = guardWith({ allowHosts: [server, other].map((each) => `127.0.0.1:${portOf(each)}`) });
    const target = encodeURIComponent(`http://127.0.0.1:${portOf(other)}/`);
    assert.equal(bodyOf(await both.fetchPage(`${origin}/?to=${target}`, { etag: '"v1"' })), 'undefined');
    await (await both.dispatcher()).destroy();
    other.close();
  });
});

describe('hostile servers', () => {
  test('a body that decompresses beyond the limit is cut off', async () => {
    assert.deepEqual(await guard.fetchPage(`${origin}/bomb`), failure('too_large'));
  });

  test('a body without end, or one announced too large, is not read', async () => {
    assert.deepEqual(await guard.fetchPage(`${origin}/large`), failure('too_large'));
    assert.deepEqual(await guard.fetchPage(`${origin}/announced-large`), failure('too_large'));
    assert.deepEqual(await guard.fetchPage(`${origin}/huge-header`), failure('too_large'));
  });

  test('a slow body and a silent server end at the deadline', async () => {
    assert.deepEqual(await fetchBriefly('/loris'), failure('timeout'));
    assert.deepEqual(await fetchBriefly('/silent'), failure('timeout'));
  });

  test('a silent resolver ends at the deadline', async () => {
    const stuck = guardWith({ timeoutMs: 50, resolve: () => new Promise(() => {}) });
    assert.deepEqual(await stuck.fetchPage('https://slow.test/'), failure('timeout'));
  });

  test('the caller can abort', async () => {
    const controller = new AbortController();
    const page = guard.fetchPage(`${origin}/silent`, { signal: controller.signal });
    controller.abort();
    assert.deepEqual(await page, failure('aborted'));
  });

  test('a PDF comes as bytes, whatever type its server gives a file of that name', async () => {
    for (const path of ['/pdf', '/paper.pdf']) {
      const page = await guard.fetchPage(origin + path);
      assert(page.ok && !page.notModified);
      assert.deepEqual([page.mediaType, page.body], ['application/pdf', Buffer.from('%PDF')]);
    }
  });

  test('other types, other encodings and other statuses are refused', async () => {
    assert.deepEqual(await guard.fetchPage(`${origin}/zip`), failure('unsupported_media_type'));
    assert.deepEqual(await guard.fetchPage(`${origin}/no-type`), failure('unsupported_media_type'));
    assert.deepEqual(await guard.fetchPage(`${origin}/stacked`), failure('unsupported_media_type'));
    assert.deepEqual(await guard.fetchPage(`${origin}/missing`), failure('http_status', 404));
  });

  test('broken bodies and refused connections are network errors', async () => {
    assert.deepEqual(await guard.fetchPage(`${origin}/bad-gzip`), failure('network_error'));
    assert.deepEqual(await guard.fetchPage(`${origin}/cut`), failure('network_error'));
    const gone = createServer();
    await listen(gone);
    const port = portOf(gone);
    await new Promise((done) => gone.close(done));
    const refused = guardWith({ allowHosts: [`127.0.0.1:${port}`] });
    assert.deepEqual(await refused.fetchPage(`http://127.0.0.1:${port}/`), failure('network_error'));
  });

  test('a name without an address is a failure of its own', async () => {
    const nameless = guardWith({ resolve: async () => Promise.reject(new Error('ENOTFOUND')) });
    assert.deepEqual(await nameless.fetchPage('https://nowhere.test/'), failure('dns_failure'));
  });

  test('no failure repeats the URL', async () => {
    const page = await guard.fetchPage('https://user:hunter2@public.test/?token=hunter2');
    assert.doesNotMatch(JSON.stringify(page), /hunter2/);
  });
});

describe('TLS to a pinned address', () => {
  const secure = selfSigned('pinned.test');
  const tlsServer = createTlsServer(secure, (_, response) => response.writeHead(200, HTML).end(PAGE));
  before(() => listen(tlsServer));
  after(() => {
    tlsServer.closeAllConnections();
    tlsServer.close();
  });

  async function fetchAs(name: string): Promise<FetchedPage> {
    const pinned = guardWith({
      allowHosts: [`${name}:${portOf(tlsServer)}`],
      connect: buildConnector({ allowH2: false, ca: secure.cert }),
    });
    const page = await pinned.fetchPage(`https://${name}:${portOf(tlsServer)}/`);
    await (await pinned.dispatcher()).destroy();
    return page;
  }

  test('the certificate is verified against the name, not the address', async () => {
    assert.equal(bodyOf(await fetchAs('pinned.test')), PAGE);
    assert.deepEqual(await fetchAs('other.test'), failure('network_error'));
  });
});
