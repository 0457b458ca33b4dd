/** Arbitrary bytes on a real socket get a response in our shape or an orderly end, never a 500 or silence. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { createTestApi, KEY, type TestApi } from '#test/support/http-api.ts';
import fc from '#test/support/property.ts';

/** Far longer than any response takes; a test that waits this long fails. */
const SILENCE_MS = 60_000;

let api: TestApi;
let port: number;

before(async () => {
  api = createTestApi({ requestTimeoutMs: 1_000 });
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
after(() => api.app.close());

/** Returns everything the server sends until it closes the connection. */
function exchange(bytes: string | Buffer, { end = true } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setTimeout(SILENCE_MS, () => {
      socket.destroy();
      reject(new Error(`no end of the answer to ${JSON.stringify(bytes.toString('latin1').slice(0, 200))}`));
    });
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
    // Closes only our half: a full close would hide a server that waits for ever.
    if (end) socket.end(bytes, 'latin1' as never);
    else socket.write(bytes, 'latin1' as never);
  });
}

interface RawAnswer {
  status: number;
  headers: string;
  body: string;
}

function parseAnswer(received: string): RawAnswer {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    headers: head.toLowerCase(),
    body: rest.join('\r\n\r\n'),
  };
}

async function refusal(bytes: string | Buffer, options?: { end: boolean }): Promise<string> {
  const { status, headers, body } = parseAnswer(await exchange(bytes, options));
  const { error } = JSON.parse(body);
  assert.match(headers, new RegExp(`x-request-id: ${error.request_id}`));
  assert.match(headers, /x-content-type-options: nosniff/);
  return `${status} ${error.code}`;
}

const auth = `Authorization: Bearer ${KEY}\r\n`;
const host = 'Host: x\r\nConnection: close\r\n';
const post = `POST /v1/verifications HTTP/1.1\r\n${host}${auth}Content-Type: application/json\r\n`;

test('input that is not HTTP is refused in the same shape', async () => {
  assert.equal(await refusal('nonsense\r\n\r\n'), '400 bad_request');
  assert.equal(await refusal('GET / HTTP/9.9\r\n\r\n'), '400 bad_request');
  assert.equal(await refusal('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), '400 bad_request');
  assert.equal(await refusal(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])), '400 bad_request');
  assert.equal(await refusal(`${post}Content-Length: -1\r\n\r\n`), '400 bad_request');
  assert.equal(await refusal(`${post}Content-Length: 5, 6\r\n\r\nabcdef`), '400 bad_request');
  assert.equal(
    await refusal(`${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    '400 bad_request',
  );
  assert.equal(await refusal(`${post}Transfer-Encoding: gzip\r\n\r\nabc`), '400 bad_request');
  assert.equal(await refusal('GET /v1/reviews HTTP/1.1\r\nBad Header: x\r\n\r\n'), '400 bad_request');
  assert.equal(
    await refusal(`GET /v1/reviews HTTP/1.1\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`),
    '431 request_header_fields_too_large',
  );
  assert.equal(await refusal(`GET /${'y'.repeat(20_000)} HTTP/1.1\r\n\r\n`), '431 request_header_fields_too_large');
});

test('requests that Node would answer or drop itself get our response', async () => {
  assert.equal(await refusal('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'), '405 method_not_allowed');
  assert.equal(await refusal('GET /v1/reviews HTTP/1.1\r\nConnection: close\r\n\r\n'), '401 missing_credentials');
  assert.equal(
    await refusal(`GET /v1/reviews HTTP/1.1\r\n${host}Expect: the-impossible\r\n\r\n`),
    '401 missing_credentials',
  );
  assert.equal(
    await refusal(`GET /v1/reviews HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`),
    '401 missing_credentials',
  );
  assert.equal(await refusal(`PROPFIND /v1/reviews HTTP/1.1\r\n${host}\r\n`), '405 method_not_allowed');
  assert.equal(await refusal(`OPTIONS * HTTP/1.1\r\n${host}\r\n`), '404 not_found');
  assert.equal(await refusal(`GET http://elsewhere/v1/nothing HTTP/1.1\r\n${host}\r\n`), '404 not_found');
});

test('requests that never finish are ended', async () => {
  assert.equal(await refusal('GET /v1/reviews HT', { end: false }), '408 request_timeout');
  assert.equal(await refusal(`${post}Content-Length: 50\r\n\r\n{"content":`, { end: false }), '408 request_timeout');
});

test('malformed bodies get an error or an orderly end', async () => {
  const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;
  assert.equal(parseAnswer(await exchange(`${chunked}f\r\n{"content":"x"}\r\n0\r\n\r\n`)).status, 201);
  for (const garbage of [
    'zz\r\nabc',
    '5\r\nabcdefgh',
    'ffffffffffffffffff\r\na',
    `1;${'x'.repeat(40_000)}\r\na\r\n0\r\n\r\n`,
  ]) {
    const { status } = parseAnswer(await exchange(chunked + garbage));
    assert.ok([400, 413].includes(status), `${garbage.slice(0, 20)}: ${status}`);
  }
  // Cut off in the middle: no response is possible, but an end.
  await exchange(`${post}Content-Length: 500\r\n\r\n{"content":`);
  // The announced length is too large: refused before the body is sent.
  assert.equal(await refusal(`${post}Content-Length: 99999999\r\n\r\n`), '413 payload_too_large');
  assert.equal(
    await refusal(`${chunked}${`10000\r\n${' '.repeat(65_536)}\r\n`.repeat(40)}0\r\n\r\n`),
    '413 payload_too_large',
  );
});

/**
 * Asserts a response in our shape that is not a 5xx. Returns the status, 0 for a connection that ended without a
 * response.
 */
function assertOrderly(received: string): number {
  if (received === '') return 0;
  const { status, headers } = parseAnswer(received);
  assert.ok(status >= 200 && status < 500, received.slice(0, 500));
  assert.match(headers, /\r\nx-request-id: \S+/);
  return status;
}

/** Characters that may appear in a request line and in a header, so that the request passes Node's parser. */
const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 40,
});
const percentEncoded = fc
  .uint8Array({ maxLength: 20 })
  .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
const segment = fc.oneof(
  visible,
  percentEncoded,
  fc.constantFrom('', '.', '..', '%', '%2f', '__proto__', 'x'.repeat(700)),
);
const target = fc.oneof(
  segment.map((id) => `/v1/verifications/${id}`),
  segment.map((id) => `/v1/organizations/${id}/policies`),
  segment.map((query) => `/v1/reviews?status_filter=${query}`),
  segment.map((query) => `/v1/usage/estimate?characters=5&${query}`),
  fc.constantFrom('/v1/verifications', '/v1/batches', '/v1/organizations/org_1/settings', '/v1/api-keys'),
  fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`),
  fc.constantFrom('*', '//', '/%00', '/v1/%2e%2e/x', 'http://a/v1/reviews', '/?', '/#', `/${'%41'.repeat(500)}`),
);
const method = fc.constantFrom('GET', 'HEAD', 'POST', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND');
/** Every method on every target, often enough the one that reads a body. */
const requestLine = fc.oneof(
  fc.tuple(method, target),
  fc.tuple(fc.constant('POST'), fc.constantFrom('/v1/verifications', '/v1/batches', '/v1/api-keys')),
);
const header = fc
  .tuple(
    fc.constantFrom(
      'X-Request-ID',
      'Idempotency-Key',
      'X-Forwarded-For',
      'traceparent',
      'Content-Type',
      'Content-Encoding',
      'Accept',
      'Cookie',
      'Expect',
      'Upgrade',
    ),
    visible,
  )
  .map(([name, value]) => `${name}: ${value}\r\n`);
const body = fc.oneof(
  fc.json(),
  fc
    .record(
      {
        content: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
        retention_hours: fc.jsonValue(),
        name: fc.string(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    '{"content":"x"}',
    '{"content":"x","content":1}',
    '['.repeat(50_000),
    '{"a":'.repeat(20_000),
    '"\\ud800"',
    '',
  ),
);

test('no combination of method, target, headers and body gives a 5xx or hangs', async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      requestLine,
      fc.array(header, { maxLength: 2 }),
      fc.boolean(),
      body,
      async ([verb, url], headers, anonymous, payload) => {
        const content = Buffer.from(payload);
        const lines = `${headers.join('')}${anonymous ? '' : auth}Content-Length: ${content.length}\r\nContent-Type: application/json\r\n`;
        const head = `${verb} ${url} HTTP/1.1\r\n${host}${lines}\r\n`;
        const status = assertOrderly(await exchange(Buffer.concat([Buffer.from(head), content])));
        seen.set(status, (seen.get(status) ?? 0) + 1);
      },
    ),
    { numRuns: 600 },
  );
  // The requests must reach every layer, or this test would show little.
  for (const status of [200, 401, 404, 405, 422])
    assert.ok(seen.has(status), `${status}: ${JSON.stringify([...seen])}`);
});

test('random bytes, alone and after a good request, get a response or an orderly end', async () => {
  const good = `GET /v1/reviews HTTP/1.1\r\nHost: x\r\n${auth}\r\n`;
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, behind) => {
      assertOrderly(await exchange(Buffer.concat([Buffer.from(behind ? good : ''), bytes])));
    }),
    { numRuns: 150 },
  );
});

test('the server still works afterwards', async () => {
  assert.equal((await api.app.inject({ url: '/healthz' })).statusCode, 200);
});
