import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { generateApiKey } from '#common/api-key-format.ts';
import { ApiError } from '#contracts/errors.ts';
import { ClientGoneError } from '#http/client.ts';
import { eventually } from '#test/support/eventually.ts';
import { createTestApi, fixedWindowCounters, KEY, NOW, owner } from '#test/support/http-api.ts';

test('60 unmetered requests per minute and key, counted down in the headers', async () => {
  const other = generateApiKey('development');
  const { request } = createTestApi({ others: { [other]: { ...owner, key_id: 'key_2' } } });
  for (let n = 1; n <= 60; n++) {
    const response = await request({ url: '/v1/reviews' });
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['ratelimit-limit'], '60');
    assert.equal(response.headers['ratelimit-remaining'], String(60 - n));
    assert.equal(response.headers['ratelimit-reset'], '30');
  }
  const refused = await request({ url: '/v1/reviews' });
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json().error.code, 'rate_limit_exceeded');
  assert.equal(refused.headers['retry-after'], '30');
  assert.equal(refused.headers['ratelimit-remaining'], '0');
  const elsewhere = await request({ url: '/v1/reviews', headers: { authorization: `Bearer ${other}` } });
  assert.equal(elsewhere.statusCode, 200);
});

test('refused requests count as well: failed validation and not found', async () => {
  const { request } = createTestApi();
  assert.equal((await request({ url: '/v1/reviews?status_filter=x' })).headers['ratelimit-remaining'], '59');
  const foreign = await request({
    method: 'POST',
    url: '/v1/organizations/org_2/policies',
    payload: { name: 'ours', version: '1', base_profile: 'general_web' },
  });
  assert.equal(foreign.statusCode, 404);
  assert.equal(foreign.headers['ratelimit-remaining'], '58');
});

test('metered operations report the hourly quota, and don’t count by the minute', async () => {
  const { request } = createTestApi();
  for (const payload of [{ content: 'x' }, { content: '' }]) {
    const { headers } = await request({ method: 'POST', url: '/v1/verifications', payload });
    assert.equal(headers['ratelimit-limit'], '100');
    assert.equal(headers['ratelimit-remaining'], '100');
    assert.equal(headers['ratelimit-reset'], String(59 * 60 + 30));
  }
  assert.equal((await request({ url: '/v1/reviews' })).headers['ratelimit-remaining'], '59');
});

const VERIFY = { method: 'POST', url: '/v1/verifications', payload: { content: 'x' } } as const;

test('a response is not lost because the quota can’t be read', async () => {
  const counters = { ...fixedWindowCounters(), quota: () => Promise.reject(new Error('the store is away')) };
  const { statusCode, headers } = await createTestApi({ counters }).request(VERIFY);
  assert.equal(statusCode, 201);
  assert.equal(headers['ratelimit-limit'], undefined);
});

test('the quota is not read for admitted calls, nor after a store has failed', async () => {
  let looks = 0;
  const quota = () => {
    looks++;
    return Promise.reject(new Error('the store is away'));
  };
  const counters = { ...fixedWindowCounters(), quota };
  const admitted = createTestApi({
    counters,
    handler: async () => ({ body: {} as never, headers: { 'ratelimit-limit': '100' } }),
  });
  assert.equal((await admitted.request(VERIFY)).headers['ratelimit-limit'], '100');
  const failing = createTestApi({ counters, handler: () => Promise.reject(new Error('the store is away')) });
  assert.equal((await failing.request(VERIFY)).statusCode, 500);
  assert.equal(looks, 0);
});

/** A metered call that is refused for its body. */
const INVALID = { method: 'POST', url: '/v1/verifications', payload: { content: '' } } as const;

test('after 60 refused metered calls a minute, bodies are no longer read', async () => {
  const other = generateApiKey('development');
  const clock = { time: NOW, now: () => clock.time };
  const { request, calls } = createTestApi({ clock, others: { [other]: { ...owner, key_id: 'key_2' } } });
  for (let n = 0; n < 60; n++) assert.equal((await request(INVALID)).statusCode, 422);
  const refused = await request(VERIFY);
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json().error.code, 'rate_limit_exceeded');
  assert.equal(refused.headers['retry-after'], '30');
  assert.equal(refused.headers['ratelimit-limit'], '60');
  assert.equal(refused.headers['ratelimit-remaining'], '0');
  const unread = {
    method: 'POST',
    url: '/v1/batches',
    payload: 'x',
    headers: { 'content-type': 'text/plain' },
  } as const;
  assert.equal((await request(unread)).statusCode, 429);
  assert.equal(calls.length, 0);

  assert.equal((await request({ url: '/v1/reviews' })).statusCode, 200, 'unmetered operations have their own limit');
  const elsewhere = await request({ ...VERIFY, headers: { authorization: `Bearer ${other}` } });
  assert.equal(elsewhere.statusCode, 201);
  clock.time += 30_000;
  assert.equal((await request(VERIFY)).statusCode, 201);
});

test('only metered calls that are refused for their input count', async () => {
  const hits: string[] = [];
  const counters = {
    ...fixedWindowCounters(),
    hit: async (counter: string) => {
      hits.push(counter);
      return { allowed: true, limit: 60, remaining: 59, reset_seconds: 1 };
    },
  };
  let failure: Error | null = null;
  const handler = async () => {
    if (failure !== null) throw failure;
    return { body: {} as never };
  };
  const elsewhere = generateApiKey('development');
  const others = { [elsewhere]: { ...owner, allowed_ips: ['192.0.2.1'] } };
  const { request } = createTestApi({ counters, handler, others });
  const hitsOf = async (payload: string | object, headers: Record<string, string> = {}) => {
    const before = hits.length;
    const { statusCode } = await request({ ...VERIFY, payload, headers });
    return [statusCode, ...hits.slice(before)];
  };
  const json = { 'content-type': 'application/json' };
  assert.deepEqual(await hitsOf({ content: 'x' }), [201]);
  assert.deepEqual(await hitsOf({ content: '' }), [422, 'refused:key_1']);
  assert.deepEqual(await hitsOf('{', json), [422, 'refused:key_1']);
  assert.deepEqual(await hitsOf('x', { 'content-type': 'text/plain' }), [415, 'refused:key_1']);
  assert.deepEqual(await hitsOf(' '.repeat(3 * 1024 * 1024), json), [413, 'refused:key_1']);
  assert.deepEqual(await hitsOf({ content: 'x' }, { authorization: '' }), [401]);
  for (const [code, status, ...counted] of [
    ['not_found', 404, 'refused:key_1'],
    ['idempotency_key_conflict', 409, 'refused:key_1'],
    ['idempotency_in_progress', 409],
    ['rate_limit_exceeded', 429],
    ['insufficient_scope', 403],
    ['internal_error', 500],
  ] as const) {
    failure = new ApiError(code);
    assert.deepEqual(await hitsOf({ content: 'x' }), [status, ...counted]);
  }
  assert.deepEqual(await hitsOf({ content: '' }, { authorization: `Bearer ${elsewhere}` }), [403]);
  // A caller that has left, although it sent everything it had to.
  failure = new ClientGoneError();
  assert.deepEqual(await hitsOf({ content: 'x' }), [400]);
});

test('a refusal is not lost because it can’t be counted', async () => {
  const counters = { ...fixedWindowCounters(), hit: () => Promise.reject(new Error('the store is away')) };
  assert.equal((await createTestApi({ counters }).request(INVALID)).statusCode, 422);
});

test('a caller that leaves in the middle of a metered body counts once', async (context) => {
  const hits: string[] = [];
  const counted = fixedWindowCounters();
  const counters = {
    ...counted,
    hit: (...[counter, ...rest]: Parameters<typeof counted.hit>) => {
      hits.push(counter);
      return counted.hit(counter, ...rest);
    },
  };
  const { app } = createTestApi({ counters });
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  context.after(() => app.close());
  const leaves = once(app.server, 'request').then(([request]) => once(request, 'data'));
  const socket = connect(Number(address.port), address.hostname);
  socket.write(
    `POST /v1/verifications HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"content":',
  );
  await leaves;
  socket.destroy();
  await eventually('the count', () => hits.length > 0);
  await new Promise(setImmediate);
  assert.deepEqual(hits, ['refused:key_1']);
});
