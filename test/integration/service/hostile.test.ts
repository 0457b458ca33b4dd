/** The service as a process under malformed HTTP: no 500, nothing hangs, and it still works afterwards. */

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import fc from '#test/support/property.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: ServiceProcess;
before(async () => {
  folder = await temporaryFolder();
  service = await startService(folder.path);
});
after(async () => {
  assert.equal(await service.stop(), 0);
  await folder.remove();
});

test('no malformed HTTP is answered with a 5xx', async () => {
  const { hostname, port } = new URL(service.url);
  const line = fc.constantFrom(
    'GET /v1/reviews HTTP/1.1',
    'POST /v1/verifications HTTP/1.1',
    'POST /v1/batches HTTP/1.0',
    'PRI * HTTP/2.0',
    'GET  HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT example.com:443 HTTP/1.1',
    `GET /${'a'.repeat(9_000)} HTTP/1.1`,
  );
  const header = fc.oneof(
    fc.constantFrom(
      'Host: x',
      'Content-Length: 5',
      'Content-Length: -1',
      'Content-Length: 99999999999',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: gzip, chunked',
      'Expect: 100-continue',
      'Upgrade: websocket',
      'Connection: upgrade',
      'Content-Type: application/json',
      `Authorization: Bearer ${service.key}`,
      'Authorization: Basic Og==',
      'Idempotency-Key: \u00ff',
    ),
    fc.string({ unit: 'binary-ascii', maxLength: 30 }),
  );
  const body = fc.oneof(
    fc.constantFrom('', '{}', '5\r\nhello\r\n0\r\n\r\n', 'FFFFFFFFFFFFFFFF\r\n', '{"content":"x"}', '\u0000\u0001'),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const property = fc.asyncProperty(line, fc.array(header, { maxLength: 5 }), body, async (first, headers, rest) => {
    const socket = connect(Number(port), hostname);
    const text = await new Promise<string>((resolve) => {
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('error', () => resolve(received));
      socket.on('close', () => resolve(received));
      socket.end(`${first}\r\n${headers.join('\r\n')}\r\n\r\n${rest}`);
    });
    for (const [, status] of text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) assert.ok(Number(status) < 500, text);
  });
  await fc.assert(property, { numRuns: 200 });
});

test('the service still works afterwards', async () => {
  const { status } = await service.request('GET', '/readyz', { key: null });
  assert.equal(status, 200);
  const verified = await service.request('POST', '/v1/verifications', { body: { content: 'Iron is a metal.' } });
  assert.equal(verified.status, 201);
  assert.deepEqual(
    service.logs.filter(({ level }) => level === 'error' || level === 'fatal'),
    [],
  );
});
