/** What operators see of a whole run: neither text of customers nor secrets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestService } from '#test/support/service/open.ts';

const WORD = 'Zyxomma';

test('logs and metrics contain no text and no secret', async (context) => {
  const service = await openTestService();
  context.after(() => service.close());
  const { organization_id, engine } = service;
  const text = (n: number) => `${WORD}-content-${n} is a dragonfly.`;
  const secrets: string[] = [service.key];
  const headers = { 'idempotency-key': `${WORD}-key` };
  const call = (method: string, path: string, body?: unknown, more: object = {}) =>
    service.call(method, path, { ...(body === undefined ? {} : { body }), headers, ...more });

  const verified = await call('POST', '/verifications', { content: text(1), question: `${WORD}-question?` });
  const { id, claims } = verified.body.result;
  await call('POST', '/verifications', { content: text(2), zero_retention: true });
  await call('POST', '/claims/verify', { claim: text(3) });
  await call('POST', '/batches', { items: [{ content: text(4) }, { content: `${WORD} poison.` }] });
  for (const code of ['engine_error', 'engine_timeout'] as const) {
    engine.failWith = code;
    await call('POST', '/verifications', { content: text(5) }, { headers: {} });
  }
  engine.failWith = null;
  const review = { claim_id: claims[0].id, action: 'accept', explanation: `${WORD}-explanation` };
  await call('POST', `/verifications/${id}/reviews`, review);
  await call('GET', `/verifications/${id}/export`);
  await call('GET', `/verifications/${WORD}-id?${WORD}-query=1`);
  await call('GET', `/${WORD}-path`);
  await call('GET', `/reviews?status_filter=${WORD}-filter`);
  await call('POST', '/verifications', `{"content": "${WORD}-malformed`);
  await call('POST', '/verifications', { content: text(6), [`${WORD}-field`]: 1 });
  await call('POST', '/verifications', { content: text(7), profile: `${WORD}-profile` });
  await call('POST', `/organizations/${organization_id}/source-sets`, { name: `${WORD}-set` });
  await call('POST', `/organizations/${organization_id}/policies`, {
    name: `${WORD}-policy`,
    version: '1',
    base_profile: 'general_web',
  });
  const made = await call('POST', '/organizations', { name: `${WORD}-organization` });
  const key = await call('POST', '/api-keys', { name: `${WORD}-name` });
  const rotated = await call('POST', `/api-keys/${key.body.id}/rotate`);
  secrets.push(made.body.api_key.secret, key.body.secret, rotated.body.secret);
  await call('GET', '/reviews', undefined, { key: key.body.secret });
  await call('GET', '/reviews', undefined, { key: `${WORD}-credential` });

  const logged = service.logs.join('');
  const metrics = (await service.call('GET', '//metrics', { key: null })).text;
  for (const [name, output] of Object.entries({ logged, metrics })) {
    assert.ok(!output.includes(WORD), `${name}: ${excerpt(output, WORD)}`);
    for (const secret of secrets) assert.ok(!output.includes(secret), `${name} hold a secret`);
  }
  assert.ok(logged.includes(verified.headers['x-request-id']!), 'a request is found in the log by its id');
  assert.ok(logged.includes(id), 'a verification is found in the log by its id');
  assert.match(metrics, /http_request_duration_seconds_count\{.*route="\/v1\/verifications".*status="201".*\} /);
  assert.match(metrics, /pipeline_stage_dead_letters_total\{stage="extract",error="EngineError"\} [1-9]/);
  for (const line of service.logs) assert.doesNotThrow(() => JSON.parse(line), line);
});

function excerpt(output: string, word: string): string {
  const at = output.indexOf(word);
  return at === -1 ? '' : output.slice(Math.max(0, at - 200), at + 200);
}
