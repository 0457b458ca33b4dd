/** Clients that send or read slowly, or not at all, on real sockets. */
import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createBodyBudget } from '#http/body-budget.ts';
import type { ConnectionLimits } from '#http/connections.ts';
import { listen } from '#http/listen.ts';
import { eventually } from '#test/support/eventually.ts';
import { createTestApi, KEY, type TestApi, type TestApiOptions } from '#test/support/http-api.ts';

const HEAD = `Host: x\r\nAuthorization: Bearer ${KEY}\r\n`;
const GET = `GET /v1/reviews HTTP/1.1\r\n${HEAD}\r\n`;
const POST = `POST /v1/verifications HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\n`;

interface Client {
  socket: Socket;
  received(): string;
  /** Resolves when the server has ended the connection. */
  closed: Promise<unknown>;
}

interface OpenApi extends TestApi {
  /** A client at `address` that never closes its own half by itself. */
  client(bytes?: string, address?: string): Promise<Client>;
  open(): Promise<number>;
  cutOffs(): Promise<Record<string, number>>;
}

async function openApi(
  context: Pick<TestContext, 'after'>,
  connections: Partial<ConnectionLimits> = {},
  options: TestApiOptions = {},
): Promise<OpenApi> {
  const api = createTestApi({ ...options, connections: { checkEveryMs: 20, ...connections } });
  const { app } = api;
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const sockets: Socket[] = [];
  context.after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  return {
    ...api,
    async client(bytes = '', address = '127.0.0.1') {
      const socket = connect({ port: Number(port), host: hostname, localAddress: address, allowHalfOpen: true });
      sockets.push(socket);
      let received = '';
      socket.on('data', (chunk) => (received += chunk));
      socket.on('error', () => {});
      const closed = new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
      await once(socket, 'connect');
      socket.write(bytes);
      return { socket, received: () => received, closed };
    },
    open: () =>
      new Promise((resolve, reject) => {
        app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      }),
    async cutOffs() {
      const text = await api.metrics.metrics();
      const found = text.matchAll(/^http_connections_cut_off_total\{reason="(\w+)"\} (\d+)$/gm);
      const counts = [...found].map(([, reason, count]) => [reason, Number(count)] as const);
      return Object.fromEntries(counts.filter(([, count]) => count > 0));
    },
  };
}

/** Writes a little now and then while the socket accepts it. */
function drip(context: Pick<TestContext, 'after'>, socket: Socket, bytes: string): void {
  const timer = setInterval(() => socket.writable && socket.write(bytes), 20);
  context.after(() => clearInterval(timer));
}

test('a refused client that stays connected is not waited for', async (context) => {
  const api = await openApi(context, {}, { requestTimeoutMs: 200 });
  const clients = [
    await api.client('GET /v1/reviews HTTP/1.1\r\nX-'),
    await api.client('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'),
    await api.client('nonsense\r\n\r\n'),
    await api.client(`${POST}Content-Length: 500\r\n\r\n{`),
  ];
  for (const { socket } of clients) drip(context, socket, 'a');
  await eventually('the end of all connections', async () => (await api.open()) === 0);
  assert.deepEqual(
    clients.map(({ received }) => /^HTTP\/1.1 (\d+)/.exec(received())?.[1]),
    ['408', '405', '400', '408'],
  );
});

test('a body that arrives too slowly is refused and releases its bytes', async (context) => {
  const bodies = createBodyBudget({ processBytes: 256 * 1024 });
  const api = await openApi(context, { bodyGraceMs: 200, bodyBytesPerSecond: 1_000_000 }, { bodies });
  const size = 64 * 1024;
  const slow = await api.client(`${POST}Content-Length: ${size * 2}\r\n\r\n${' '.repeat(size)}`);
  drip(context, slow.socket, ' ');
  await slow.closed;
  assert.match(slow.received(), /^HTTP\/1.1 408 .*"code":"request_timeout"/s);
  assert.deepEqual(await api.cutOffs(), { slow: 1 });
  const whole = `{"content":"x"}${' '.repeat(size)}`;
  const post = { method: 'POST', url: '/v1/verifications', headers: { 'content-type': 'application/json' } } as const;
  await eventually('room', async () => (await api.request({ ...post, payload: whole })).statusCode === 201);
});

test('beyond the limit a new connection replaces the one that waited longest', async (context) => {
  const api = await openApi(context, { maxConnections: 3 });
  const idle = await api.client(GET);
  await eventually('the answer', () => idle.received().includes('200 OK'));
  const [first, second] = [await api.client('GET /'), await api.client('GET /')];
  const third = await api.client(GET);
  await first.closed;
  await eventually('the answer', () => third.received().includes('200 OK'));
  assert.deepEqual(await api.cutOffs(), { evicted: 1 });
  // Connections that never sent a request go first, then the idle ones.
  await api.client('GET /');
  await second.closed;
  assert.equal(idle.socket.readableEnded || third.socket.readableEnded, false);
});

test('if all connections have requests in progress, a new one is dropped', async (context) => {
  const gate = Promise.withResolvers<void>();
  const handler = () => gate.promise.then(() => ({ body: {} as never }));
  const api = await openApi(context, { maxConnections: 2 }, { handler });
  const working = [await api.client(GET), await api.client(GET)];
  await eventually('the handlers', () => api.calls.length === 2);
  const late = await api.client(GET);
  await late.closed;
  assert.equal(late.received(), '');
  assert.deepEqual(await api.cutOffs(), { full: 1 });
  gate.resolve();
  for (const { received } of working) await eventually('the answer', () => received().includes('200 OK'));
});

test('an address that crowds others out loses a connection that is still sending', async (context) => {
  const api = await openApi(context, { maxConnections: 3, crowd: 2 });
  const body = `${POST}Content-Length: 9\r\n\r\n`;
  let requests = 0;
  api.app.server.on('request', () => requests++);
  const crowd = [await api.client(body), await api.client(body), await api.client(body)];
  await eventually('the requests', () => requests === 3);
  const own = await api.client(GET);
  await own.closed;
  assert.deepEqual(await api.cutOffs(), { full: 1 });
  const other = await api.client(GET, '127.0.0.2');
  await crowd[0]!.closed;
  await eventually('the answer', () => other.received().includes('200 OK'));
  assert.deepEqual(await api.cutOffs(), { full: 1, evicted: 1 });
});

test('a client that reads nothing of its response is cut off', async (context) => {
  const handler = async () => ({ body: { text: 'x'.repeat(30_000_000) } as never });
  const api = await openApi(context, { stalledMs: 100 }, { handler });
  const stalled = await api.client();
  stalled.socket.pause();
  stalled.socket.write(GET);
  await eventually('the end', async () => (await api.open()) === 0);
  assert.deepEqual(await api.cutOffs(), { stalled: 1 });
});

test('a handler may take longer than a client may stall', async (context) => {
  const gate = Promise.withResolvers<void>();
  const handler = () => gate.promise.then(() => ({ body: {} as never }));
  const api = await openApi(context, { stalledMs: 200 }, { handler });
  const waiting = await api.client(GET);
  const timedOut = once(api.app.server, 'timeout');
  await timedOut;
  gate.resolve();
  await eventually('the answer', () => waiting.received().includes('200 OK'));
});

test('line breaks do not keep an idle connection open', async (context) => {
  const api = await openApi(context, { idleMs: 200 });
  const { socket, received, closed } = await api.client(GET);
  await eventually('the answer', () => received().includes('200 OK'));
  drip(context, socket, '\r\n');
  await closed;
  assert.deepEqual(await api.cutOffs(), { idle: 1 });
});

test('a client that pipelines too many requests is cut off before they are handled', async (context) => {
  const gate = Promise.withResolvers<void>();
  context.after(() => gate.resolve());
  const handler = () => gate.promise.then(() => ({ body: {} as never }));
  const api = await openApi(context, { maxPipelined: 4 }, { handler });
  const { closed } = await api.client(GET.repeat(50));
  await closed;
  await new Promise(setImmediate);
  assert.ok(api.calls.length <= 4, `${api.calls.length}`);
});

test('pipelined requests are dispatched one at a time, in order', async (context) => {
  const gates = [0, 1, 2].map(() => Promise.withResolvers<void>());
  let begun = 0;
  const handler = async () => {
    const order = begun++;
    await gates[order]!.promise;
    return { body: { order } as never };
  };
  const api = await openApi(context, {}, { handler });
  const { received } = await api.client(GET.repeat(3));
  for (const [order, gate] of gates.entries()) {
    await eventually(`handler ${order}`, () => begun === order + 1);
    // By the time that a later request of another connection is answered, a further one could have begun.
    const other = await api.client('GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await other.closed;
    assert.equal(begun, order + 1);
    gate.resolve();
    await eventually('its answer', () => received().includes(`{"order":${order}}`));
  }
});

test('an error in a pipelined request is not sent as the response to an earlier one', async (context) => {
  const slowBody = `${POST}Content-Length: 500\r\n\r\n{`;
  for (const [ahead, status, options] of [
    [slowBody, '408', {}],
    [slowBody, '408', { requestTimeoutMs: 100 }],
    ['GET /v1/reviews HTTP/1.1\r\nX-', '408', { requestTimeoutMs: 100 }],
    ['nonsense\r\n\r\n', '400', {}],
  ] as const) {
    const gate = Promise.withResolvers<void>();
    const handler = () => gate.promise.then(() => ({ body: {} as never }));
    const api = await openApi(context, { bodyGraceMs: 100 }, { ...options, handler });
    const { received, closed } = await api.client(GET + GET + ahead);
    await eventually('the handler', () => api.calls.length === 1);
    // The same without requests before it, on a connection that was opened later, has been refused by then.
    const alone = await api.client(ahead);
    await alone.closed;
    assert.match(alone.received(), new RegExp(`^HTTP/1.1 ${status}`));
    assert.equal(received(), '', `${ahead} was refused in the first one's place`);
    gate.resolve();
    await closed;
    const statuses = [...received().matchAll(/HTTP\/1.1 (\d+)/g)].map(([, code]) => code);
    assert.deepEqual(statuses, ['200', '200', status], ahead);
  }
});

test('localhost is one address, so that no server without limits is opened', async (context) => {
  // As on a machine with both addresses.
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const original = dns.lookup;
  context.mock.method(dns, 'lookup', ((name: string, options: { all?: boolean }, found: () => void) => {
    if (name === 'localhost' && options.all) process.nextTick(found, null, addresses);
    else original(name, options as never, found as never);
  }) as never);
  const { app } = createTestApi();
  context.after(() => app.close());
  await listen(app, { host: 'localhost', port: 0 });
  assert.equal(app.addresses().length, 1);
});

test('closing waits for work, but not for incomplete requests or stalled readers', async (context) => {
  const gate = Promise.withResolvers<void>();
  const handler = () => gate.promise.then(() => ({ body: { text: 'x'.repeat(30_000_000) } as never }));
  const api = await openApi(context, { arriveWithinMs: 50, stalledWhileClosingMs: 500 }, { handler });
  const stranded = [
    await api.client(),
    await api.client('GET /v1/reviews HTTP/1.1\r\nX-'),
    await api.client(`${POST}Content-Length: 500\r\n\r\n{`),
    await api.client('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'),
  ];
  for (const { socket } of stranded.slice(1)) drip(context, socket, 'a');
  const [reads, stalls] = [await api.client(GET), await api.client(GET)];
  stalls.socket.pause();
  await eventually('the handlers', () => api.calls.length === 2);
  const closed = api.app.close();
  await Promise.all(stranded.map((client) => client.closed));
  gate.resolve();
  await closed;
  await reads.closed;
  assert.match(reads.received(), /^HTTP\/1.1 200 OK/);
  assert.ok(reads.received().length > 30_000_000);
});
