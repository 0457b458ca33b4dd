import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VerifyResponse } from '#contracts/http/verification.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { createQueryService, type QueryService } from '#test/support/query-service.ts';
import { assembleResult, createHistory, type History, open, type Plan } from '#test/support/verification-history.ts';

async function serviceWith(plan: Plan = {}): Promise<{ service: QueryService; history: History; key: string }> {
  const service = await createQueryService();
  const history = createHistory(plan).run();
  await service.put(history);
  return { service, history, key: service.keyFor('org_1') };
}

function expectedBody(history: History) {
  const { head, claims } = history.state;
  const result = assembleResult(head, claims.values(), open);
  return { request_id: result.request_id, result };
}

async function codeOf(answer: ReturnType<QueryService['get']>): Promise<[number, string]> {
  const { statusCode, json } = await answer;
  return [statusCode, json().error.code];
}

test('GET returns the result with the request id of the call that made it', async () => {
  const { service, history, key } = await serviceWith({ claims: [{ passages: ['supports', 'contradicts'] }, {}] });
  const answer = await service.get(`/verifications/${history.id}`, key);
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.json(), expectedBody(history));
  assert.deepEqual(VerifyResponse.parse(answer.json()), answer.json());
  assert.notEqual(answer.headers['x-request-id'], 'req_1');
});

test('GET folds the stream where the view is behind', async () => {
  const service = await createQueryService();
  const history = createHistory({ claims: [{}, {}] });
  history.request();
  history.extract();
  await service.put(history);
  history.run();
  await service.append(history);
  const answer = await service.get(`/verifications/${history.id}`, service.keyFor('org_1'));
  assert.deepEqual(answer.json(), expectedBody(history));
});

test('GET folds the stream where the view lost claims of a completed verification', async () => {
  const { service, history, key } = await serviceWith({ claims: [{}, {}] });
  const incomplete = { ...service.views, find: async () => [] };
  Object.assign(service.dependencies, { views: incomplete });
  assert.deepEqual((await service.get(`/verifications/${history.id}`, key)).json(), expectedBody(history));
});

test('GET shows a text without claims', async () => {
  const { service, history, key } = await serviceWith({ claims: [] });
  assert.deepEqual((await service.get(`/verifications/${history.id}`, key)).json().result.claims, []);
});

test('GET is 404 before completion, for unknown ids and for ids of parts', async () => {
  const service = await createQueryService();
  const history = createHistory();
  history.request();
  history.extract();
  await service.put(history);
  const key = service.keyFor('org_1');
  const paths = [history.id, 'ver_unknown', encodeURIComponent(`${history.id}/claim/000000`), '%00', '..%2f'];
  for (const path of paths) {
    assert.deepEqual(await codeOf(service.get(`/verifications/${path}`, key)), [404, 'not_found'], path);
    assert.deepEqual(await codeOf(service.get(`/verifications/${path}/export`, key)), [404, 'not_found'], path);
  }
});

test('another organization gets 404 for completed, failed, expired and erased alike', async () => {
  const service = await createQueryService();
  const outsider = service.keyFor('org_2');
  const completed = createHistory({ id: 'ver_1' }).run();
  const failed = createHistory({ id: 'ver_2' });
  failed.request();
  failed.fail();
  const expired = createHistory({ id: 'ver_3', request: { expires_at: '2026-03-01T10:30:00.000Z' } }).run();
  const erased = createHistory({ id: 'ver_4' }).run();
  erased.expire();
  erased.erase();
  for (const history of [completed, failed, expired, erased]) {
    await service.put(history);
    for (const path of [`/verifications/${history.id}`, `/verifications/${history.id}/export?format=json`]) {
      assert.deepEqual(await codeOf(service.get(path, outsider)), [404, 'not_found'], path);
    }
  }
});

test('from expires_at on it is 410, whether or not it was erased', async () => {
  const { service, history, key } = await serviceWith();
  service.now = '2026-03-02T09:59:59.999Z';
  assert.equal((await service.get(`/verifications/${history.id}`, key)).statusCode, 200);
  service.now = '2026-03-02T10:00:00.000Z';
  const gone = [410, 'verification_expired'];
  assert.deepEqual(await codeOf(service.get(`/verifications/${history.id}`, key)), gone);
  assert.deepEqual(await codeOf(service.get(`/verifications/${history.id}/export`, key)), gone);
  history.expire();
  await service.put(history);
  service.now = '2026-03-01T12:00:00.000Z';
  assert.deepEqual(await codeOf(service.get(`/verifications/${history.id}`, key)), gone);
  history.erase();
  await service.append(history);
  assert.deepEqual(await codeOf(service.get(`/verifications/${history.id}`, key)), gone);
});

test('an expiry that the view does not show yet is 410 too, once the key is gone', async () => {
  const { service, history, key } = await serviceWith();
  service.shred(history.id);
  for (const path of ['', '/export', '/export?format=json']) {
    const answer = codeOf(service.get(`/verifications/${history.id}${path}`, key));
    assert.deepEqual(await answer, [410, 'verification_expired'], path);
  }
});

test('zero retention is 410, also when it failed', async () => {
  const service = await createQueryService();
  const request = { zero_retention: true, expires_at: '2026-03-01T10:00:00.000Z' };
  const completed = createHistory({ id: 'ver_1', request }).run();
  const failed = createHistory({ id: 'ver_2', request });
  failed.request();
  failed.fail();
  for (const history of [completed, failed]) {
    await service.put(history);
    const answer = codeOf(service.get(`/verifications/${history.id}`, service.keyFor('org_1')));
    assert.deepEqual(await answer, [410, 'verification_expired']);
  }
});

test('a failed verification returns the error that it failed with', async () => {
  const service = await createQueryService();
  const failures = [
    ['provider_unavailable', 502, 'provider_error'],
    ['engine_timeout', 504, 'timeout'],
    ['engine_error', 500, 'internal_error'],
  ] as const;
  for (const [index, [reason, status, code]] of failures.entries()) {
    const history = createHistory({ id: `ver_${index}` });
    history.request();
    history.fail(reason);
    await service.put(history);
    const answer = codeOf(service.get(`/verifications/${history.id}`, service.keyFor('org_1')));
    assert.deepEqual(await answer, [status, code]);
  }
});

test('a restarted verification is 404 until it completes, then the new result', async () => {
  const service = await createQueryService();
  const key = service.keyFor('org_1');
  const history = createHistory({ claims: [{}, {}] });
  history.request();
  history.extract();
  history.fail();
  history.restart();
  await service.put(history);
  assert.equal((await service.get(`/verifications/${history.id}`, key)).statusCode, 404);
  history.run();
  await service.put(history);
  assert.deepEqual((await service.get(`/verifications/${history.id}`, key)).json(), expectedBody(history));
});

test('the json export is the result as an attachment', async () => {
  const { service, history, key } = await serviceWith();
  const answer = await service.get(`/verifications/${history.id}/export?format=json`, key);
  assert.deepEqual(answer.json(), expectedBody(history));
  assert.equal(answer.headers['content-disposition'], `attachment; filename="verification-${history.id}.json"`);
});

test('the html export is the default, with headers that let it run and load nothing', async () => {
  const { service, history, key } = await serviceWith();
  const answer = await service.get(`/verifications/${history.id}/export`, key);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(answer.headers['content-security-policy'], "default-src 'none'; style-src 'unsafe-inline'");
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.equal(answer.headers['content-disposition'], `attachment; filename="verification-${history.id}.html"`);
  assert.match(answer.body, /^<!doctype html>/);
});

test('a format that does not exist is 422', async () => {
  const { service, history, key } = await serviceWith();
  const answer = await service.get(`/verifications/${history.id}/export?format=pdf`, key);
  assert.equal(answer.statusCode, 422);
  assert.equal(answer.json().detail[0].type, 'string_pattern_mismatch');
});

test('exports that the organization switched off are 403, from the next call on', async () => {
  const { service, history, key } = await serviceWith();
  const settings = { exports_enabled: false };
  const changed_at = service.now;
  await service.execute(ORGANIZATION, 'org_1', {
    type: 'ChangeSettings',
    settings,
    changed_at,
  });
  for (const format of ['html', 'json']) {
    const answer = codeOf(service.get(`/verifications/${history.id}/export?format=${format}`, key));
    assert.deepEqual(await answer, [403, 'exports_disabled']);
  }
  assert.equal((await service.get(`/verifications/${history.id}`, key)).statusCode, 200);
});
