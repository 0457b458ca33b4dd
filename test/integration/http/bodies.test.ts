import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_DETAILS } from '#http/validation.ts';
import { createTestApi } from '#test/support/http-api.ts';

const json = { 'content-type': 'application/json' };
const verify = { method: 'POST', url: '/v1/verifications' } as const;

test('defaults are filled in, values coerced, the handler gets typed input', async () => {
  const { request, calls } = createTestApi();
  const response = await request({
    ...verify,
    payload: { content: 'x', retention_hours: ' 5 ', zero_retention: 'no' },
  });
  assert.equal(response.statusCode, 201);
  assert.deepEqual(calls[0]!.body, {
    content: 'x',
    question: '',
    profile: 'general_web',
    mode: 'thorough',
    retention_hours: 5,
    zero_retention: false,
    source_set_id: null,
  });
});

test('an empty or null body, with or without a content type, is missing', async () => {
  const { request } = createTestApi();
  for (const [payload, headers] of [
    [undefined, {}],
    ['', json],
    ['null', json],
  ] as const) {
    const response = await request({ ...verify, ...(payload !== undefined && { payload }), headers });
    assert.equal(response.statusCode, 422);
    assert.deepEqual(response.json().detail, [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
  }
});

test('malformed JSON, broken UTF-8 and deep nesting are json_invalid with an offset', async () => {
  const { request } = createTestApi();
  const offsetOf = async (payload: string | Buffer): Promise<unknown> => {
    const response = await request({ ...verify, payload, headers: json });
    assert.equal(response.statusCode, 422);
    const [entry] = response.json().detail;
    assert.equal(entry.type, 'json_invalid');
    assert.equal(entry.msg, 'JSON decode error');
    assert.deepEqual(entry.input, {});
    assert.equal(response.json().error.code, 'validation_error');
    return entry.loc[1];
  };
  assert.equal(await offsetOf('{"a": NaN}'), 6);
  assert.equal(await offsetOf('😀{'), 0);
  assert.equal(await offsetOf('["😀" x]'), 5, 'offsets count code points');
  assert.equal(await offsetOf('['.repeat(10)), 10);
  assert.equal(await offsetOf(Buffer.from([0x22, 0xff, 0x22])), 0);
  const { error } = (await request({ ...verify, payload: '{bad', headers: json })).json();
  assert.equal(
    error.message,
    'The request is not valid. JSON decode error at character 1: Expecting property name enclosed in double quotes',
  );
});

test('more than 64 levels or 100,000 values are refused at the first one too many', async () => {
  const { request, calls } = createTestApi();
  const refusal = async (payload: string) => {
    const response = await request({ ...verify, payload, headers: json });
    assert.equal(response.statusCode, 422);
    const [{ loc, ctx }] = response.json().detail;
    return [loc[1], ctx.error];
  };
  assert.deepEqual(await refusal('['.repeat(100_000)), [64, 'Expecting at most 64 levels']);
  assert.deepEqual(await refusal('{"a":'.repeat(100_000)), [64 * 5, 'Expecting at most 64 levels']);
  assert.deepEqual(await refusal(`[${'{},'.repeat(200_000)}`), [1 + 99_999 * 3, 'Expecting at most 100000 values']);
  assert.deepEqual(calls, []);
});

test('valid deep nesting is an ordinary wrong type, echoed to a limited depth', async () => {
  const { request } = createTestApi();
  const payload = `{"content":${'['.repeat(63)}${']'.repeat(63)}}`;
  const response = await request({ ...verify, payload, headers: json });
  assert.equal(response.statusCode, 422);
  assert.equal(response.json().detail[0].type, 'string_type');
  assert.ok(response.body.length < 2_000);
});

test('__proto__ and constructor are unknown fields like any other', async () => {
  const { request } = createTestApi();
  const payload = '{"content":"x","__proto__":{"mode":"fast"},"constructor":{"prototype":{}}}';
  const response = await request({ ...verify, payload, headers: json });
  assert.equal(response.statusCode, 422);
  assert.deepEqual(
    response.json().detail.map((entry: { type: string; loc: unknown[] }) => [entry.type, entry.loc[1]]),
    [
      ['extra_forbidden', '__proto__'],
      ['extra_forbidden', 'constructor'],
    ],
  );
});

test('only application/json is read', async () => {
  const { request } = createTestApi();
  for (const type of [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'nonsense',
    'application/x-www-form-urlencoded',
  ]) {
    const response = await request({ ...verify, payload: '{"content":"x"}', headers: { 'content-type': type } });
    assert.equal(response.statusCode, 415, type);
    assert.equal(response.json().error.code, 'unsupported_media_type');
  }
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;x="y"',
  ]) {
    const response = await request({ ...verify, payload: '{"content":"x"}', headers: { 'content-type': type } });
    assert.equal(response.statusCode, 201, type);
  }
});

test('operations without a body ignore any body', async () => {
  const { request, calls } = createTestApi();
  for (const headers of [json, { 'content-type': 'text/plain' }]) {
    const rotated = await request({ method: 'POST', url: '/v1/api-keys/key_1/rotate', payload: '{nonsense', headers });
    assert.equal(rotated.statusCode, 201);
    const deleted = await request({ method: 'DELETE', url: '/v1/api-keys/key_1', payload: '{nonsense', headers });
    assert.equal(deleted.statusCode, 204);
    assert.equal(deleted.body, '');
  }
  assert.equal((await request({ method: 'DELETE', url: '/v1/api-keys/key_1', headers: json })).statusCode, 204);
  assert.deepEqual(new Set(calls.map((call) => call.body)), new Set([undefined]));
});

test('2 MiB for a single text, 32 MiB for a batch', async () => {
  const { request } = createTestApi();
  const largest = (limit: number) => `{"content":"x"}${' '.repeat(limit - 15)}`;
  const mebibyte = 1024 * 1024;
  assert.equal((await request({ ...verify, payload: largest(2 * mebibyte), headers: json })).statusCode, 201);
  assert.equal((await request({ ...verify, payload: largest(2 * mebibyte + 1), headers: json })).statusCode, 413);
  const batch = { method: 'POST', url: '/v1/batches', headers: json } as const;
  const items = (limit: number) => `{"items":[{"content":"x"}]}${' '.repeat(limit - 27)}`;
  assert.equal((await request({ ...batch, payload: items(32 * mebibyte) })).statusCode, 200);
  assert.equal((await request({ ...batch, payload: items(32 * mebibyte + 1) })).statusCode, 413);
});

test('a hostile body gets a small response', async () => {
  const { request } = createTestApi();
  const fields = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`field_${index}`, 'x'.repeat(10)]));
  const many = await request({ ...verify, payload: fields });
  assert.equal(many.statusCode, 422);
  assert.equal(many.json().detail.length, MAX_DETAILS);
  assert.ok(many.body.length < 200_000, `${many.body.length}`);
  const long = await request({ ...verify, payload: { content: 1, [`${'n'.repeat(500_000)}`]: 'y'.repeat(500_000) } });
  assert.ok(long.body.length < 5_000, `${long.body.length}`);
  const someFields = Object.fromEntries(Object.entries(fields).slice(0, 4_900));
  const items = await request({
    method: 'POST',
    url: '/v1/batches',
    payload: { items: Array.from({ length: 20 }, () => someFields) },
  });
  assert.equal(items.json().detail.length, MAX_DETAILS);
  assert.ok(items.body.length < 200_000, `${items.body.length}`);
});

test('query parameters are strings in errors; unknown ones are ignored, the last wins', async () => {
  const { request, calls } = createTestApi();
  const get = (query: string) => request({ url: `/v1/usage/estimate?${query}` });
  assert.equal((await get('characters=1&characters=+7&x=1&__proto__=2')).statusCode, 200);
  assert.deepEqual(calls[0]!.query, { characters: 7, estimated_claims: 5 });
  assert.deepEqual((await get('characters=0')).json().detail, [
    {
      type: 'greater_than_equal',
      loc: ['query', 'characters'],
      msg: 'Input should be greater than or equal to 1',
      input: '0',
      ctx: { ge: 1 },
    },
  ]);
  assert.deepEqual((await get('')).json().detail, [
    { type: 'missing', loc: ['query', 'characters'], msg: 'Field required', input: null },
  ]);
  assert.equal((await get('characters=%E0%A4%A')).statusCode, 422);
  assert.equal((await request({ url: '/v1/reviews?status_filter=nothing' })).json().detail[0].type, 'literal_error');
});

test('Idempotency-Key: bare or quoted, 1..255 visible ASCII characters', async () => {
  const { request, calls } = createTestApi();
  const send = (key: string) => request({ ...verify, payload: { content: 'x' }, headers: { 'idempotency-key': key } });
  for (const key of ['abc', '"abc"', '"a\\"b\\\\c"', 'x'.repeat(255), `"${'x'.repeat(255)}"`]) {
    assert.equal((await send(key)).statusCode, 201, key);
  }
  assert.deepEqual(
    calls.map((call) => call.idempotency_key),
    ['abc', 'abc', 'a"b\\c', 'x'.repeat(255), 'x'.repeat(255)],
  );
  for (const [key, type] of [
    ['', 'string_too_short'],
    ['""', 'string_too_short'],
    ['x'.repeat(256), 'string_too_long'],
    ['a b', 'string_pattern_mismatch'],
    ['"a b"', 'string_pattern_mismatch'],
  ] as const) {
    const response = await send(key);
    assert.equal(response.statusCode, 422);
    assert.deepEqual(response.json().detail[0].loc, ['header', 'Idempotency-Key']);
    assert.equal(response.json().detail[0].type, type);
  }
});

test('omitted settings are absent from the input', async () => {
  const { request, calls } = createTestApi();
  const patch = (payload: object) => request({ method: 'PATCH', url: '/v1/organizations/org_1/settings', payload });
  assert.equal((await patch({ retention_hours: 3 })).statusCode, 200);
  assert.equal(
    (await patch({ retention_hours: 3, zero_retention: true, monthly_cost_limit_cents: null })).statusCode,
    200,
  );
  assert.deepEqual(
    calls.map((call) => call.body),
    [{ retention_hours: 3 }, { retention_hours: 3, zero_retention: true, monthly_cost_limit_cents: null }],
  );
});
