import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { evidence } from '#test/support/command-line.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { eventually } from '#test/support/eventually.ts';
import { startServers } from '#test/support/servers/all.ts';

const LIBRARY = join(import.meta.dirname, '../../../examples/library');

test('the whole distributed shape, every role a process, and the command line beside it', async (context) => {
  const servers = await startServers(context);
  if (servers === null) return;
  const { deployment: service, remove } = await deployDistributed(servers, { EVIDENCE_LIBRARY_DIR: LIBRARY });
  try {
    const body = { content: 'The station has 24 turbines. Each turbine is nine metres in diameter.' };
    const verified = await service.request('POST', '/v1/verifications', { body });
    assert.equal(verified.status, 201);
    const { id, counts } = verified.body.result;
    assert.deepEqual([counts.contradicted, counts.supported], [1, 1]);
    const read = await service.request('GET', `/v1/verifications/${id}`);
    assert.deepEqual(read.body.result, verified.body.result);

    const run = (...args: string[]) => evidence('unused', args, { environment: service.environment });
    const replayed = await run('replay', id, '--json');
    assert.equal(replayed.code, 0, replayed.stderr);
    assert.ok(
      JSON.parse(replayed.stdout).events.some((event: { type: string }) => event.type.startsWith('ClaimJudged')),
    );
    const rebuilt = await run('rebuild', 'verifications');
    assert.match(rebuilt.stdout, /^verifications: rebuilt from \d+ events\n$/, rebuilt.stderr);
    assert.equal((await run('dead-letters', 'list', '--json')).stdout.includes(id), false);
    assert.match((await run('keys', 'rotate-master')).stdout, /^0 keys re-wrapped/);
    await eventually('the rebuilt view', async () => {
      const again = await service.request('GET', `/v1/verifications/${id}`);
      assert.deepEqual(again.body.result, verified.body.result);
      return again.status === 200;
    });
    assert.equal((await service.request('GET', `/v1/verifications/${id}/export?format=html`)).status, 200);
  } finally {
    await remove();
  }
});
