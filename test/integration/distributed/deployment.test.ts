/** The whole distributed shape with a process per role, and commands of an operator beside it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { evidence } from '#test/support/command-line.ts';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { eventually } from '#test/support/eventually.ts';
import { attributesOf, type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from '#test/support/otlp-receiver.ts';
import { startServers } from '#test/support/servers/all.ts';

const LIBRARY = join(import.meta.dirname, '../../../examples/library');
const TEXT = { content: 'The station has 24 turbines. Each turbine is nine metres in diameter.' };
const STAGES = ['extract', 'retrieve', 'judge', 'conclude', 'settle'];
const CLIENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

type Line = Record<string, unknown>;

test('processes of all roles make one service over the servers', async (context) => {
  const servers = await startServers(context);
  if (servers === null) return;
  const receiver = await openOtlpReceiver();
  const { deployment: service, remove } = await deployDistributed(servers, {
    EVIDENCE_LIBRARY_DIR: LIBRARY,
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  try {
    await inOrder(context, service, receiver);
  } finally {
    await remove();
    await receiver.close();
  }
});

async function inOrder(context: TestContext, service: Deployment, receiver: OtlpReceiver): Promise<void> {
  const headers = { traceparent: CLIENT, 'x-request-id': 'req_of_the_client' };
  const verified = await service.request('POST', '/v1/verifications', { body: TEXT, headers });
  assert.equal(verified.status, 201, verified.text);
  const { id, counts } = verified.body.result;
  const run = (args: string[], environment = {}) =>
    evidence('unused', args, { environment: { ...service.environment, LOG_LEVEL: 'info', ...environment } });
  const readAgain = () => service.request('GET', `/v1/verifications/${id}`);

  await context.test('verifies, and gives a repeated call the same response', async () => {
    assert.deepEqual([counts.contradicted, counts.supported], [1, 1]);
    assert.deepEqual((await readAgain()).body.result, verified.body.result);
    assert.equal((await service.request('GET', `/v1/verifications/${id}/export?format=html`)).status, 200);
  });

  await context.test('logs a verification under its ids in all processes', async () => {
    const told = (line: Line) => line.verification_id === id || line.request_id === 'req_of_the_client';
    const lines = () =>
      [...service.logs()].flatMap(([process, own]) => own.filter(told).map((line): Line => ({ process, ...line })));
    const has = (process: string, fields: Line) =>
      lines().some((line) => String(line.process).startsWith(process) && includes(line, fields));
    const both = { verification_id: id, request_id: 'req_of_the_client' };
    const expected: [string, Line][] = [
      ['gateway', { msg: 'request', request_id: 'req_of_the_client', status: 201 }],
      ['command-api', { msg: 'request', ...both, status: 201 }],
      ...STAGES.flatMap((stage): [string, Line][] => [
        ['pipeline', { msg: 'trigger relayed', ...both, stage }],
        ['pipeline', { msg: 'stage handled', ...both, stage }],
      ]),
      ['projectors', { msg: 'event shown', ...both, event_type: 'VerificationCompleted.v1' }],
    ];
    for (const [process, fields] of expected) {
      await eventually(`${process} ${JSON.stringify(fields)}`, () => has(process, fields));
    }
    await eventually('the reading of it', () => has('query-api', { msg: 'request', verification_id: id, status: 200 }));
    for (const line of lines()) {
      assert.ok(!JSON.stringify(line).includes('turbine'), JSON.stringify(line));
      // The gateway only forwards; the API interprets the request.
      if (line.process === 'gateway' || line.process === 'query-api') continue;
      assert.deepEqual({ verification_id: line.verification_id, request_id: line.request_id }, both, String(line.msg));
    }
  });

  await context.test('is one trace over all processes', async () => {
    const [, trace, client] = CLIENT.split('-');
    const spans = () => receiver.spans().filter(({ traceId }) => traceId === trace);
    const named = (name: string) => spans().find((span) => span.name === name);
    await eventually('the last span', () => named('settle') !== undefined && named('gateway POST') !== undefined);
    assert.equal(named('gateway POST')?.parentSpanId, client);
    await eventually("the API's span", () => named('POST /v1/verifications') !== undefined);
    assert.equal(named('POST /v1/verifications')?.parentSpanId, named('gateway POST')?.spanId);
    await eventually('the stages', () => STAGES.every((stage) => named(stage) !== undefined));
    const appends = (parent: ReceivedSpan | undefined) =>
      spans().filter((span) => span.name === 'append' && span.parentSpanId === parent?.spanId);
    for (const maker of ['POST /v1/verifications', ...STAGES.slice(0, 4)]) {
      await eventually(`what ${maker} appended`, () => appends(named(maker)).length > 0);
    }
    assert.equal(named('extract')?.parentSpanId, named('POST /v1/verifications')?.spanId);
    assert.equal(attributesOf(named('POST /v1/verifications')!)['evidence.verification_id'], id);
  });

  await context.test('exports each metric from the process that does the work', async () => {
    const metrics = await service.metrics();
    const has = (pattern: string) => assert.match(metrics, new RegExp(`^${pattern}`, 'm'));
    for (const stage of STAGES) {
      has(`pipeline_stage_duration_seconds_count\\{stage="${stage}"\\} [1-9]`);
      has(`subscription_lag_seconds\\{kind="stage",subscription="${stage}"\\} `);
      has(`subscription_lag_seconds\\{kind="relay",subscription="${stage}"\\} `);
      has(`pipeline_stage_pending\\{stage="${stage}"\\} `);
      has(`pipeline_topic_backlog_messages\\{topic="${service.environment.KAFKA_TOPIC_PREFIX}\\.${stage}"\\} `);
    }
    for (const view of ['verifications', 'reviews', 'source_sets']) {
      has(`subscription_lag_seconds\\{kind="projector",subscription="${view}"\\} `);
    }
    await eventually('nothing is behind', async () => {
      const text = await service.metrics();
      const figures = text.matchAll(/^(?:subscription_lag_seconds|pipeline_topic_backlog_messages)\{.*\} (\S+)$/gm);
      return [...figures].every(([, figure]) => figure === '0');
    });
    assert.doesNotMatch(metrics, /ver_|req_|turbine/);
  });

  await context.test('replays a verification, and rebuilds each view while serving requests', async () => {
    const replayed = await run(['replay', id, '--json']);
    assert.equal(replayed.code, 0, replayed.stderr);
    const types = JSON.parse(replayed.stdout).events.map(({ type }: { type: string }) => type);
    assert.ok(types.some((type: string) => type.startsWith('ClaimJudged')));
    for (const view of ['verifications', 'reviews', 'source_sets']) {
      const rebuilt = await run(['rebuild', view]);
      assert.match(rebuilt.stdout, new RegExp(`^${view}: rebuilt from \\d+ events\n$`), rebuilt.stderr);
    }
    await eventually('the rebuilt view', async () => {
      const again = await readAgain();
      assert.deepEqual(again.body.result, verified.body.result);
      return again.status === 200;
    });
  });

  await context.test('lists dead letters and retries them', async () => {
    assert.deepEqual(await run(['dead-letters', 'list']), { code: 0, stdout: 'no dead letters\n', stderr: '' });
    assert.equal((await run(['dead-letters', 'retry', '--all'])).stdout, '0 verifications restarted\n');
  });

  await context.test('a new master key replaces the former without loss', async () => {
    const former = service.environment.EVIDENCE_MASTER_KEY!;
    const keys = { EVIDENCE_MASTER_KEY: randomBytes(32).toString('base64'), EVIDENCE_MASTER_KEY_PREVIOUS: former };
    await service.stop();
    Object.assign(service.environment, keys);
    await service.restart();
    assert.match((await run(['keys', 'rotate-master'])).stdout, /^[1-9]\d* keys re-wrapped by the new master key\n$/);
    assert.match((await run(['keys', 'rotate-master'])).stdout, /^0 keys re-wrapped/);
    assert.deepEqual((await readAgain()).body.result, verified.body.result);
    const alone = await run(['replay', id, '--json'], { EVIDENCE_MASTER_KEY_PREVIOUS: '' });
    assert.deepEqual(JSON.parse(alone.stdout).result, verified.body.result);
    const refused = await run(['replay', id], { EVIDENCE_MASTER_KEY: former, EVIDENCE_MASTER_KEY_PREVIOUS: '' });
    assert.deepEqual([refused.code, refused.stdout], [2, ''], refused.stderr);
  });
}

function includes(line: Line, fields: Line): boolean {
  return Object.entries(fields).every(([name, value]) => line[name] === value);
}
