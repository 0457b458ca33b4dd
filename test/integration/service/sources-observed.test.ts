/** A source that is fetched, or can't be, shows in the log and in the trace of its verification. */

import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { attributesOf, openOtlpReceiver } from '#test/support/otlp-receiver.ts';
import { openTestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PAGE =
  '<html><head><title>Bridge</title></head><body><p>The Lindholm bridge was opened in 1936.</p></body></html>';

test('a fetch is a span, its failure is logged with both ids, and no trace is sent', async (context) => {
  const told: IncomingHttpHeaders[] = [];
  const pages = createServer((request, response) => {
    told.push(request.headers);
    if (request.url === '/zyxomma-gone') response.writeHead(410).end();
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const receiver = await openOtlpReceiver();
  const service = await openTestService({
    realEngine: true,
    allowHosts: [host],
    tracing: { url: receiver.url, serviceName: 'a-name' },
  });
  let open = true;
  const close = async () => {
    if (open) await service.close();
    open = false;
  };
  context.after(async () => {
    await close();
    pages.closeAllConnections();
    pages.close();
    await receiver.close();
  });

  const sets = `/organizations/${service.organization_id}/source-sets`;
  const { body: set } = await succeeded(service.call('POST', sets, { body: { name: 'Bridges' } }));
  for (const path of ['/zyxomma-bridge', '/zyxomma-gone']) {
    const body = { url: `http://${host}${path}`, label: 'Zyxomma register' };
    assert.equal((await service.call('POST', `${sets}/${set.id}/resources`, { body })).status, 201);
  }
  const verified = await service.call('POST', '/verifications', {
    body: { content: 'The Lindholm bridge was opened in 1936.', source_set_id: set.id },
    headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
  });
  assert.equal(verified.status, 201, verified.text);
  const ids = { verification_id: verified.body.result.id, request_id: verified.headers['x-request-id'] };
  const lines = () => service.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
  await eventually('the last line', () =>
    lines().some(({ msg, stage }) => msg === 'stage handled' && stage === 'settle'),
  );
  await close();

  const [failure, ...others] = lines().filter(({ msg }) => msg === 'a source could not be read');
  assert.equal(others.length, 0);
  const { reason, status, verification_id, request_id } = failure!;
  assert.deepEqual({ reason, status, verification_id, request_id }, { reason: 'http_status', status: 410, ...ids });

  const spans = receiver.spans().filter(({ traceId }) => traceId === TRACE);
  const retrieve = spans.find(({ name }) => name === 'retrieve');
  const fetches = spans.filter(({ name }) => name === 'fetch');
  assert.deepEqual(
    fetches.map(({ parentSpanId }) => parentSpanId),
    [retrieve?.spanId, retrieve?.spanId],
  );
  const told_of = fetches
    .map(attributesOf)
    .toSorted((a, b) => (String(a['evidence.outcome']) < String(b['evidence.outcome']) ? -1 : 1));
  const both = { 'evidence.verification_id': ids.verification_id, 'evidence.request_id': ids.request_id };
  assert.deepEqual(told_of, [
    { ...both, 'evidence.outcome': 'fetched' },
    { ...both, 'evidence.outcome': 'http_status', 'http.response.status_code': 410, 'error.type': 'http_status' },
  ]);
  for (const headers of told) assert.equal(headers.traceparent, undefined);
  for (const output of [service.logs.join(''), Buffer.concat(receiver.bodies).toString()]) {
    assert.doesNotMatch(output, /zyxomma/i);
  }
});
