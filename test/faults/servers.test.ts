import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { type Servers, startServers } from '#test/support/servers/all.ts';
import { assertSound } from './inspect.ts';
import { makeKeys, makeOrders, type Order, send } from './load.ts';
import { missing, repeatUntilAnswered, untilIdle } from './rest.ts';

const LIBRARY = join(import.meta.dirname, '../../examples/library');
const OUTAGE_MS = 10_000;
/** Orders come in one by one, before the fault, during it and after it. */
const ORDERS = 150;
const EVERY_MS = 120;
const FAULT_AFTER_MS = 3_000;

interface Scene {
  servers: Servers;
  service: Deployment;
  orders: Order[];
}

/** Runs a steady load with a fault in the middle of it, and looks at what is left when all has come to rest. */
async function underLoad(context: TestContext, fault: (scene: Scene) => Promise<void>): Promise<void> {
  const servers = await startServers(context);
  if (servers === null) return;
  const { deployment: service, remove } = await deployDistributed(servers, { EVIDENCE_LIBRARY_DIR: LIBRARY });
  try {
    const keys = await makeKeys(service, 25);
    const orders = makeOrders(keys, ORDERS);
    const sending = Promise.all(
      orders.map(async (order, index) => {
        await delay(index * EVERY_MS);
        await send(service, order);
      }),
    );
    await delay(FAULT_AFTER_MS);
    await fault({ servers, service, orders });
    await sending;
    await repeatUntilAnswered(service, orders);
    await untilIdle(service);
    assert.deepEqual(await missing(service, orders), []);
    await service.stop();
    await assertSound(context, service, orders);
  } finally {
    await remove();
  }
}

for (const name of ['eventStore', 'mongo', 'kafka'] as const) {
  test(`${name} is gone for 10 s: all that was acknowledged is there, and everything goes on by itself`, (context) =>
    underLoad(context, async ({ servers, service, orders }) => {
      const server = servers[name];
      if (server.kind === 'given') return context.skip('the server in the environment is not to be stopped');
      await server.kill();
      const asked = orders.find((order) => order.acknowledged !== null) ?? assert.fail('nothing was acknowledged yet');
      const read = service.request('GET', `/v1/verifications/${asked.acknowledged?.id}`, { key: asked.key });
      // Reads never wait for the stages.
      if (name === 'kafka') assert.equal((await read).status, 200);
      const [{ status }] = await Promise.all([read, delay(OUTAGE_MS)]);
      assert.ok([200, 503].includes(status), `a read was answered with ${status}`);
      await ('restart' in server ? server.restart() : server.resume());
    }));
}

test('a process of the pipeline stands still for 15 s: the other takes its work, and nothing is done twice', (context) =>
  underLoad(context, async ({ service }) => {
    const pid = service.pids().get('pipeline-1') ?? assert.fail('it does not run');
    process.kill(pid, 'SIGSTOP');
    try {
      await delay(15_000);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }));
