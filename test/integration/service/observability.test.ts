/** What operators watch is documented, and a verification can be followed through the log by its ids. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { testedShape } from '#test/support/ground/ground.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

const DOCS = join(import.meta.dirname, '..', '..', '..', 'docs');
const DOCUMENT = join(DOCS, 'observability.md');

test('docs/observability.md names exactly the metrics of the service', async (context) => {
  const service = await openTestService();
  context.after(() => service.close());
  const { text } = await service.call('GET', '//metrics', { key: null });
  const served = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!);
  const own = served.filter((name) => !/^(process|nodejs)_/.test(name));
  const document = await readFile(DOCUMENT, 'utf8');
  const rows = [...document.matchAll(/^\| `(\w+)` \| (?:histogram|counter|gauge)(, distributed)?:/gm)];
  const here = rows.filter(([, , distributed]) => distributed === undefined || testedShape() === 'distributed');
  const documented = here.map(([, name]) => name!);
  assert.deepEqual(documented.toSorted(), own.toSorted());
  assert.ok(served.includes('nodejs_eventloop_lag_p99_seconds'));
});

test('the runbook explains every metric that may cause an alert', async () => {
  const document = await readFile(DOCUMENT, 'utf8');
  const [, alerts = ''] =
    /^## What an alert means$(.*?)^## /ms.exec(await readFile(join(DOCS, 'runbook.md'), 'utf8')) ?? [];
  const rows = [...document.matchAll(/^\| `(\w+)` \| (?:histogram|counter|gauge)/gm)];
  assert.ok(rows.length > 5);
  for (const [, name] of rows) assert.ok(alerts.includes(name!), name!);
});

interface Line {
  msg: string;
  stage?: string;
  attempt?: number;
  request_id?: string;
  verification_id?: string;
}

function stageLines({ logs }: TestService): Line[] {
  return logs.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg.startsWith('stage '));
}

test('every log line about a verification names it and its request', async (context) => {
  const service = await openTestService();
  context.after(() => service.close());
  const good = await service.call('POST', '/verifications', { body: { content: 'The bridge is old.' } });
  assert.equal(good.status, 201);
  const { id } = good.body.result;
  service.engine.failWith = 'engine_error';
  const bad = await service.call('POST', '/verifications', { body: { content: 'The tower is new.' } });
  assert.equal(bad.status, 500);

  // A stage's line follows what it recorded, which is what the caller waits for.
  await eventually('the lines are written', () => {
    const written = stageLines(service).map(({ stage, msg }) => `${stage} ${msg}`);
    return ['judge stage handled', 'conclude stage handled', 'extract stage given up on'].every((line) =>
      written.includes(line),
    );
  });
  const lines = stageLines(service);
  const of = (answer: typeof good) => lines.filter((line) => line.request_id === answer.headers['x-request-id']);
  for (const stage of ['extract', 'retrieve', 'judge']) {
    const [line] = of(good).filter((each) => each.stage === stage);
    assert.deepEqual([line?.msg, line?.verification_id], ['stage handled', id], stage);
  }
  const failed = of(bad).filter((line) => line.stage === 'extract');
  assert.deepEqual(
    failed.map(({ msg, attempt }) => [msg, attempt]),
    [
      ['stage failed, will be tried again', 1],
      ['stage given up on', 2],
    ],
  );
  assert.equal(new Set(failed.map((line) => line.verification_id)).size, 1);
  await service.call('GET', `/verifications/${id}`);
  await service.call('GET', '/verifications/no-id-of-ours');
  const requests = service.logs.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'request');
  assert.deepEqual(
    requests.map(({ verification_id }) => verification_id),
    [id, failed[0]!.verification_id, id, undefined],
  );
  for (const line of lines) {
    assert.match(line.verification_id ?? '', /^ver_/, line.msg);
    assert.match(line.request_id ?? '', /^req_/, line.msg);
  }
});
