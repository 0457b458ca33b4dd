/** Calls that the driver itself never ends. */
import assert from 'node:assert/strict';
import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { callLimitMs } from '#platform/mongodb/call-limit.ts';
import { clientOfDouble } from '#test/support/servers/mongodb-double.ts';
import { openStores } from './stores-on-double.ts';

const VIEW = { name: 'items', version: 1, indexes: [] };
const SHORT = 'serverSelectionTimeoutMS=500&waitQueueTimeoutMS=200&socketTimeoutMS=200';

test('calls on connections that just broke end; later calls work', { timeout: 30_000 }, async (context) => {
  const sockets = socketsOf(context);
  const server = await clientOfDouble(context);
  const stores = await openStores(server.url, SHORT);
  context.after(() => stores.close());
  await stores.views.live(VIEW);
  const { views, library, blobs } = stores;
  const callAll = () => [
    views.find(VIEW, { where: {}, limit: 1 }),
    library.search([{ terms: ['herring'], limit: 1 }]),
    blobs.get('ver_a/upload'),
    blobs.deletePrefix('ver_a/'),
  ];
  // Each has a connection of its own.
  await Promise.all(callAll());

  // Node tells of the end of a socket in a later turn of the event loop. A command written until then waits for ever.
  for (const socket of sockets) socket.destroy();
  const outcomes = await Promise.allSettled(callAll());
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  assert.ok(failures.length > 0, 'no call was written to a broken connection');
  for (const failure of failures) assert.equal(failure.code, 'unavailable');

  assert.equal(await stores.views.get(VIEW, 'a'), null);
});

test('the limit is longer than all limits of the driver, and off if one of them is', () => {
  const limits = { serverSelectionTimeoutMS: 5_000, waitQueueTimeoutMS: 5_000, socketTimeoutMS: 10_000 };
  assert.equal(callLimitMs(limits), 45_000);
  assert.equal(callLimitMs({ ...limits, socketTimeoutMS: 0 }), null);
});

/** All sockets that this process opens from now on. */
function socketsOf(context: TestContext): Socket[] {
  const sockets: Socket[] = [];
  const opened = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
  diagnostics.subscribe('net.client.socket', opened);
  context.after(() => diagnostics.unsubscribe('net.client.socket', opened));
  return sockets;
}
