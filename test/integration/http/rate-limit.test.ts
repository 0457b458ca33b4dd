import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateApiKey } from '#contracts/api-key-format.ts';
import { createTestApi, fixedWindowCounters, owner } from '#test/support/http-api.ts';

test('60 unmetered requests per minute and key, counted down in the headers, in delta seconds', async () => {
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

test('refused requests count as well: a failed validation and an absent thing', async () => {
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

test('an answer is not lost because the quota can’t be told', async () => {
  const counters = { ...fixedWindowCounters(), quota: () => Promise.reject(new Error('the store is away')) };
  const { statusCode, headers } = await createTestApi({ counters }).request(VERIFY);
  assert.equal(statusCode, 201);
  assert.equal(headers['ratelimit-limit'], undefined);
});

test('the quota is not looked at where the call was admitted, nor where a store has failed', async () => {
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
