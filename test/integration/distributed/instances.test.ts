import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { eventually } from '#test/support/eventually.ts';
import { startServers } from '#test/support/servers/all.ts';
import { type RequestOptions, requestOf, type ServiceResponse } from '#test/support/service.ts';

const LIBRARY = join(import.meta.dirname, '../../../examples/library');

const APIS = ['command-api-1', 'command-api-2'] as const;
const TEXT = { content: 'The station has 24 turbines.' };

let provider: ModelServer;

/** Each is a subtest, as they share the processes. */
const SCENES: Record<string, (service: Deployment, context: TestContext) => Promise<void>> = {
  'one idempotency key, on two processes at once, makes one verification': idempotency,
  'the quota of an hour is counted over both processes': quota,
  'eight calls of a key may run at a time, on both processes together': concurrency,
  'a key that one process revokes is refused by all others at once': revocation,
  'a provider that one process disconnects is asked by none from then on': disconnection,
};

test('what holds over several processes of one role', async (context) => {
  const servers = await startServers(context);
  if (servers === null) return;
  provider = await openModelServer({ format: chatCompletions('openai') });
  context.after(() => provider.close());
  const { deployment: service, remove } = await deployDistributed(servers, {
    EVIDENCE_LIBRARY_DIR: LIBRARY,
    EVIDENCE_ALLOW_HOSTS: new URL(provider.url).host,
    EVIDENCE_PROVIDER_URLS: JSON.stringify({ openai: provider.url }),
  });
  try {
    for (const [name, scene] of Object.entries(SCENES)) await context.test(name, (own) => scene(service, own));
  } finally {
    await remove();
  }
});

async function idempotency(service: Deployment, context: TestContext): Promise<void> {
  const order = { body: TEXT, headers: { 'idempotency-key': 'once' } };
  const goOn = holdPipeline(service, context);
  const calls = APIS.map((name) => verifyAt(service, name, order));
  const refused = await Promise.any(calls.map(async (call) => ((await call).status === 409 ? call : Promise.reject())));
  assert.equal((await refused).body.error.code, 'idempotency_in_progress');
  goOn();
  const first = (await Promise.all(calls)).find(({ status }) => status === 201) ?? assert.fail('none was answered');
  for (const name of APIS) {
    const again = await verifyAt(service, name, order);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(again.text, first.text);
    const other = await verifyAt(service, name, { ...order, body: { content: 'Another text.' } });
    assert.deepEqual([other.status, other.body.error.code], [409, 'idempotency_key_conflict']);
  }
}

async function quota(service: Deployment): Promise<void> {
  const { secret } = await makeKey(service, 5);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => verifyAt(service, APIS[n % 2]!, { body: TEXT, key: secret })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(5).fill(201), ...Array(3).fill(429)]);
  const codes = answers.filter(({ status }) => status === 429).map(({ body }) => body.error.code);
  assert.deepEqual(new Set(codes), new Set(['rate_limit_exceeded']));
}

async function concurrency(service: Deployment, context: TestContext): Promise<void> {
  const { secret } = await makeKey(service, 1_000);
  const goOn = holdPipeline(service, context);
  let refused = 0;
  const calls = Array.from({ length: 12 }, async (_, n) => {
    const answer = await verifyAt(service, APIS[n % 2]!, { body: TEXT, key: secret });
    if (answer.body?.error?.code === 'concurrency_limit_exceeded') refused++;
    return answer.status;
  });
  await eventually('what is too much is refused', () => refused === 4);
  goOn();
  assert.deepEqual((await Promise.all(calls)).sort(), [...Array(8).fill(201), ...Array(4).fill(429)]);
  // Their slots are free again in every process.
  await eventually('free slots', async () => {
    const answers = APIS.map((name) => verifyAt(service, name, { body: TEXT, key: secret }));
    return (await Promise.all(answers)).every(({ status }) => status === 201);
  });
}

async function revocation(service: Deployment): Promise<void> {
  const { id, secret } = await makeKey(service, 1_000);
  const calls = [...APIS, 'query-api'].map((name) => async () => {
    const [method, path, body] = name === 'query-api' ? ['GET', '/v1/engine'] : ['POST', '/v1/verifications', TEXT];
    return requestOf(service.urlOf(name), secret, String(method), String(path), body === undefined ? {} : { body });
  });
  // Every process has read it before, and may have cached it.
  for (const call of calls) assert.ok([200, 201].includes((await call()).status));
  const revoked = await requestOf(service.urlOf(APIS[1]), service.key, 'DELETE', `/v1/api-keys/${id}`);
  assert.equal(revoked.status, 204);
  for (const call of calls) {
    const { status, body } = await call();
    assert.deepEqual([status, body.error.code], [401, 'key_revoked']);
  }
}

async function disconnection(service: Deployment): Promise<void> {
  const { body } = await service.request('GET', '/v1/organizations');
  const path = `/v1/organizations/${body.data[0].id}/provider-connections`;
  const callAt = (name: string, method: string, at: string, sent?: object) =>
    requestOf(service.urlOf(name), service.key, method, at, sent === undefined ? {} : { body: sent });
  const credentials = ['the first credential', 'the second credential'];
  const connected = await callAt(APIS[0], 'POST', path, { provider: 'openai', credential: credentials[0] });
  assert.equal(connected.status, 201);
  const connection = `${path}/${connected.body.id}`;
  let turbines = 30;
  // Enough verifications for both pipelines to ask, of claims that no answer is remembered about.
  const ask = async () => {
    provider.requests.length = 0;
    const texts = Array.from({ length: 6 }, () => ({ content: `The station has ${++turbines} turbines of its own.` }));
    const answers = await Promise.all(texts.map((sent, n) => callAt(APIS[n % 2]!, 'POST', '/v1/verifications', sent)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    return [...new Set(provider.requests.map(({ headers }) => headers.authorization))];
  };
  assert.deepEqual(await ask(), [`Bearer ${credentials[0]}`]);
  const rotated = await callAt(APIS[1], 'POST', `${connection}/rotate`, { credential: credentials[1] });
  assert.equal(rotated.status, 200);
  assert.deepEqual(await ask(), [`Bearer ${credentials[1]}`]);
  assert.equal((await callAt(APIS[1], 'DELETE', connection)).status, 204);
  assert.deepEqual(await ask(), []);
}

function verifyAt(service: Deployment, name: string, options: RequestOptions): Promise<ServiceResponse> {
  return requestOf(service.urlOf(name), service.key, 'POST', '/v1/verifications', options);
}

async function makeKey(service: Deployment, quota_per_hour: number): Promise<{ id: string; secret: string }> {
  const made = await service.request('POST', '/v1/api-keys', { body: { name: 'a key', quota_per_hour } });
  assert.equal(made.status, 201);
  return made.body;
}

/** Delays calls until the returned function is called. */
function holdPipeline(service: Deployment, context: TestContext): () => void {
  const pids = ['pipeline-1', 'pipeline-2'].map((name) => service.pids().get(name) ?? assert.fail(`no ${name}`));
  const goOn = () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  };
  context.after(goOn);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return goOn;
}
