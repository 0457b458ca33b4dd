import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { STAGE_NAMES } from '#pipeline/stages/stage-table.ts';
import { PROJECTIONS } from '#projectors/all.ts';
import { eventually } from '#test/support/eventually.ts';
import { testedShape } from '#test/support/ground/ground.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

async function lags(): Promise<Map<string, number>> {
  const { body } = await service.service.app.inject({ method: 'GET', url: '/metrics' });
  const lines = body.matchAll(/^subscription_lag_seconds\{kind="(\w+)",subscription="([\w-]+)"\} (\S+)$/gm);
  return new Map([...lines].map(([, kind, name, value]) => [`${kind} ${name}`, Number(value)]));
}

test('every stage and projector reports its lag, which returns to 0', async () => {
  const release = service.engine.hold();
  const { atWork } = await service.watchNext();
  const call = service.call('POST', '/verifications', { body: { content: 'The bridge is old.' } });
  await atWork;
  service.advance(60_000);
  const behind = await lags();
  release();
  assert.equal((await call).status, 201);
  const kinds = testedShape() === 'distributed' ? ['stage', 'relay'] : ['stage'];
  const expected = [
    ...kinds.flatMap((kind) => STAGE_NAMES.map((stage) => `${kind} ${stage}`)),
    ...PROJECTIONS.map(({ view }) => `projector ${view.name}`),
    'follower audit',
  ];
  assert.deepEqual([...behind.keys()].toSorted(), expected.toSorted());
  assert.ok(behind.get('stage extract')! > 30, `extract: ${behind.get('stage extract')}`);
  assert.equal(behind.get('stage retrieve'), 0);
  await eventually('nothing is behind', async () => [...(await lags()).values()].every((lag) => lag === 0));
});
