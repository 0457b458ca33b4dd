/** Every code of the closed table, provoked over HTTP as a client would. A code without a provocation doesn't compile. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { ERROR_CODES, ERRORS, type ErrorCode, errorType } from '#contracts/errors.ts';
import { newEventId, newId } from '#domain/ids.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { execute } from '#streams/repository.ts';
import { requestedData } from '#test/support/arbitraries.ts';
import { ended, submit } from '#test/support/documents.ts';
import { send } from '#test/support/fuzz/send.ts';
import { type Answer, type CallOptions, openTestService, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { METADATA } from '#test/support/verification-history.ts';
import { openBrowser } from '#test/support/workbench.ts';

const TEXT = { content: 'Water boils at a hundred degrees.' };

const ANSWER_WITHIN_MS = 30_000;
const agent = new Agent({ keepAlive: true });

/** Its calls go over a connection. */
let service: TestService;
let url: string;
before(async () => {
  const opened = await openTestService();
  url = await opened.service.app.listen({ host: '127.0.0.1', port: 0 });
  service = { ...opened, call: callOverHttp };
});
after(async () => {
  agent.destroy();
  await service.close();
});

async function callOverHttp(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { body, key = service.key, headers = {} } = options;
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const sent = {
    method,
    path: path.startsWith('//') ? path.slice(1) : `/v1${path}`,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: Buffer.from(raw ? body : JSON.stringify(body)) }),
  };
  const answer = await send(url, sent, agent, ANSWER_WITHIN_MS);
  const json = String(answer.headers['content-type']).includes('json');
  return { ...answer, headers: answer.headers as Answer['headers'], body: json ? JSON.parse(answer.text) : null };
}

const verify = (options: Parameters<TestService['call']>[2] = {}) =>
  service.call('POST', '/verifications', { body: TEXT, ...options });
const settings = (body: object) =>
  service.call('PATCH', `/organizations/${service.organization_id}/settings`, { body });

/** What came back over a socket of our own. */
async function overSocket(send: string): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(send);
  let text = '';
  for await (const chunk of socket) text += chunk;
  const [head, body] = text.split('\r\n\r\n', 2) as [string, string];
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(head.split(' ')[1]), headers, text: body, body: JSON.parse(body) };
}

async function completed(): Promise<{ id: string; claim_id: string }> {
  const { body } = await verify();
  return { id: body.result.id, claim_id: body.result.claims[0].id };
}

/** A job that has succeeded. */
async function documentJob(fields: Record<string, string> = {}): Promise<string> {
  const { body } = await submit(service, { name: 'a.txt', content: TEXT.content }, fields);
  assert.equal((await ended(service, body.job_id)).body.status, 'succeeded');
  return body.job_id;
}

async function failed(reason: 'provider_unavailable'): Promise<string> {
  const id = newId('ver');
  const data = requestedData({
    verification_id: id,
    organization_id: service.organization_id,
    expires_at: new Date(service.now() + 3_600_000).toISOString(),
  });
  for (const command of [
    { type: 'FailVerification', run: 1, reason, stage: 'retrieve', failed_at: data.created_at },
    { type: 'RequestVerification', data },
  ].reverse() as never[]) {
    await execute(service.service.stores.events, VERIFICATION, id, command, {
      metadata: METADATA,
      eventId: newEventId,
    });
  }
  return id;
}

const PROVOCATIONS: Record<ErrorCode, () => Promise<Answer>> = {
  bad_request: () => overSocket('NONSENSE\r\n\r\n'),
  request_timeout: async () => {
    const { server } = service.service.app;
    const { headersTimeout, requestTimeout } = server;
    Object.assign(server, { headersTimeout: 50, requestTimeout: 50 });
    const answer = await overSocket('POST /v1/verifications HTTP/1.1\r\nHost: x\r\n');
    Object.assign(server, { headersTimeout, requestTimeout });
    return answer;
  },
  request_header_fields_too_large: () => overSocket(`GET /v1/reviews HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`),

  missing_credentials: () => verify({ key: null }),
  invalid_credentials: () =>
    openBrowser(service).signIn('password', { organization_id: 'none', email: 'a@b.example', password: 'a guess' }),
  session_expired: async () => {
    const browser = openBrowser(service);
    await browser.signIn('api-key', { api_key: service.key });
    await browser.call('DELETE', '//session');
    return browser.call('GET', '/reviews');
  },
  csrf_failed: async () => {
    const browser = openBrowser(service);
    await browser.signIn('api-key', { api_key: service.key });
    return browser.call('POST', '/verifications', { body: TEXT, headers: { 'x-csrf-token': 'of another' } });
  },
  invalid_api_key: () => verify({ key: 'evs_dev_nonsense' }),
  key_revoked: async () => {
    const key = await service.issue({});
    assert.equal((await service.call('DELETE', `/api-keys/${key.id}`)).status, 204);
    return verify({ key: key.secret });
  },

  insufficient_scope: async () => verify({ key: (await service.issue({ scopes: ['verifications:read'] })).secret }),
  role_forbidden: async () => verify({ key: (await service.issue({ role: 'viewer' })).secret }),
  ip_not_allowed: async () => verify({ key: (await service.issue({ allowed_ips: ['192.0.2.0/24'] })).secret }),
  exports_disabled: async () => {
    const { id } = await completed();
    await settings({ retention_hours: 720, exports_enabled: false });
    const answer = await service.call('GET', `/verifications/${id}/export`);
    await settings({ retention_hours: 720, exports_enabled: true });
    return answer;
  },

  not_found: () => service.call('GET', '/verifications/ver_none'),
  method_not_allowed: () => service.call('PUT', '/verifications'),

  idempotency_key_conflict: async () => {
    const headers = { 'idempotency-key': 'conflict' };
    await verify({ headers });
    return verify({ headers, body: { content: 'Another text.' } });
  },
  idempotency_in_progress: async () => {
    const headers = { 'idempotency-key': 'in-progress' };
    const release = service.engine.hold();
    const first = verify({ headers });
    const answer = await verify({ headers });
    release();
    assert.equal((await first).status, 201);
    return answer;
  },
  idempotency_result_not_retained: async () => {
    const options = { headers: { 'idempotency-key': 'zero' }, body: { ...TEXT, zero_retention: true } };
    await succeeded(verify(options));
    return verify(options);
  },
  review_closed: async () => {
    const { id, claim_id } = await completed();
    const body = { claim_id, action: 'accept', explanation: 'as I know it' };
    await succeeded(service.call('POST', `/verifications/${id}/reviews`, { body }));
    return service.call('POST', `/verifications/${id}/reviews`, { body });
  },
  already_exists: async () => {
    const path = `/organizations/${service.organization_id}/policies`;
    const body = { name: 'strict', version: '1', base_profile: 'general_web' };
    await succeeded(service.call('POST', path, { body }));
    return service.call('POST', path, { body });
  },

  verification_expired: async () => {
    const { body } = await verify({ body: { ...TEXT, zero_retention: true } });
    return service.call('GET', `/verifications/${body.result.id}`);
  },
  payload_too_large: () => verify({ body: `{"content":"${'a'.repeat(2 * 1024 * 1024)}"}` }),
  unsupported_media_type: () => verify({ headers: { 'content-type': 'text/plain' } }),
  validation_error: () => verify({ body: {} }),

  rate_limit_exceeded: async () => {
    const key = (await service.issue({ quota_per_hour: 1 })).secret;
    await verify({ key });
    return verify({ key });
  },
  monthly_cost_limit_exceeded: async () => {
    const key = (await service.issue({ monthly_cost_limit_cents: 3 })).secret;
    await verify({ key });
    return verify({ key });
  },
  concurrency_limit_exceeded: async () => {
    const key = (await service.issue({})).secret;
    const release = service.engine.hold();
    const nine = Array.from({ length: 9 }, () => verify({ key }));
    const refused = await Promise.any(
      nine.map(async (call) => ((await call).status === 429 ? call : Promise.reject())),
    );
    release();
    const statuses = (await Promise.all(nine)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [...Array(8).fill(201), 429]);
    return refused;
  },

  internal_error: async () => {
    service.engine.failWith = 'engine_error';
    const answer = await verify();
    service.engine.failWith = null;
    return answer;
  },
  job_token_required: async () => service.call('GET', `/documents/${await documentJob()}`, { key: null }),
  job_not_cancellable: async () => service.call('POST', `/documents/${await documentJob()}/cancel`),
  job_not_retryable: async () => service.call('POST', `/documents/${await documentJob()}/retry`),
  job_expired: async () => {
    const job = await documentJob({ retention_hours: '1' });
    service.advance(3_600_000);
    return service.call('GET', `/documents/${job}`);
  },
  unsupported_document_type: () => submit(service, { name: 'sheet.csv', content: 'a,b,c' }),
  provider_error: async () => service.call('GET', `/verifications/${await failed('provider_unavailable')}`),
  service_unavailable: async () => {
    const { id } = await completed();
    await service.ground.forgetKey(id);
    return service.call('GET', `/verifications/${id}`);
  },
  timeout: async () => {
    service.engine.failWith = 'engine_timeout';
    const answer = await verify();
    service.engine.failWith = null;
    return answer;
  },
};

test('every code can be provoked, and no other code occurs', () => {
  assert.deepEqual(Object.keys(PROVOCATIONS).toSorted(), ERROR_CODES.toSorted());
});

for (const [code, provoke] of Object.entries(PROVOCATIONS) as [ErrorCode, () => Promise<Answer>][]) {
  test(code, async () => assertError(await provoke(), code));
}

function assertError({ status, headers, body }: Answer, code: ErrorCode): void {
  const { error } = body;
  assert.equal(error.code, code, JSON.stringify(body));
  assert.equal(status, ERRORS[code].status);
  assert.equal(error.type, errorType(status));
  assert.ok(error.message.length > 0);
  assert.equal(error.request_id, headers['x-request-id']);
  assert.deepEqual(Object.keys(error), ['code', 'message', 'type', 'param', 'request_id']);
  assert.deepEqual(Object.keys(body), code === 'validation_error' ? ['detail', 'error'] : ['error']);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['www-authenticate'], status === 401 ? 'Bearer' : undefined);
  if (status === 429 || code === 'idempotency_in_progress') assert.match(headers['retry-after'] ?? '', /^[1-9]\d*$/);
  const retry = 'retry' in ERRORS[code] ? 'false' : undefined;
  if (code !== 'rate_limit_exceeded') assert.equal(headers['x-should-retry'], retry);
}

test('error.param names the field at fault, whoever refused it', async () => {
  const paramOf = async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, body === undefined ? {} : { body });
    assert.equal(answer.status, 422, answer.text);
    return answer.body.error.param;
  };
  const unknown = 'nobody_knows_it';
  // Refused by the schema, and by what only the service knows.
  assert.equal(await paramOf('POST', '/verifications', { content: 1 }), 'content');
  assert.equal(await paramOf('POST', '/verifications', { ...TEXT, profile: unknown }), 'profile');
  assert.equal(await paramOf('POST', '/batches', { items: [TEXT, { content: 1 }] }), 'items[1].content');
  assert.equal(await paramOf('POST', '/batches', { items: [TEXT, { ...TEXT, profile: unknown }] }), 'items[1].profile');
  assert.equal(await paramOf('POST', '/webhooks', { url: 'https://127.0.0.1/hook' }), 'url');
  assert.equal(await paramOf('GET', '/reviews?status_filter=x'), 'status_filter');
  // Nothing with a name is at fault.
  assert.equal(await paramOf('POST', '/verifications', '{'), null);
  assert.equal(await paramOf('POST', '/verifications', 'null'), null);
});
