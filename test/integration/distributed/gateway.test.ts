import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, test } from 'node:test';
import { pino } from 'pino';
import { type GatewayConfiguration, readConfiguration } from '#apps/configuration.ts';
import { openGateway } from '#apps/gateway/process.ts';
import type { ConnectionLimits } from '#http/connections.ts';
import { eventually } from '#test/support/eventually.ts';
import { attributesOf, openOtlpReceiver } from '#test/support/otlp-receiver.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
const json = async (response: Response): Promise<any> => await response.json();

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Trace headers of a client. */
const CLIENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** An API whose responses contain its name. */
async function api(handler: Handler): Promise<{ url: string; close(): Promise<unknown> }> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  closers.push(close);
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, close };
}

const named =
  (name: string): Handler =>
  (request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ name, url: request.url }));
  };

/** A port without a listener. */
async function nobody(): Promise<string> {
  const { url, close } = await api(() => {});
  await close();
  return url;
}

async function gateway(
  commandApis: string[],
  queryApis: string[],
  settings: Partial<GatewayConfiguration> = {},
): Promise<string> {
  return (await openedGateway(commandApis, queryApis, settings)).url;
}

async function openedGateway(
  commandApis: string[],
  queryApis: string[],
  settings: Partial<GatewayConfiguration>,
  connections: Partial<ConnectionLimits> = {},
): Promise<{ url: string; close(): Promise<void> }> {
  const configuration = readConfiguration({
    EVIDENCE_PUBLIC_SOURCES: 'off',
    EVIDENCE_MODE: 'distributed',
    EVIDENCE_ROLE: 'gateway',
    EVIDENCE_COMMAND_API_URLS: commandApis.join(','),
    EVIDENCE_QUERY_API_URLS: queryApis.join(','),
  }) as GatewayConfiguration;
  const opened = await openGateway({ ...configuration, ...settings }, pino({ level: 'silent' }), { connections });
  closers.push(() => opened.close());
  return { url: await opened.app.listen({ host: '127.0.0.1', port: 0 }), close: opened.close };
}

test('reads go to the query API, writes to the command API, both unchanged', async () => {
  const command = await api(async (request, response) => {
    const body = await text(request);
    response.statusCode = 201;
    response.end(
      JSON.stringify({ method: request.method, url: request.url, body, type: request.headers['content-type'] }),
    );
  });
  const query = await api(named('query'));
  const url = await gateway([command.url], [query.url]);

  assert.deepEqual(await (await fetch(`${url}/v1/reviews?a=1&a=2`)).json(), {
    name: 'query',
    url: '/v1/reviews?a=1&a=2',
  });
  assert.equal((await fetch(`${url}/v1/reviews`, { method: 'HEAD' })).status, 200);
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    const answer = await fetch(`${url}/v1/x%20y?b=%C3%A9`, {
      method,
      body: '{ "not":  normalised',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    assert.equal(answer.status, 201);
    assert.deepEqual(await answer.json(), {
      method,
      url: '/v1/x%20y?b=%C3%A9',
      body: '{ "not":  normalised',
      type: 'application/json; charset=utf-8',
    });
  }
});

test('bodies stream through in both directions', async () => {
  const received = Promise.withResolvers<string>();
  const command = await api((request, response) => {
    request.once('data', (chunk) => {
      received.resolve(String(chunk));
      response.write('begun;');
    });
    request.on('end', () => response.end('ended'));
  });
  const url = await gateway([command.url], [command.url]);
  const request = httpRequest(`${url}/v1/x`, { method: 'POST', headers: { 'content-type': 'text/event-stream' } });
  request.write('first half');
  // Each half arrives before the other side has sent the next.
  assert.equal(await received.promise, 'first half');
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const [begun] = (await once(response, 'data')) as [Buffer];
  assert.equal(String(begun), 'begun;');
  request.end('second half');
  assert.equal(await text(response), 'ended');
});

test('hop-by-hop headers end at the gateway; client address and request id go on', async () => {
  const seen = Promise.withResolvers<IncomingMessage['headers']>();
  const command = await api((request, response) => {
    seen.resolve(request.headers);
    response
      .writeHead(200, { connection: 'x-private', 'x-private': 'a', 'x-public': 'b', 'keep-alive': 'timeout=9' })
      .end();
  });
  const url = await gateway([command.url], [command.url]);
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    'POST /v1/x HTTP/1.1\r\nHost: evidence.example\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\nTE: trailers\r\n' +
      'Expect: 100-continue\r\nX-Forwarded-For: 203.0.113.9\r\nX-Request-ID: mine\r\nAuthorization: Bearer k\r\n' +
      'Content-Length: 0\r\n\r\n',
  );
  const answer = String(await buffer(socket));
  const headers = await seen.promise;
  for (const name of ['x-hop', 'te', 'expect']) assert.equal(headers[name], undefined, name);
  assert.equal(headers['x-forwarded-for'], '127.0.0.1');
  assert.equal(headers['x-forwarded-host'], 'evidence.example');
  assert.equal(headers['x-request-id'], 'mine');
  assert.equal(headers.authorization, 'Bearer k');
  assert.match(answer, /HTTP\/1\.1 200 .*x-public: b\r\n/s);
  assert.doesNotMatch(answer, /x-private|timeout=9/);
});

test('a request is one span, between those of the client and the API', async () => {
  const receiver = await openOtlpReceiver();
  closers.push(() => receiver.close());
  const seen: unknown[] = [];
  const query = await api((request, response) => {
    seen.push(request.headers.traceparent);
    response.writeHead(request.url === '/v1/bad' ? 500 : 200).end();
  });
  const tracing = { url: receiver.url, serviceName: 'gateway' };
  const { url, close } = await openedGateway([query.url], [await nobody(), query.url], { tracing });
  const headers = { traceparent: CLIENT, 'x-request-id': 'mine' };
  assert.equal((await fetch(`${url}/v1/zyxomma`, { headers })).status, 200);
  assert.equal((await fetch(`${url}/v1/bad`, { headers: { traceparent: 'malformed' } })).status, 500);
  await fetch(`${url}/healthz`);
  await close();

  const [good, bad, ...others] = receiver.spans();
  assert.equal(others.length, 0);
  const [, trace, client] = CLIENT.split('-');
  assert.deepEqual([good!.name, good!.traceId, good!.parentSpanId], ['gateway GET', trace, client]);
  assert.deepEqual(attributesOf(good!), {
    'http.request.method': 'GET',
    'http.route': '/*',
    'http.response.status_code': 200,
    'evidence.request_id': 'mine',
  });
  assert.deepEqual([bad!.parentSpanId, attributesOf(bad!)['error.type']], [undefined, '500']);
  assert.deepEqual(
    seen,
    [good, bad].map((span) => `00-${span!.traceId}-${span!.spanId}-01`),
  );
});

test("without tracing it passes on the client's trace context", async () => {
  const seen: unknown[] = [];
  const query = await api((request, response) => {
    seen.push(request.headers.traceparent);
    response.end();
  });
  const url = await gateway([query.url], [query.url]);
  await fetch(`${url}/v1/x`, { headers: { traceparent: CLIENT } });
  await fetch(`${url}/v1/x`);
  assert.deepEqual(seen, [CLIENT, undefined]);
});

test('a trusted proxy in front of the gateway is believed', async () => {
  const seen = Promise.withResolvers<unknown>();
  const query = await api((request, response) => {
    seen.resolve(request.headers['x-forwarded-for']);
    response.end();
  });
  const url = await gateway([query.url], [query.url], { trustedProxies: ['127.0.0.1'] });
  await fetch(`${url}/v1/x`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  assert.equal(await seen.promise, '203.0.113.9');
});

test('processes take turns; a failed read goes to another one, a write does not', async () => {
  const one = await api(named('one'));
  const two = await api(named('two'));
  const url = await gateway([one.url, two.url], [one.url, two.url]);
  const who = async (method = 'GET') => (await json(await fetch(`${url}/v1/x`, { method }))).name;
  assert.deepEqual(new Set([await who(), await who()]), new Set(['one', 'two']));
  assert.deepEqual(new Set([await who('POST'), await who('POST')]), new Set(['one', 'two']));

  await one.close();
  for (let i = 0; i < 4; i++) assert.equal(await who(), 'two');
  const gone = await nobody();
  const other = await gateway([gone, two.url], [two.url]);
  const first = await fetch(`${other}/v1/x`, { method: 'POST' });
  assert.equal(first.status, 503);
  assert.equal(first.headers.get('retry-after'), '1');
  assert.equal((await json(first)).error.code, 'service_unavailable');
  // The gateway skips it from then on.
  for (let i = 0; i < 3; i++) assert.equal((await fetch(`${other}/v1/x`, { method: 'POST' })).status, 200);
});

test('a request that broke off is 502 and is not repeated, read or write', async () => {
  let came = 0;
  const breaks = await api((request) => {
    came++;
    request.socket.destroy();
  });
  const url = await gateway([breaks.url], [breaks.url, breaks.url.replace('127.0.0.1', 'localhost')]);
  for (const method of ['POST', 'GET']) {
    came = 0;
    const broken = await fetch(`${url}/v1/x`, {
      method,
      ...(method === 'POST' && { body: 'x', headers: { 'content-type': 'text/plain' } }),
    });
    assert.equal(broken.status, 502);
    const { error } = await json(broken);
    assert.equal(error.code, 'provider_error');
    assert.equal(error.request_id, broken.headers.get('x-request-id'));
    assert.equal(came, 1, method);
  }
});

test('a read is tried at two unreachable processes, not at all of them', async () => {
  const good = await api(named('good'));
  const url = await gateway([good.url], [await nobody(), await nobody(), good.url]);
  assert.equal((await fetch(`${url}/v1/x`)).status, 503);
  // The gateway skips both from then on.
  assert.equal((await json(await fetch(`${url}/v1/x`))).name, 'good');
});

test('clients that read or send too slowly leave no connection to an API open', async () => {
  let open = 0;
  const endless = await api((request, response) => {
    open++;
    request.socket.once('close', () => open--);
    if (request.method === 'POST') return;
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', write);
    write();
  });
  const limits = { stalledMs: 300, bodyGraceMs: 100, checkEveryMs: 50 };
  const { url } = await openedGateway([endless.url], [endless.url], {}, limits);
  const { hostname, port } = new URL(url);
  const clients = [
    'GET /v1/x HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na',
  ];
  for (const head of clients) {
    const client = connect(Number(port), hostname).on('error', () => {});
    closers.push(async () => client.destroy());
    client.pause();
    client.write(head);
    await eventually('the API', () => open === 1);
    await eventually('the end', () => open === 0);
  }
});

test('a client that is refused in the middle of its body keeps its connection', async () => {
  const size = 5_000_000;
  const strict = await api((request, response) => {
    if (request.method === 'POST') response.writeHead(401);
    response.end();
  });
  const url = await gateway([strict.url], [strict.url]);
  const { hostname, port } = new URL(url);
  const client = connect(Number(port), hostname);
  closers.push(async () => client.destroy());
  let received = '';
  client.on('data', (chunk) => {
    received += chunk;
  });
  client.write(`POST /v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * size}\r\n\r\n`);
  // More than streams buffer: the gateway reads what no API waits for.
  client.write('a'.repeat(size));
  await eventually('the refusal', () => received.startsWith('HTTP/1.1 401 '));
  client.write('b'.repeat(size));
  client.write('GET /v1/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await eventually('the next answer', () => received.includes('HTTP/1.1 200 '));
});

test('a client that leaves in the middle of its body does not set the API aside', async () => {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const one = await api((request, response) => {
    if (request.headers['content-length'] !== '9') return named('one')(request, response);
    asked.resolve();
    request.resume().once('close', () => left.resolve());
  });
  const two = await api(named('two'));
  const url = await gateway([one.url, two.url], [two.url]);
  const { hostname, port } = new URL(url);
  const client = connect(Number(port), hostname).on('error', () => {});
  client.write('POST /v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na');
  await asked.promise;
  client.destroy();
  await left.promise;
  const post = async () => (await json(await fetch(`${url}/v1/x`, { method: 'POST' }))).name;
  assert.deepEqual(new Set([await post(), await post()]), new Set(['one', 'two']));
});

test('answers of the APIs are theirs, errors and 503 included, and are not repeated', async () => {
  let came = 0;
  const busy = await api((_request, response) => {
    came++;
    response.writeHead(503, { 'retry-after': '7', 'x-request-id': 'theirs' }).end('{"theirs":true}');
  });
  const url = await gateway([busy.url], [busy.url]);
  const answer = await fetch(`${url}/v1/x`);
  assert.deepEqual(
    [answer.status, answer.headers.get('retry-after'), await answer.json()],
    [503, '7', { theirs: true }],
  );
  assert.equal(came, 1);
});

test('an unreachable API is 503, a silent one 504, both in the usual error shape', async () => {
  const url = await gateway([await nobody()], [await nobody()]);
  const nowhere = await fetch(`${url}/v1/x`);
  assert.equal(nowhere.status, 503);
  assert.equal((await json(nowhere)).error.code, 'service_unavailable');

  const silent = await api(() => {});
  // The time limit is this setting plus 15 s; undici checks its time limits every half second.
  const impatient = await gateway([silent.url], [silent.url], { syncTimeoutMs: -14_900 });
  const late = await fetch(`${impatient}/v1/x`, { method: 'POST' });
  assert.equal(late.status, 504);
  assert.equal((await json(late)).error.code, 'timeout');
});

test('health, readiness and metrics are its own', async () => {
  const up = await api(named('up'));
  const ready = await gateway([up.url, await nobody()], [up.url]);
  assert.deepEqual(await (await fetch(`${ready}/healthz`)).json(), { status: 'ok' });
  assert.deepEqual(await (await fetch(`${ready}/readyz`)).json(), {
    status: 'ready',
    checks: { 'command-api': 'ok', 'query-api': 'ok' },
  });
  assert.match(await (await fetch(`${ready}/metrics`)).text(), /http_request_duration_seconds/);

  const through = { 'x-forwarded-for': '192.0.2.7' };
  const scrape = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/metrics`, { headers: { ...through, ...headers } });
  assert.equal((await scrape(ready)).status, 401, 'it came through a proxy before the gateway');
  const withToken = await gateway([up.url], [up.url], { metricsToken: 'a-token-of-the-scraper' });
  assert.equal((await scrape(withToken, { authorization: 'Bearer a-token-of-the-scraper' })).status, 200);
  assert.equal((await scrape(withToken, { authorization: 'Bearer another-token' })).status, 401);

  const half = await gateway([await nobody()], [up.url]);
  const answer = await fetch(`${half}/readyz`);
  assert.equal(answer.status, 503);
  assert.deepEqual((await json(answer)).checks, { 'command-api': 'unavailable', 'query-api': 'ok' });
});

test('a stream is passed on as it arrives, and ends when its client disconnects', async () => {
  const ended = Promise.withResolvers<void>();
  const command = await api((request, response) => {
    request.resume();
    response.once('close', () => ended.resolve());
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: completion\ndata: {}\n\n');
  });
  const url = await gateway([command.url], [command.url]);
  const leaving = new AbortController();
  const { body, headers } = await fetch(`${url}/v1/chat/completions`, { method: 'POST', signal: leaving.signal });
  assert.equal(headers.get('content-type'), 'text/event-stream');
  const { value } = await body!.getReader().read();
  assert.match(Buffer.from(value!).toString(), /^event: completion/);
  leaving.abort();
  await ended.promise;
});
