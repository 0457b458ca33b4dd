/** Which refusal comes first, and what counts against which limit. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { toNextMinute } from '#test/support/service/next-minute.ts';
import { type Answer, openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
  // No hour ends in the middle of a test.
  service.advance(3_600_000 - (service.now() % 3_600_000));
});
after(() => service.close());

const TEXT = { content: 'Iron is a metal.' };
const code = (answer: Answer) => answer.body.error.code as string;
const limits = ({ headers }: Answer) => ({
  limit: headers['ratelimit-limit'],
  remaining: headers['ratelimit-remaining'],
});

test('each check hides the later ones', async () => {
  const viewer = (await service.issue({ role: 'viewer', allowed_ips: ['192.0.2.1'], scopes: [] })).secret;
  const path = '/organizations/org_none/source-sets/srs_none/resources';
  const send = (options: object) => service.call('POST', path, { body: 'not json', ...options });
  assert.equal(code(await send({ key: null })), 'missing_credentials');
  assert.equal(code(await send({ key: viewer })), 'ip_not_allowed');
  assert.equal(
    code(await send({ key: (await service.issue({ role: 'viewer', scopes: [] })).secret })),
    'insufficient_scope',
  );
  const reader = (await service.issue({ role: 'viewer' })).secret;
  assert.equal(code(await send({ key: reader })), 'role_forbidden');
  assert.equal(code(await send({ headers: { 'content-type': 'text/plain' } })), 'unsupported_media_type');
  assert.equal(code(await send({ body: `"${'x'.repeat(2 ** 21)}"` })), 'payload_too_large');
  const malformed = await send({});
  assert.equal(malformed.status, 422);
  assert.equal(malformed.body.detail[0].type, 'json_invalid');
  const invalid = await send({ body: { url: 'https://example.com/', label: 'x' } });
  assert.deepEqual(invalid.body.detail[0].loc, ['body', 'label']);
  assert.equal(code(await send({ body: { url: 'https://203.0.114.1/', label: 'page' } })), 'not_found');
});

test('a bad body is 422 and not 404; a good one is 404', async () => {
  for (const [method, path, body] of [
    ['POST', '/verifications/ver_none/reviews', { claim_id: 'clm_1', action: 'accept', explanation: 'as is' }],
    ['POST', '/organizations/org_none/policies', { name: 'none', version: '1', base_profile: 'general_web' }],
    ['PATCH', '/organizations/org_none/settings', { retention_hours: 3 }],
    ['POST', '/verifications', { ...TEXT, source_set_id: 'srs_none' }],
  ] as const) {
    assert.equal((await service.call(method, path, { body: { ...body, extra: 1 } })).status, 422, path);
    assert.equal((await service.call(method, path, { body })).status, 404, path);
  }
});

test('a bad Idempotency-Key is reported together with errors of the body', async () => {
  const { body } = await service.call('POST', '/verifications', { body: {}, headers: { 'idempotency-key': 'a b' } });
  assert.deepEqual(
    body.detail.map(({ loc }: { loc: string[] }) => loc),
    [
      ['header', 'Idempotency-Key'],
      ['body', 'content'],
    ],
  );
});

test('metered operations report the hourly quota, which only admitted requests use up', async () => {
  const key = (await service.issue({ quota_per_hour: 5 })).secret;
  const verify = (body: object, headers = {}) => service.call('POST', '/verifications', { key, body, headers });
  assert.deepEqual(limits(await verify({})), { limit: '5', remaining: '5' });
  assert.deepEqual(limits(await verify({ ...TEXT, profile: 'none' })), { limit: '5', remaining: '5' });
  assert.deepEqual(limits(await verify({ ...TEXT, source_set_id: 'none' })), { limit: '5', remaining: '5' });
  const idempotent = { 'idempotency-key': 'k' };
  assert.deepEqual(limits(await verify(TEXT, idempotent)), { limit: '5', remaining: '4' });
  assert.deepEqual(limits(await verify(TEXT, idempotent)), { limit: '5', remaining: '4' });
  assert.deepEqual(limits(await service.call('POST', '/claims/verify', { key, body: { claim: 'Iron is a metal.' } })), {
    limit: '5',
    remaining: '3',
  });
  const batch = (count: number) =>
    service.call('POST', '/batches', { key, body: { items: Array.from({ length: count }, () => TEXT) } });
  const refused = await batch(4);
  assert.equal(code(refused), 'rate_limit_exceeded');
  assert.deepEqual(limits(refused), { limit: '5', remaining: '3' });
  assert.deepEqual(limits(await batch(3)), { limit: '5', remaining: '0' });
  const over = await verify(TEXT);
  assert.equal(over.status, 429);
  assert.ok(Number(over.headers['retry-after']) >= Number(over.headers['ratelimit-reset']));
  // Other operations have a limit of their own.
  const read = await service.call('GET', '/reviews', { key });
  assert.equal(read.status, 200);
  assert.equal(limits(read).limit, '60');
});

test('only a reset within a minute is worth waiting for', async () => {
  const key = (await service.issue({ quota_per_hour: 1 })).secret;
  const untilHour = () => 3_600_000 - (service.now() % 3_600_000);
  service.advance(untilHour() + 1_000);
  await succeeded(service.call('POST', '/verifications', { key, body: TEXT }));
  const early = await service.call('POST', '/verifications', { key, body: TEXT });
  assert.equal(early.headers['x-should-retry'], 'false');
  service.advance(untilHour() - 30_000);
  const late = await service.call('POST', '/verifications', { key, body: TEXT });
  assert.equal(late.status, 429);
  assert.equal(late.headers['x-should-retry'], undefined);
  assert.ok(Number(late.headers['retry-after']) <= 30);
  service.advance(untilHour());
  assert.equal((await service.call('POST', '/verifications', { key, body: TEXT })).status, 201);
});

test('a key may make sixty unmetered requests a minute', async () => {
  toNextMinute(service);
  const key = (await service.issue({})).secret;
  for (let n = 1; n <= 60; n++) {
    const answer = await service.call('GET', n % 2 ? '/engine' : '/reviews?status_filter=nonsense', { key });
    assert.deepEqual([answer.status, answer.headers['ratelimit-remaining']], [n % 2 ? 200 : 422, String(60 - n)]);
  }
  const over = await service.call('GET', '/engine', { key });
  assert.equal(code(over), 'rate_limit_exceeded');
  assert.deepEqual(limits(over), { limit: '60', remaining: '0' });
  assert.equal(over.headers['x-should-retry'], undefined);
  assert.equal((await service.call('POST', '/verifications', { key, body: TEXT })).status, 201);
  service.advance(60_000);
  assert.equal((await service.call('GET', '/engine', { key })).status, 200);
});

test('the cost limit spans all keys of an organization; batches are all or nothing', async () => {
  const tenant = await service.newTenant();
  const { organization_id, key } = tenant;
  const other = (await service.issue({ ...tenant })).secret;
  const body = { retention_hours: 1, monthly_cost_limit_cents: 100 };
  await succeeded(service.call('PATCH', `/organizations/${organization_id}/settings`, { key, body }));
  // 2 cents per started 10,000 bytes.
  const text = { content: `${'a'.repeat(99_999)}.` };
  for (const secret of [key, other, key, other]) {
    assert.equal((await service.call('POST', '/verifications', { key: secret, body: text })).status, 201);
  }
  const items = [text, TEXT];
  const refused = await service.call('POST', '/batches', { key: other, body: { items } });
  assert.equal(code(refused), 'monthly_cost_limit_exceeded');
  assert.equal(refused.headers['x-should-retry'], 'false');
  assert.ok(Number(refused.headers['retry-after']) > 60);
  assert.equal((await service.call('POST', '/verifications', { key, body: text })).status, 201);
  assert.equal(code(await service.call('POST', '/verifications', { key, body: TEXT })), 'monthly_cost_limit_exceeded');
});

test("a verification can't be read before it has ended", async () => {
  const release = service.engine.hold();
  const { atWork } = await service.watchNext();
  const answer = service.call('POST', '/verifications', { body: TEXT });
  const id = await atWork;
  assert.equal(code(await service.call('GET', `/verifications/${id}`)), 'not_found');
  release();
  assert.equal((await answer).body.result.id, id);
  assert.equal((await service.call('GET', `/verifications/${id}`)).status, 200);
});

test('a batch beyond 32 MiB is 413, one below is read', async () => {
  const padded = (bytes: number) => `{"items":[]${' '.repeat(bytes - '{"items":[]}'.length)}}`;
  const send = (bytes: number) => service.call('POST', '/batches', { body: padded(bytes) });
  assert.equal((await send(32 * 2 ** 20)).body.detail[0].type, 'too_short');
  assert.equal(code(await send(32 * 2 ** 20 + 1)), 'payload_too_large');
});
