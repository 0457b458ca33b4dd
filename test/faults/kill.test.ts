import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { deployEmbedded } from '#test/support/deployment/embedded.ts';
import { startServers } from '#test/support/servers/all.ts';
import { assertSound } from './inspect.ts';
import { runKills } from './kill-runs.ts';

const LIBRARY = join(import.meta.dirname, '../../examples/library');

async function deploy(context: TestContext, environment: Record<string, string>): Promise<Deployment> {
  const { deployment, remove } = await deployEmbedded(environment);
  context.after(remove);
  return deployment;
}

test('twenty kill -9 under load lose nothing acknowledged and repeat nothing', async (context) => {
  const service = await deploy(context, { EVIDENCE_LIBRARY_DIR: LIBRARY });
  const { orders, lost } = await runKills(context, service, { kills: 20, ordersPerRun: 200 });
  assert.deepEqual(lost, []);
  await assertSound(context, service, orders);
});

test('kill -9 of each process of the distributed shape under load, and of all at once', async (context) => {
  const servers = await startServers(context);
  if (servers === null) return;
  const { deployment: service, remove } = await deployDistributed(servers, { EVIDENCE_LIBRARY_DIR: LIBRARY });
  context.after(remove);
  const everyOne = service.processes.map((name) => [name]);
  const victims = [...everyOne, ['pipeline-1', 'pipeline-2'], service.processes];
  const { orders, lost } = await runKills(context, service, {
    kills: victims.length,
    ordersPerRun: 100,
    victims: (run) => victims[run]!,
  });
  assert.deepEqual(lost, []);
  await assertSound(context, service, orders);
});

test('the same check fails for a service that acknowledges before it commits', async (context) => {
  const preload = pathToFileURL(join(import.meta.dirname, 'acknowledge-early.ts')).href;
  const environment = { EVIDENCE_LIBRARY_DIR: LIBRARY, NODE_OPTIONS: `--import=${preload}` };
  const service = await deploy(context, environment);
  const found = await runKills(context, service, { kills: 10, ordersPerRun: 100, untilLost: true }).then(
    ({ lost }) => lost,
    (error: Error) => [error.message],
  );
  // An acknowledged verification or API key is gone, or the queue remembers more than the log holds.
  const signs = [/^ver_/, /invalid_api_key/, /consumed more than the log holds/];
  const noticed = found.some((each) => signs.some((sign) => sign.test(each)));
  assert.ok(noticed, `what was found: ${found}`);
});
