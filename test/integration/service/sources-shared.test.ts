/** Organizations that use sources at the same time do not affect each other. */

import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';

const CLAIM = 'The Lindholm bridge was opened in 1936.';
const PAGE = `<html><head><title>Lindholm bridge</title></head><body><p>${CLAIM}</p></body></html>`;

let service: TestService;
let other: Tenant;
let pages: Server;
let origin: string;
let requests: string[] = [];
/** Of pages that are not answered until a test says so. */
const held: ServerResponse[] = [];

before(async () => {
  pages = createServer((request, response) => {
    requests.push(request.url!);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url!.startsWith('/held')) held.push(response);
    else if (request.url!.startsWith('/nested')) response.end(`${'<svg><g>'.repeat(125_000)}`);
    else response.end(PAGE);
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(pages.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  service = await openTestService({ realEngine: true, allowHosts: [host] });
  other = await service.newTenant();
});
after(async () => {
  await service.close();
  pages.closeAllConnections();
  pages.close();
});

async function verifyWith({ key, organization_id }: Tenant, ...paths: string[]) {
  const base = `/organizations/${organization_id}/source-sets`;
  const { body: set } = await succeeded(service.call('POST', base, { key, body: { name: 'Bridges' } }));
  for (const path of paths) {
    const body = { url: origin + path, label: 'Bridge register' };
    const added = await service.call('POST', `${base}/${set.id}/resources`, { key, body });
    assert.equal(added.status, 201, added.text);
  }
  const { status, body, text } = await service.call('POST', '/verifications', {
    key,
    body: { content: CLAIM, source_set_id: set.id, profile: 'internal_enterprise' },
  });
  assert.equal(status, 201, text);
  return body.result.claims[0];
}

test('slow pages of one organization do not delay others, even at the same host', async () => {
  const crowd = Array.from({ length: 6 }, (_, n) => verifyWith(service, `/held/${n}`, `/held/${n}/too`));
  // One page at a time is asked of the host for them.
  await eventually('a page held', () => held.length === 1);
  assert.equal((await verifyWith(other, '/bridge')).verdict, 'supported');
  assert.equal(held.length, 1);
  const answer = setInterval(() => {
    for (const response of held.splice(0)) response.end(PAGE);
  }, 5);
  for (const claim of await Promise.all(crowd)) assert.equal(claim.verdict, 'supported');
  clearInterval(answer);
});

test('a page is fetched separately for each organization', async () => {
  requests = [];
  await verifyWith(service, '/same');
  await verifyWith(service, '/same');
  await verifyWith(other, '/same');
  assert.deepEqual(requests, ['/same', '/same']);
});

test('an endlessly nested page counts as a page without text', async () => {
  const claim = await verifyWith(service, '/nested');
  assert.equal(claim.verdict, 'unverifiable');
  assert.ok(service.logs.some((line) => line.includes('"reason":"no_text"')));
});
