import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readEmbeddedConfiguration } from '#apps/configuration.ts';
import { createOperations } from '#apps/control/operations.ts';
import { serveControl } from '#apps/control/server.ts';
import { controlSocketPath } from '#apps/control/socket-path.ts';
import { openService } from '#apps/embedded/service.ts';
import { createLogger } from '#apps/logger.ts';
import { evidence } from '#test/support/command-line.ts';
import { eventually } from '#test/support/eventually.ts';
import { failOn } from '#test/support/fail-on.ts';
import { type Answer, openTestService, type TestService } from '#test/support/service/open.ts';

const SILENT = createLogger('silent', { write() {} });
const HISTORY_OF_A_RETRY = [
  'VerificationRequested',
  'StageDeadLettered',
  'VerificationFailed',
  'VerificationRestarted',
];

/** A service with `count` dead-lettered verifications. Returns their ids, oldest first. */
async function withDeadLetters(context: TestContext, count: number): Promise<{ service: TestService; ids: string[] }> {
  const service = await openTestService();
  context.after(() => service.close());
  service.engine.failWith = 'engine_error';
  for (let i = 0; i < count; i++) {
    assert.equal((await ask(service, i)).status, 500);
  }
  service.engine.failWith = null;
  const ids = await requested(service);
  assert.equal(ids.length, count);
  return { service, ids };
}

function ask(service: TestService, i: number): Promise<Answer> {
  const headers = { 'idempotency-key': `text-${i}` };
  return service.call('POST', '/verifications', { body: { content: `Text ${i}.` }, headers });
}

async function requested({ service }: TestService): Promise<string[]> {
  const { events } = await service.stores.events.readAll({
    after: '' as never,
    limit: 100,
    filter: { types: ['VerificationRequested.v2'] },
  });
  return events.map((event) => event.data.verification_id as string);
}

async function typesOf({ service }: TestService, id: string): Promise<string[]> {
  const events = await service.stores.events.readStream(`verification-${id}`);
  return events.map((event) => event.type.replace(/\.v\d+$/, ''));
}

async function serve(context: TestContext, { service, ground }: TestService): Promise<void> {
  const control = await serveControl(controlSocketPath(ground.folder), (report) => createOperations(service, report));
  context.after(() => control.close(0));
}

test('beside a running service: list, retry, and the verification is finished', async (context) => {
  const { service, ids } = await withDeadLetters(context, 2);
  await serve(context, service);
  const run = (...args: string[]) => evidence(service.ground.folder, ['dead-letters', ...args]);

  const listed = await run('list', '--json');
  assert.equal(listed.code, 0, listed.stderr);
  const { data, has_more } = JSON.parse(listed.stdout);
  assert.equal(has_more, false);
  assert.deepEqual(
    data.map((letter: { verification_id: string }) => letter.verification_id),
    ids.toReversed(),
  );
  const { stage, state, attempts, error_class, organization_id } = data[0];
  assert.deepEqual(
    { stage, state, attempts, error_class, organization_id },
    {
      stage: 'extract',
      state: 'open',
      attempts: 2,
      error_class: 'EngineError',
      organization_id: service.organization_id,
    },
  );

  const retried = await run('retry', ids[0]!);
  assert.deepEqual([retried.code, retried.stdout], [0, `${ids[0]} restarted\n`], retried.stderr);
  await eventually(
    'the verification is finished',
    async () => (await typesOf(service, ids[0]!)).at(-1) === 'VerificationCompleted',
  );
  assert.deepEqual((await typesOf(service, ids[0]!)).slice(0, 4), HISTORY_OF_A_RETRY);
  await eventually(
    'its result can be read',
    async () => (await service.call('GET', `/verifications/${ids[0]}`)).status === 200,
  );

  const repeated = await ask(service, 0);
  assert.deepEqual(
    [repeated.status, repeated.body.result?.id],
    [201, ids[0]],
    'the caller finds the result of the retry',
  );

  const again = await run('retry', ids[0]!, 'ver_unknown');
  assert.deepEqual([again.code, again.stdout], [1, `${ids[0]} retried\nver_unknown no_dead_letter\n`]);
  assert.match(again.stderr, /2 of 2 verifications could not be restarted/);

  assert.equal((await run('retry', '--all')).stdout, '1 verifications restarted\n');
  await eventually(
    'the verification is finished',
    async () => (await typesOf(service, ids[1]!)).at(-1) === 'VerificationCompleted',
  );
  assert.equal((await run('retry', '--all')).stdout, '0 verifications restarted\n');
});

test('a retry without a running service is executed by the next start', async (context) => {
  const { service, ids } = await withDeadLetters(context, 1);
  await service.service.close();
  const listed = await evidence(service.ground.folder, ['dead-letters', 'list']);
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(listed.stdout, new RegExp(`${ids[0]} open: extract after 2 attempts: EngineError`));
  const retried = await evidence(service.ground.folder, ['dead-letters', 'retry', '--all', '--json']);
  assert.deepEqual(JSON.parse(retried.stdout), { data: [{ verification_id: ids[0], outcome: 'restarted' }] });
  assert.match(
    (await evidence(service.ground.folder, ['dead-letters', 'list'])).stdout,
    new RegExp(`${ids[0]} retried`),
  );

  const { ground, engine } = service;
  const next = await openService(
    { ...readEmbeddedConfiguration({ EVIDENCE_DATA_DIR: ground.folder }), publicSources: false },
    SILENT,
    failOn,
    {
      createEngine: () => engine,
    },
  );
  context.after(() => next.close());
  await eventually('the next start finishes it', async () => {
    const events = await next.stores.events.readStream(`verification-${ids[0]}`);
    return events.at(-1)!.type === 'VerificationCompleted.v1';
  });
});

test('an expired verification is not restarted', async (context) => {
  const { service, ids } = await withDeadLetters(context, 1);
  await serve(context, service);
  const { stores } = service.service;
  const stream = `verification-${ids[0]}`;
  const [first] = await stores.events.readStream(stream, { limit: 1 });
  const all = await stores.events.readStream(stream);
  await stores.events.append(stream, all.length - 1, [
    {
      id: '01890000-0000-7000-8000-000000000001',
      type: 'VerificationExpired.v1',
      data: { reason: 'expired', expired_at: new Date(service.now()).toISOString() },
      metadata: first!.metadata,
    },
  ]);
  const refused = await evidence(service.ground.folder, ['dead-letters', 'retry', ids[0]!]);
  assert.deepEqual([refused.code, refused.stdout], [1, `${ids[0]} expired\n`]);
});

test('retry takes either names or --all', async () => {
  for (const args of [[], ['--all', 'ver_1']]) {
    assert.equal((await evidence('/nonexistent', ['dead-letters', 'retry', ...args])).code, 2);
  }
});
