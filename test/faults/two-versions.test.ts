/**
 * An upgrade role by role, in the order of docs/upgrading.md: processes of the release before and of this one beside each
 * other on the same servers.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { runProgram } from '#test/support/command-line.ts';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { type Fleet, fleetOn, type Role, type Version } from '#test/support/deployment/fleet.ts';
import { releaseBefore } from '#test/support/deployment/release-before.ts';
import { form } from '#test/support/documents.ts';
import { eventually } from '#test/support/eventually.ts';
import { startServers } from '#test/support/servers/all.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { makeKeys, makeOrders, type Order, send } from './load.ts';
import { missing } from './rest.ts';

const LIBRARY = join(import.meta.dirname, '../../examples/library');
const ROLES: readonly Role[] = ['projectors', 'query-api', 'pipeline', 'command-api'];
const ORDERS = 6;
/** A key has sixty calls a minute. */
const LOOK_EVERY_MS = 1_500;

test('upgraded role by role, what either version wrote is read and gone on with', async (context) => {
  const release = await releaseBefore();
  if (release === null) return context.skip('the release before is not in the history of this clone');
  context.after(release.remove);
  const servers = await startServers(context);
  if (servers === null) return;
  const fleet = fleetOn(servers, release.folder, { EVIDENCE_LIBRARY_DIR: LIBRARY });
  context.after(fleet.remove);
  const seen: Seen = { orders: [], reviewed: [], jobs: [] };
  const write = async (version: Version) => seen.orders.push(...(await written(fleet, version)));

  for (const role of ROLES) await fleet.start('old', role);
  await write('old');
  seen.jobs.push(await sendDocument(fleet, 'old'));
  await assertRead(fleet, ['old'], seen);

  await fleet.start('new', 'projectors');
  await untilViewsAreBuilt(fleet);
  await fleet.start('new', 'query-api');
  await write('old');
  await review(fleet, 'old', seen);
  seen.jobs.push(await sendDocument(fleet, 'old'));
  await assertRead(fleet, ['old', 'new'], seen);
  await fleet.stop('old', 'query-api');
  await fleet.stop('old', 'projectors');

  await fleet.stop('old', 'pipeline');
  const waiting = written(fleet, 'old');
  await fleet.start('new', 'pipeline');
  seen.orders.push(...(await waiting));
  seen.jobs.push(await sendDocument(fleet, 'old'));
  const [forgotten] = seen.orders.splice(1, 1);
  await makeDue(servers.environment.MONGODB_URL!, forgotten!.acknowledged!.id);
  await assertForgotten(fleet, forgotten!);

  await fleet.start('new', 'command-api');
  await write('new');
  await write('old');
  await review(fleet, 'new', seen);
  seen.jobs.push(await sendDocument(fleet, 'new'));
  await assertRepeated(fleet, 'new', seen.orders[0]!);
  await assertRepeated(fleet, 'old', seen.orders.at(-1)!);
  await fleet.stop('old', 'command-api');
  await assertRead(fleet, ['new'], seen);

  for (const view of ['verifications', 'reviews', 'usage']) {
    const { code, stderr } = await runProgram('apps/cli/main.ts', ['rebuild', view], {
      environment: fleet.environment,
    });
    assert.equal(code, 0, stderr);
  }
  await assertRead(fleet, ['new'], seen);
  await assertForgotten(fleet, forgotten!);
});

interface Seen {
  orders: Order[];
  /** Ids of those of whose claims one waits for evidence. */
  reviewed: string[];
  jobs: string[];
}

/** None is of zero retention, as those can't be read again. */
async function written(fleet: Fleet, version: Version): Promise<Order[]> {
  const api = serviceOf(fleet, [version, 'command-api']);
  const orders = makeOrders(await makeKeys(api, ORDERS), ORDERS, Number.POSITIVE_INFINITY);
  await Promise.all(
    orders.map(async (order) => {
      const response = await send(api, order);
      assert.equal(response?.status, 201, String(response?.text));
    }),
  );
  return orders;
}

async function sendDocument(fleet: Fleet, version: Version): Promise<string> {
  const content = 'The station has 24 turbines. Each turbine is nine metres in diameter.';
  const { body, headers } = form([{ name: 'file', filename: 'station.txt', content }]);
  const response = await fetch(`${fleet.urlOf(version, 'command-api')}/v1/documents`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${fleet.key}` },
    body: new Uint8Array(body),
  });
  assert.equal(response.status, 202);
  return ((await response.json()) as { job_id: string }).job_id;
}

/** While the old projectors go on with theirs. */
async function untilViewsAreBuilt(fleet: Fleet): Promise<void> {
  await eventually('the views of the new version', async () => {
    const { text } = await fleet.call(['new', 'projectors'], 'GET', '/metrics', { key: null });
    const lags = [...text.matchAll(/^subscription_lag_seconds\{[^}]*kind="projector"[^}]*\} (\S+)$/gm)];
    assert.notDeepEqual(lags, []);
    return lags.every(([, seconds]) => Number(seconds) === 0);
  });
}

/** Takes the order out of those whose result stays as it was answered. */
async function review(fleet: Fleet, version: Version, { orders, reviewed }: Seen): Promise<void> {
  const { acknowledged } = orders.shift()!;
  const result = acknowledged!.result as { claims: { id: string }[] };
  const body = { claim_id: result.claims[0]!.id, action: 'request_evidence', explanation: 'by whom?' };
  await succeeded(
    fleet.call([version, 'command-api'], 'POST', `/v1/verifications/${acknowledged!.id}/reviews`, { body }),
  );
  reviewed.push(acknowledged!.id);
}

/** All that was written is answered alike by the query APIs of these versions. */
async function assertRead(fleet: Fleet, versions: readonly Version[], { orders, reviewed, jobs }: Seen): Promise<void> {
  for (const version of versions) {
    const api = serviceOf(fleet, [version, 'query-api']);
    assert.deepEqual(await missing(api, orders), [], version);
    for (const job of jobs) {
      await eventually(`the end of ${job} at ${version}`, async () => {
        const { body } = await succeeded(api.request('GET', `/v1/documents/${job}`));
        if (body.status === 'succeeded') return true;
        await delay(LOOK_EVERY_MS);
        return false;
      });
    }
    await eventually(`the reviews at ${version}`, async () => {
      const { body } = await succeeded(api.request('GET', '/v1/reviews?status_filter=needs_evidence'));
      const found = body.data.map(({ verification_id }: { verification_id: string }) => verification_id);
      if (reviewed.every((id) => found.includes(id))) return true;
      await delay(LOOK_EVERY_MS);
      return false;
    });
  }
}

/** As if the hours of its retention had passed. */
async function makeDue(url: string, id: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    for (const name of ['data_keys', 'key_deadlines']) {
      const keys = client.db().collection<{ _id: string }>(name);
      const { modifiedCount } = await keys.updateOne({ _id: id }, { $set: { expires_at: new Date(1) } });
      assert.equal(modifiedCount, 1, name);
    }
  } finally {
    await client.close();
  }
}

async function assertForgotten(fleet: Fleet, { acknowledged, key }: Order): Promise<void> {
  const path = `/v1/verifications/${acknowledged!.id}`;
  await eventually('the erasure', async () => {
    const { status } = await fleet.call(['new', 'query-api'], 'GET', path, { key });
    if (status !== 410) await delay(LOOK_EVERY_MS);
    return status === 410;
  });
}

/** The answer to a repeated request is that of the first. */
async function assertRepeated(fleet: Fleet, version: Version, order: Order): Promise<void> {
  const again = await send(serviceOf(fleet, [version, 'command-api']), { ...order, acknowledged: null });
  assert.equal(again?.headers.get('idempotency-replayed'), 'true', String(again?.text));
  assert.deepEqual(again?.body.result, order.acknowledged!.result);
}

function serviceOf(fleet: Fleet, of: [Version, Role]): Pick<Deployment, 'request'> {
  return { request: (method, path, options) => fleet.call(of, method, path, options) };
}
