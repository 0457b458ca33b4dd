import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, ERROR_CODES, ERRORS, errorType } from '#contracts/errors.ts';
import { createTestApi, KEY, recordingLogger } from '#test/support/http-api.ts';

test('unknown paths are 404, known ones 405 with Allow, even without credentials', async () => {
  const { app } = createTestApi();
  for (const url of [
    '/',
    '/v1',
    '/v1/',
    '/v2/reviews',
    '/v1/reviews/',
    '/v1/verify',
    '/v1/%',
    '/v1/verifications/%E0%A4%A',
    '//',
    '/v1/verifications/a/b/c',
    `/v1/verifications/${'x'.repeat(600)}`,
    '/v1/__proto__',
  ]) {
    const response = await app.inject({ url });
    assert.equal(response.statusCode, 404, url);
    assert.equal(response.json().error.code, 'not_found', url);
  }
  for (const [method, url, allow] of [
    ['GET', '/v1/batches', 'POST'],
    ['PUT', '/v1/verifications', 'POST'],
    ['OPTIONS', '/v1/verifications', 'POST'],
    ['DELETE', '/v1/verifications/ver_1?x=1', 'GET, HEAD'],
    ['GET', '/v1/verifications/ver_1/reviews', 'POST'],
    ['PATCH', '/v1/organizations/org_1/policies', 'GET, POST, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/v1/openapi.json', 'GET, HEAD'],
  ] as const) {
    const response = await app.inject({ method, url });
    assert.equal(response.statusCode, 405, `${method} ${url}`);
    assert.equal(response.json().error.code, 'method_not_allowed');
    assert.equal(response.headers.allow, allow);
  }
});

test('a method that must have a body is 404 and 405 as others are, also without one', async () => {
  const { app } = createTestApi();
  for (const payload of ['', 'select']) {
    const known = await app.inject({ method: 'QUERY', url: '/v1/verifications', payload });
    assert.equal(known.statusCode, 405, payload);
    assert.equal(known.headers.allow, 'POST');
    for (const method of ['QUERY', 'POST'] as const) {
      assert.equal((await app.inject({ method, url: '/v1/nowhere', payload })).statusCode, 404, `${method} ${payload}`);
    }
  }
});

test('an operation that another process serves is never 405', async () => {
  const { app } = createTestApi();
  // GET /v1/policies is not registered on this server.
  const response = await app.inject({ method: 'POST', url: '/v1/policies' });
  assert.equal(response.statusCode, 405);
  assert.equal(response.headers.allow, 'GET, HEAD');
});

test('HEAD responds like GET, without the body', async () => {
  const { request } = createTestApi();
  const get = await request({ url: '/v1/reviews' });
  const head = await request({ method: 'HEAD', url: '/v1/reviews' });
  assert.equal(head.statusCode, 200);
  assert.equal(head.body, '');
  assert.equal(head.headers['content-type'], get.headers['content-type']);
  const refused = await request({ method: 'HEAD', url: '/v1/reviews', headers: { authorization: '' } });
  assert.equal(refused.statusCode, 401);
  assert.equal(refused.body, '');
});

test('X-Request-ID is echoed when it is 1..128 visible ASCII characters, else replaced', async () => {
  const { request } = createTestApi();
  const idFor = async (given: string) =>
    (await request({ url: '/v1/reviews', headers: { 'x-request-id': given } })).headers['x-request-id'] as string;
  for (const good of ['a', 'trace/1:~!', 'x'.repeat(128)]) assert.equal(await idFor(good), good);
  const replaced = new Set<string>();
  for (const bad of ['', 'x'.repeat(129), 'a b', 'ü', 'a\tb']) replaced.add(await idFor(bad));
  assert.equal(replaced.size, 5);
  for (const id of replaced) assert.match(id, /^req_[0-9a-f]{32}$/);
});

test('responses have request id, nosniff and no-store; errors repeat the id', async () => {
  const { app, request } = createTestApi();
  const answers = await Promise.all([
    request({ url: '/v1/reviews' }),
    request({ url: '/v1/reviews?status_filter=x' }),
    app.inject({ url: '/v1/reviews' }),
    app.inject({ url: '/nowhere' }),
    app.inject({ url: '/v1/%' }),
    app.inject({ method: 'PUT', url: '/v1/reviews' }),
    app.inject({ url: '/healthz' }),
    request({ method: 'POST', url: '/v1/batches', payload: '{', headers: { 'content-type': 'application/json' } }),
  ]);
  for (const answer of answers) {
    assert.ok(answer.headers['x-request-id']);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assert.equal(answer.headers['cache-control'], 'no-store');
    if (answer.statusCode >= 400) assert.equal(answer.json().error.request_id, answer.headers['x-request-id']);
  }
});

test('each code of the table is sent with its status, type and headers', async () => {
  for (const code of ERROR_CODES) {
    const api = createTestApi({
      handler: async () => {
        throw new ApiError(code, { param: 'x' });
      },
    });
    const response = await api.request({ url: '/v1/reviews' });
    const { status, message } = ERRORS[code];
    assert.equal(response.statusCode, status);
    assert.deepEqual(response.json(), {
      error: { code, message, type: errorType(status), param: 'x', request_id: response.headers['x-request-id'] },
    });
    assert.equal(response.headers['www-authenticate'], status === 401 ? 'Bearer' : undefined);
    assert.equal(response.headers['x-should-retry'], 'retry' in ERRORS[code] ? 'false' : undefined);
  }
});

test('Retry-After is whole seconds; beyond a minute clients should not retry', async () => {
  const headersFor = async (retryAfter: number) => {
    const api = createTestApi({
      handler: async () => {
        throw new ApiError('idempotency_in_progress', { retryAfter });
      },
    });
    const { headers } = await api.request({ url: '/v1/reviews' });
    return [headers['retry-after'], headers['x-should-retry']];
  };
  assert.deepEqual(await headersFor(2), ['2', undefined]);
  assert.deepEqual(await headersFor(0.2), ['1', undefined]);
  assert.deepEqual(await headersFor(60), ['60', undefined]);
  assert.deepEqual(await headersFor(60.5), ['61', 'false']);
});

test('unexpected errors are internal_error; the log never has their message', async () => {
  const { logger, lines } = recordingLogger();
  const thrown = [
    Object.assign(new TypeError('the customer said: secret'), { code: 'E_ODD' }),
    'secret string',
    undefined,
    { statusCode: 404, message: 'secret' },
    Object.assign(new Error('secret'), { statusCode: 400 }),
  ];
  for (const error of thrown) {
    const api = createTestApi({
      logger,
      handler: async () => {
        throw error;
      },
    });
    const response = await api.request({ url: '/v1/reviews', headers: { 'x-request-id': 'r-1' } });
    assert.equal(response.statusCode, 500);
    assert.equal(response.json().error.code, 'internal_error');
    assert.ok(!response.body.includes('secret'));
  }
  const errors = lines.filter((line) => line.level === 'error');
  assert.equal(errors.length, thrown.length);
  assert.ok(!JSON.stringify(lines).includes('secret'));
  const { request_id, error_class, error_code, stack } = errors[0]!.fields;
  assert.deepEqual([request_id, error_class, error_code], ['r-1', 'TypeError', 'E_ODD']);
  assert.match(String(stack), /transport\.test\.ts/);
});

test('a request is one log line: template, status, duration, no path, no text', async () => {
  const { logger, lines } = recordingLogger();
  const { request } = createTestApi({ logger });
  await request({ url: '/v1/verifications/ver_secret?x=secret', headers: { 'x-request-id': 'r-1' } });
  const [line] = lines;
  assert.equal(lines.length, 1);
  const { fields } = line!;
  assert.equal(fields.request_id, 'r-1');
  assert.equal(fields.route, '/v1/verifications/:verification_id');
  assert.equal(fields.status, 200);
  assert.equal(fields.method, 'GET');
  assert.equal(fields.organization_id, 'org_1');
  assert.ok(!JSON.stringify(line).includes('secret'));
});

test('a handler that takes too long is a timeout, with a request body or without', async (context) => {
  for (const late of ['returns', 'throws'] as const) {
    const { logger, lines } = recordingLogger();
    const hanging = Promise.withResolvers<never>();
    const api = createTestApi({ handlerTimeoutMs: 50, handler: () => hanging.promise, logger });
    context.after(() => api.app.close());
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    const post = { method: 'POST', headers, body: '{"content":"x"}' };
    for (const [path, init] of [
      ['reviews', { headers }],
      ['verifications', post],
    ] as const) {
      const response = await fetch(`${url}/v1/${path}`, { ...init, signal: AbortSignal.timeout(5_000) });
      assert.equal(response.status, 504);
      assert.equal(((await response.json()) as { error: { code: string } }).error.code, 'timeout');
    }
    // Whatever the handlers return after that is ignored.
    if (late === 'returns') hanging.resolve({ body: {} } as never);
    else hanging.reject(new Error('late'));
    await fetch(`${url}/v1/nothing`);
    assert.deepEqual(
      lines.filter(({ level }) => level !== 'info'),
      [],
    );
  }
});

test('traceparent continues the trace in a new span; anything else starts a new one', async () => {
  const { request } = createTestApi();
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const traceOf = async (traceparent?: string): Promise<string> => {
    const headers = traceparent === undefined ? {} : { traceparent };
    return (await request({ url: '/v1/reviews', headers })).json().context.traceparent;
  };
  const followed = await traceOf(`00-${trace}-b7ad6b7169203331-00`);
  assert.match(followed, new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
  assert.ok(!followed.includes('b7ad6b7169203331'));
  for (const bad of [
    undefined,
    '',
    'x',
    `ff-${trace}-b7ad6b7169203331-00`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-00`,
    `00-${trace}-${'0'.repeat(16)}-00`,
  ]) {
    const started = await traceOf(bad);
    assert.match(started, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    assert.ok(!started.includes(trace));
  }
});
