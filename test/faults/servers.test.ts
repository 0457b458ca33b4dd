import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { underLoad } from './under-load.ts';

const OUTAGE_MS = 10_000;

for (const name of ['eventStore', 'mongo', 'kafka'] as const) {
  test(`${name} down for 10 s: nothing acknowledged is lost, and work resumes`, (context) =>
    underLoad(context, {
      ownKafka: name === 'kafka',
      async fault({ servers, service, orders }) {
        const server = servers[name];
        if (server.kind === 'given') return context.skip('the server in the environment is not to be stopped');
        await server.kill();
        const asked = orders.find((order) => order.acknowledged !== null)!;
        const read = service.request('GET', `/v1/verifications/${asked.acknowledged?.id}`, { key: asked.key });
        // Reads never wait for the stages.
        if (name === 'kafka') assert.equal((await read).status, 200);
        const [{ status }] = await Promise.all([read, delay(OUTAGE_MS)]);
        assert.ok([200, 503].includes(status), `a read was answered with ${status}`);
        await ('restart' in server ? server.restart() : server.resume());
      },
    }));
}
