/** Processes that race for the same quota, slots, costs, counters and leases never exceed the limits. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mongoServer, reportMongo } from '#test/support/servers/mongodb.ts';
import { openStores, T0 } from './stores-on-double.ts';

const script = fileURLToPath(new URL('./admit-on-signal.ts', import.meta.url));
const PROCESSES = 3;

test('together they get exactly what the limits allow', async (context) => {
  const server = await mongoServer();
  context.after(() => server.stop());
  reportMongo(context, server);
  const children: ChildProcess[] = [];
  context.after(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  const racers = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, index) => {
      const child = spawn(process.execPath, [script, server.url, server.database, `p${index}`], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      children.push(child);
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      assert.equal((await lines.next()).value, 'ready');
      return { child, lines };
    }),
  );
  const outcomes = await Promise.all(
    racers.map(async ({ child, lines }) => {
      const exited = once(child, 'exit');
      child.stdin!.write('go\n');
      const { value } = await lines.next();
      assert.deepEqual(await exited, [0, null]);
      return JSON.parse(value as string) as Record<string, number>;
    }),
  );
  const sum = (name: string) => outcomes.reduce((all, outcome) => all + outcome[name]!, 0);
  const got = Object.fromEntries(['quota', 'slots', 'hits', 'leases'].map((name) => [name, sum(name)]));
  assert.deepEqual(got, { quota: 7, slots: 5, hits: 11, leases: 5 });
  // 18 cents allow nine calls; none has to return its cost, as no other limit refuses them.
  assert.equal(sum('cost'), 9);

  const stores = await openStores(server.url, 'serverSelectionTimeoutMS=5000', server.database);
  context.after(() => stores.close());
  const open = await stores.operations.admission.openReservations(T0 + 1, 1_000);
  const byKind = (kind: string) => open.filter(({ organization_id }) => organization_id === `org_${kind}`).length;
  assert.deepEqual([byKind('quota'), byKind('slots'), byKind('cost')], [7, 5, 9], 'refused calls keep no reservation');
});
