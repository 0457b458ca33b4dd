import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateApiKey } from '#common/api-key-format.ts';
import { createTestApi, KEY, owner } from '#test/support/http-api.ts';

const POLICY = { name: 'ours', version: '1', base_profile: 'general_web' };
const policies = (organization: string) => `/v1/organizations/${organization}/policies`;

function code(response: { json(): { error: { code: string } } }): string {
  return response.json().error.code;
}

test('missing, malformed, unknown and revoked keys are 401 with code and challenge', async () => {
  const revoked = generateApiKey('production');
  const { app, calls } = createTestApi({ others: { [revoked]: { failure: 'key_revoked' } } });
  const cases: [string | undefined, string][] = [
    [undefined, 'missing_credentials'],
    ['', 'missing_credentials'],
    ['Basic abc', 'missing_credentials'],
    ['Bearer', 'missing_credentials'],
    ['Bearer  ', 'missing_credentials'],
    [`Bearer ${KEY} x`, 'missing_credentials'],
    ['Bearer nonsense', 'invalid_api_key'],
    [`Bearer ${KEY.slice(0, -1)}`, 'invalid_api_key'],
    [`Bearer ${generateApiKey('development')}`, 'invalid_api_key'],
    [`Bearer ${revoked}`, 'key_revoked'],
  ];
  for (const [authorization, expected] of cases) {
    const response = await app.inject({
      url: '/v1/reviews',
      headers: authorization === undefined ? {} : { authorization },
    });
    assert.equal(response.statusCode, 401, `${authorization}`);
    assert.equal(code(response), expected, `${authorization}`);
    assert.equal(response.json().error.type, 'authentication_error');
    assert.equal(response.headers['www-authenticate'], 'Bearer');
  }
  assert.deepEqual(calls, []);
  const good = await app.inject({ url: '/v1/reviews', headers: { authorization: `bearer   ${KEY}` } });
  assert.equal(good.statusCode, 200);
});

test('each check hides the ones after it', async () => {
  const huge = 'x'.repeat(3 * 1024 * 1024);
  const text = { 'content-type': 'text/plain' };
  const json = { 'content-type': 'application/json' };
  const outside = { ...owner, allowed_ips: ['192.0.2.0/24'] };

  // authentication before the address, and before anything about the body
  const anonymous = createTestApi({ principal: outside });
  assert.equal(
    code(await anonymous.app.inject({ method: 'POST', url: policies('org_1'), payload: huge, headers: text })),
    'missing_credentials',
  );
  // address before scope, scope before role
  const cases = [
    [{ ...outside, scopes: [], role: 'viewer' as const }, 'ip_not_allowed'],
    [{ ...owner, scopes: [], role: 'viewer' as const }, 'insufficient_scope'],
    [{ ...owner, role: 'viewer' as const }, 'role_forbidden'],
  ] as const;
  for (const [principal, expected] of cases) {
    const api = createTestApi({ principal });
    const response = await api.request({ method: 'POST', url: policies('org_2'), payload: huge, headers: text });
    assert.equal(response.statusCode, 403);
    assert.equal(code(response), expected);
    assert.equal(response.headers['ratelimit-limit'], undefined, 'a forbidden request is not counted');
  }
  // the limit before the body
  const busy = createTestApi();
  for (let n = 0; n < 60; n++) await busy.request({ url: '/v1/reviews' });
  assert.equal(
    code(await busy.request({ method: 'POST', url: policies('org_2'), payload: '{', headers: json })),
    'rate_limit_exceeded',
  );
  // the size before the media type is the transport's affair; both before validation, validation before tenancy
  const { request, calls } = createTestApi();
  assert.equal(
    code(await request({ method: 'POST', url: policies('org_2'), payload: huge, headers: json })),
    'payload_too_large',
  );
  assert.equal(
    code(await request({ method: 'POST', url: policies('org_2'), payload: 'x', headers: text })),
    'unsupported_media_type',
  );
  assert.equal(
    code(await request({ method: 'POST', url: policies('org_2'), payload: '{', headers: json })),
    'validation_error',
  );
  assert.equal(code(await request({ method: 'POST', url: policies('org_2'), payload: {} })), 'validation_error');
  assert.deepEqual(calls, []);
  const foreign = await request({ method: 'POST', url: policies('org_2'), payload: POLICY });
  assert.equal(foreign.statusCode, 404);
  assert.equal(code(foreign), 'not_found');
  assert.deepEqual(calls, [], 'no handler sees another tenant');
  assert.equal((await request({ method: 'POST', url: policies('org_1'), payload: POLICY })).statusCode, 201);
});

test('errors in path, query, header and body are reported together, in this order', async () => {
  const { request } = createTestApi();
  const response = await request({
    method: 'POST',
    url: '/v1/verifications',
    headers: { 'idempotency-key': 'a b' },
    payload: { content: '' },
  });
  assert.deepEqual(
    response.json().detail.map((entry: { loc: unknown[] }) => entry.loc),
    [
      ['header', 'Idempotency-Key'],
      ['body', 'content'],
    ],
  );
});

test('X-Forwarded-For counts only from trusted proxies', async () => {
  const principal = { ...owner, allowed_ips: ['192.0.2.7', '2001:db8::/32'] };
  const from = async (trustedProxies: string[], forwarded: string) => {
    const api = createTestApi({ principal, trustedProxies });
    return (await api.request({ url: '/v1/reviews', headers: { 'x-forwarded-for': forwarded } })).statusCode;
  };
  assert.equal(await from([], '192.0.2.7'), 403);
  assert.equal(await from(['10.0.0.0/8'], '192.0.2.7'), 403);
  assert.equal(await from(['127.0.0.1'], '192.0.2.7'), 200);
  assert.equal(await from(['127.0.0.0/8'], '2001:db8::5'), 200);
  assert.equal(await from(['127.0.0.1'], '192.0.2.7, 192.0.2.9'), 403, 'the last hop is the client');
  assert.equal(await from(['127.0.0.1', '192.0.2.9'], '192.0.2.7, 192.0.2.9'), 200);
  for (const garbage of ['', 'unknown', '192.0.2.7:80', ', ,', 'x'.repeat(4000), '::ffff:192.0.2.8']) {
    assert.equal(await from(['127.0.0.1'], garbage), 403, garbage.slice(0, 20));
  }
  assert.equal(await from(['127.0.0.1'], '::ffff:192.0.2.7'), 200);
});

test('if a trusted proxy passes no address, the caller is unknown, not the proxy', async () => {
  const api = createTestApi({
    principal: { ...owner, allowed_ips: ['127.0.0.0/8'] },
    trustedProxies: ['127.0.0.1'],
  });
  const from = async (forwarded: string) =>
    (await api.request({ url: '/v1/reviews', headers: { 'x-forwarded-for': forwarded } })).statusCode;
  for (const garbage of ['unknown', '127.0.0.1:80', '[::1]', 'x'.repeat(4000)]) {
    assert.equal(await from(garbage), 403, garbage.slice(0, 20));
  }
  assert.equal(await from('127.0.0.9'), 200);
  const open = createTestApi({ trustedProxies: ['127.0.0.1'] });
  const answer = await open.request({ url: '/v1/reviews', headers: { 'x-forwarded-for': 'unknown' } });
  assert.equal(answer.statusCode, 200, 'a key that may be used from anywhere may be used from there');
  assert.equal(answer.json().context.ip, null);
});
