/** Pages that a customer approves, from their registration to the verdicts that cite them. */

import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';

const CLAIM = 'The Lindholm bridge was opened in 1936.';
const SUPPORTING =
  '<html><head><title>Lindholm bridge</title></head><body><article><h1>Lindholm bridge</h1>' +
  '<p>The Lindholm bridge is a road bridge over the river Ask. The Lindholm bridge was opened in 1936.</p>' +
  '<p>It carries two lanes of traffic and a footpath on its northern side.</p></article></body></html>';
const CLASHING = SUPPORTING.replaceAll('1936', '1951').replace('<title>Lindholm bridge', '<title>Bridges of the Ask');

let service: TestService;
let pages: Server;
let origin: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let requests: IncomingMessage[] = [];

before(async () => {
  pages = createServer((request, response) => {
    requests.push(request);
    respond(request, response);
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(pages.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  service = await openTestService({ realEngine: true, allowHosts: [host] });
});
after(async () => {
  await service.close();
  pages.closeAllConnections();
  pages.close();
});
beforeEach(() => {
  requests = [];
  respond = (request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url?.startsWith('/clash') ? CLASHING : SUPPORTING);
  };
});

const base = () => `/organizations/${service.organization_id}/source-sets`;

async function newSet(...urls: string[]): Promise<{ id: string; resources: string[] }> {
  const { body } = await succeeded(service.call('POST', base(), { body: { name: 'Bridges' } }));
  const resources: string[] = [];
  for (const url of urls) {
    const added = await service.call('POST', `${base()}/${body.id}/resources`, {
      body: { url, label: 'Bridge register' },
    });
    assert.equal(added.status, 201, added.text);
    resources.push(added.body.id);
  }
  return { id: body.id, resources };
}

async function verdictWith(source_set_id: string) {
  const { status, body, text } = await service.call('POST', '/verifications', {
    body: { content: CLAIM, source_set_id, profile: 'internal_enterprise' },
  });
  assert.equal(status, 201, text);
  assert.equal(body.result.claims.length, 1);
  return { claim: body.result.claims[0], result: body.result };
}

test('a verdict quotes the page that the set names literally', async () => {
  const { id } = await newSet(`${origin}/bridge`);
  const { claim } = await verdictWith(id);
  assert.equal(claim.verdict, 'supported');
  const [evidence] = claim.supporting_evidence;
  assert.equal(evidence.canonical_url, `${origin}/bridge`);
  assert.equal(evidence.title, 'Lindholm bridge');
  assert.equal(evidence.source_class, 'customer_approved');
  assert.equal(evidence.retrieval_provider, 'source_set');
  // The heading comes along, a blank line above.
  const paragraphs: string[] = evidence.passage.split('\n\n');
  assert.ok(
    paragraphs.every((each) => SUPPORTING.includes(each)),
    evidence.passage,
  );
  assert.ok(evidence.passage.includes('1936'));
});

test('conflicting sources make the claim disputed, with both cited', async () => {
  const { id } = await newSet(`${origin}/bridge-2`, `${origin}/clash`);
  const { claim } = await verdictWith(id);
  assert.equal(claim.verdict, 'disputed');
  assert.equal(claim.supporting_evidence[0].canonical_url, `${origin}/bridge-2`);
  assert.equal(claim.opposing_evidence[0].canonical_url, `${origin}/clash`);
});

test('a source that is down leaves the claim unverifiable and says so', async () => {
  respond = (_request, response) => response.writeHead(500).end();
  const { id } = await newSet(`${origin}/down`);
  const { claim } = await verdictWith(id);
  assert.equal(claim.verdict, 'unverifiable');
  assert.deepEqual(claim.supporting_evidence, []);
  assert.match(claim.limitations.join(' '), /source/i);
});

test('one unavailable source of two is a limitation', async () => {
  const answer = respond;
  respond = (request, response) =>
    request.url === '/down-too' ? response.socket?.destroy() : answer(request, response);
  const { id } = await newSet(`${origin}/down-too`, `${origin}/bridge-3`);
  const { claim } = await verdictWith(id);
  assert.equal(claim.verdict, 'supported');
  assert.notDeepEqual(claim.limitations, []);
});

test('a disabled source is not used from the next request on', async () => {
  const { id, resources } = await newSet(`${origin}/disabled`);
  assert.equal((await verdictWith(id)).claim.verdict, 'supported');
  const path = `${base()}/${id}/resources/${resources[0]}`;
  assert.equal((await service.call('DELETE', path)).status, 204);
  assert.equal((await service.call('DELETE', path)).status, 404);
  requests = [];
  const { claim } = await verdictWith(id);
  assert.equal(claim.verdict, 'unverifiable');
  assert.deepEqual(requests, []);
});

test('a page is fetched once while it is fresh, then revalidated', async () => {
  let content = SUPPORTING;
  let etag = '"v1"';
  respond = (request, response) => {
    response.setHeader('etag', etag).setHeader('content-type', 'text/html; charset=utf-8');
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.end(content);
  };
  const { id } = await newSet(`${origin}/cached`);
  assert.equal((await verdictWith(id)).claim.verdict, 'supported');
  assert.equal((await verdictWith(id)).claim.verdict, 'supported');
  assert.equal(requests.length, 1);
  service.advance(6 * 60_000);
  assert.equal((await verdictWith(id)).claim.verdict, 'supported');
  assert.deepEqual(
    requests.map(({ headers }) => headers['if-none-match']),
    [undefined, '"v1"'],
  );
  etag = '"v2"';
  content = CLASHING;
  service.advance(6 * 60_000);
  assert.equal((await verdictWith(id)).claim.verdict, 'contradicted');
  assert.equal(requests.length, 3);
});

test('addresses that may not be fetched are refused on registration', async () => {
  const { id } = await newSet();
  for (const url of [
    'http://127.0.0.1:1/page',
    'https://127.0.0.1/page',
    'https://localhost/page',
    'https://10.0.0.1/page',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/page',
    'https://2130706433/page',
    'https://user:password@203.0.114.7/page',
    'http://203.0.114.7/page',
    'https://203.0.114.7:8443/page',
    'ftp://203.0.114.7/page',
    'not a url at all',
  ]) {
    const { status, body } = await service.call('POST', `${base()}/${id}/resources`, { body: { url, label: 'page' } });
    assert.equal(status, 422, url);
    assert.deepEqual(body.detail[0].loc, ['body', 'url'], url);
  }
});

test("a policy's source set is used unless the request names one", async () => {
  const { id } = await newSet(`${origin}/of-policy`);
  const clashing = await newSet(`${origin}/clash-of-request`);
  const policy = { name: 'bridges', version: '1', base_profile: 'internal_enterprise', source_set_id: id };
  await succeeded(service.call('POST', `/organizations/${service.organization_id}/policies`, { body: policy }));
  const verify = async (body: object) =>
    (await succeeded(service.call('POST', '/verifications', { body: { content: CLAIM, profile: 'bridges', ...body } })))
      .body.result;
  const result = await verify({});
  assert.equal(result.claims[0].verdict, 'supported');
  assert.deepEqual([result.profile, result.policy_name, result.policy_version], ['bridges', 'bridges', '1']);
  assert.equal((await verify({ source_set_id: clashing.id })).claims[0].verdict, 'contradicted');
});
