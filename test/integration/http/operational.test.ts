import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { OPERATIONS } from '#contracts/http/operations/all.ts';
import { VerifyRequest } from '#contracts/http/verification.ts';
import { registerOperational } from '#http/operational.ts';
import { createServer } from '#http/server.ts';
import { createTestApi, KEY, METRICS_TOKEN } from '#test/support/http-api.ts';

const READY = { ready: true, checks: {} };

test('/healthz and /readyz are open', async () => {
  const { app } = createTestApi();
  assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200);
  const ready = await app.inject({ url: '/readyz' });
  assert.equal(ready.statusCode, 200);
  assert.deepEqual(ready.json(), { status: 'ready', checks: { events: 'ok' } });
  const unready = await createTestApi({ ready: false }).app.inject({ url: '/readyz' });
  assert.equal(unready.statusCode, 503);
  assert.deepEqual(unready.json(), { status: 'not_ready', checks: { events: 'down' } });
});

const LOCAL = ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'];
const STRANGERS = ['192.0.2.7', '10.0.0.7', '2001:db8::7', '::ffff:192.0.2.7', '0.0.0.0'];

test('/metrics answers direct callers on this machine, and others with the token only', async () => {
  const { app } = createTestApi();
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/metrics', remoteAddress, headers });
  for (const address of LOCAL) assert.equal((await ask(address)).statusCode, 200, address);
  for (const address of STRANGERS) {
    const refused = await ask(address);
    assert.deepEqual([refused.statusCode, refused.json().error.code], [401, 'missing_credentials'], address);
    assert.equal(refused.headers['www-authenticate'], 'Bearer');
    assert.equal((await ask(address, { authorization: `Bearer ${METRICS_TOKEN}` })).statusCode, 200, address);
    const wrong = await ask(address, { authorization: `Bearer ${METRICS_TOKEN}x` });
    assert.deepEqual([wrong.statusCode, wrong.json().error.code], [401, 'invalid_credentials'], address);
    const key = await ask(address, { authorization: `Bearer ${KEY}` });
    assert.equal(key.statusCode, 401, 'an API key is no token');
  }
  const head = await app.inject({ method: 'HEAD', url: '/metrics', remoteAddress: '192.0.2.7' });
  assert.equal(head.statusCode, 401);
});

test('/metrics refuses who comes through a proxy on this machine', async () => {
  const { app } = createTestApi();
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto']) {
    const headers = { [header]: '127.0.0.1' };
    assert.equal((await app.inject({ url: '/metrics', headers })).statusCode, 401, header);
    const authorization = `Bearer ${METRICS_TOKEN}`;
    assert.equal((await app.inject({ url: '/metrics', headers: { ...headers, authorization } })).statusCode, 200);
  }
});

test('a trusted proxy does not make a stranger local for /metrics', async () => {
  const app = createServer({ trustedProxies: ['192.0.2.7'] });
  registerOperational(app, { metrics: new Registry(), metricsToken: null, readiness: async () => READY });
  const headers = { 'x-forwarded-for': '127.0.0.1' };
  const through = await app.inject({ url: '/metrics', remoteAddress: '192.0.2.7', headers });
  assert.equal(through.statusCode, 401);
  const anything = { authorization: 'Bearer null' };
  const guessed = await app.inject({ url: '/metrics', remoteAddress: '192.0.2.7', headers: anything });
  assert.equal(guessed.statusCode, 401, 'without a token, none is right');
});

test('/metrics counts by route template and status', async () => {
  const { app, request } = createTestApi();
  await request({ url: '/v1/verifications/ver_1' });
  await request({ url: '/v1/verifications/ver_2' });
  await app.inject({ url: '/v1/verifications/ver_3' });
  await app.inject({ url: '/nowhere/at/all' });
  const { body, headers } = await app.inject({ url: '/metrics' });
  assert.match(String(headers['content-type']), /^text\/plain/);
  const count = (labels: string) =>
    new RegExp(`^http_request_duration_seconds_count\\{${labels}\\} (\\d+)$`, 'm').exec(body)?.[1];
  assert.equal(count('method="GET",route="/v1/verifications/:verification_id",status="200"'), '2');
  assert.equal(count('method="GET",route="/v1/verifications/:verification_id",status="401"'), '1');
  assert.equal(count('method="GET",route="unmatched",status="404"'), '1');
  assert.ok(!body.includes('ver_1'));
});

test('/v1/openapi.json lists exactly the operations, with schemas that resolve', async () => {
  const { app } = createTestApi();
  const document = (await app.inject({ url: '/v1/openapi.json' })).json();
  assert.equal(document.openapi, '3.1.0');
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(listed.sort(), OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
  const references = new Set(JSON.stringify(document).match(/#\/components\/schemas\/\w+/g));
  for (const reference of references) {
    assert.ok(document.components.schemas[reference.slice('#/components/schemas/'.length)], reference);
  }
  assert.ok(!JSON.stringify(document).includes('$defs'));
  const { properties, required, additionalProperties } = document.components.schemas.VerifyRequest;
  assert.deepEqual(Object.keys(properties), Object.keys(VerifyRequest.shape));
  assert.deepEqual(required, ['content']);
  assert.equal(additionalProperties, false);
  assert.deepEqual(properties.retention_hours, { type: 'integer', minimum: 0, maximum: 720, default: 24 });
  assert.deepEqual(properties.content, { type: 'string', minLength: 1, maxLength: 100_000 });
});

test('request bodies are described as closed, the form with a file too', async () => {
  const { app } = createTestApi();
  const { paths, components } = (await app.inject({ url: '/v1/openapi.json' })).json();
  const operations = Object.values<object>(paths).flatMap((methods) => Object.values(methods));
  const bodies = operations.flatMap(({ requestBody }) =>
    Object.values<{ schema: { $ref: string } }>(requestBody?.content ?? {}),
  );
  assert.equal(bodies.length, OPERATIONS.filter(({ body, upload }) => body ?? upload).length);
  for (const { schema } of bodies) {
    const name = schema.$ref.slice('#/components/schemas/'.length);
    assert.equal(components.schemas[name].additionalProperties, false, name);
  }
});

test('operation ids are unique, and so are method and path', () => {
  assert.equal(new Set(OPERATIONS.map(({ operationId }) => operationId)).size, OPERATIONS.length);
  assert.equal(new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size, OPERATIONS.length);
});

test('closing lets requests in progress finish, refuses new ones, and ends', { timeout: 20_000 }, async (context) => {
  const entered = Promise.withResolvers<void>();
  const draining = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { app } = createTestApi({
    handler: async () => {
      entered.resolve();
      await gate.promise;
      return {};
    },
  });
  context.after(() => gate.resolve());
  app.addHook('preClose', async () => draining.resolve());
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  // Half a request, so that the connection is not idle when the server closes.
  const late = connect(Number(address.port), address.hostname);
  late.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
  const under_way = fetch(new URL('/v1/reviews', address), { headers: { authorization: `Bearer ${KEY}` } });
  await entered.promise;
  const closed = app.close();
  await draining.promise;
  late.write('\r\n');
  const refused = (await Array.fromAsync(late)).join('');
  assert.match(refused, /^HTTP\/1\.1 503 /);
  assert.match(refused, /service_unavailable/);
  assert.match(refused, /\r\nconnection: close\r\n/i);
  gate.resolve();
  const answer = await under_way;
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('connection'), 'close');
  await closed;
});

test('a client that still sends a body while the server closes gets its 503', async (context) => {
  const gate = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const handler = async () => {
    entered.resolve();
    await gate.promise;
    return {};
  };
  const { app } = createTestApi({ handler, connections: { arriveWithinMs: 10_000 } });
  context.after(() => gate.resolve());
  const draining = Promise.withResolvers<void>();
  app.addHook('preClose', async () => draining.resolve());
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const late = connect(Number(address.port), address.hostname);
  context.after(() => late.destroy());
  late.write('POST /v1/verifications HTTP/1.1\r\nHost: x\r\n');
  const headers = { authorization: `Bearer ${KEY}` };
  const underWay = fetch(new URL('/v1/reviews', address), { headers });
  await entered.promise;
  const closed = app.close();
  await draining.promise;
  const PIECE = 64 * 1024;
  late.write(`Authorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${10 * PIECE}\r\n\r\n`);
  const [refused] = await once(late, 'data');
  assert.match(String(refused), /^HTTP\/1\.1 503 /);
  const ended: string[] = [];
  for (const event of ['end', 'error', 'close']) late.on(event, () => ended.push(event));
  for (let piece = 0; piece < 10; piece++) {
    late.write(Buffer.alloc(PIECE));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.deepEqual(ended, []);
  late.destroy();
  gate.resolve();
  assert.equal((await underWay).status, 200);
  await closed;
});

test('concurrent /readyz calls check the dependencies once; later ones check again', async () => {
  let asked = 0;
  const app = createServer();
  const metrics = new Registry();
  registerOperational(app, {
    metrics,
    metricsToken: null,
    readiness: async () => {
      asked++;
      return { ready: asked < 2, checks: {} };
    },
  });
  const crowd = await Promise.all(Array.from({ length: 200 }, () => app.inject({ url: '/readyz' })));
  assert.ok(asked < 20, `${asked}`);
  const before = asked;
  assert.ok(crowd.some(({ statusCode }) => statusCode === 200));
  assert.equal((await app.inject({ url: '/readyz' })).statusCode, 503);
  assert.equal(asked, before + 1);
});
