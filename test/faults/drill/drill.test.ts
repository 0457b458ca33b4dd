/**
 * The drill of whoever relies on a backup: it is made under load, the service is killed, the backup restored, and what was
 * restored is moved to servers, where it goes on. EVIDENCE_DRILL_VERIFICATIONS says how many the backup covers at least.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import pMap from 'p-map';
import type { Stores } from '#apps/parts/stores.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { type Ended, evidence } from '#test/support/command-line.ts';
import { deployDistributed } from '#test/support/deployment/distributed.ts';
import { acceptedJob, sendDocument, untilSucceeded } from '#test/support/document-kills.ts';
import { eventually } from '#test/support/eventually.ts';
import { wholeReplay } from '#test/support/replay.ts';
import { startServers } from '#test/support/servers/all.ts';
import { tracesInServers } from '#test/support/servers/traces.ts';
import { tracesIn } from '#test/support/service/traces.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { assertSound } from '../inspect.ts';
import { type Order, send } from '../load.ts';
import { missing, untilIdle } from '../rest.ts';
import { makeDue } from './erased.ts';
import { stepsOf } from './steps.ts';
import { startWriters } from './writers.ts';

const COVERED = Number(process.env.EVIDENCE_DRILL_VERIFICATIONS || 1_000);
const LIBRARY = join(import.meta.dirname, '../../../examples/library');
/** Verifications whose texts expire before the backup, and as many after it. */
const EXPIRING = 5;
/** Asked for over HTTP, where a key has 60 reads a minute. */
const READ = 50;
const DOCUMENTS = 2;
const REPLAYS_AT_ONCE = 16;
const PATIENCE_MS = 60_000;

test('a backup under load outlives kill -9, a restore and a move to servers', async (context) => {
  const servers = await startServers(context);
  if (servers === null) return;
  const folder = await temporaryFolder();
  context.after(folder.remove);
  const [data, restored] = [join(folder.path, 'data'), join(folder.path, 'restored')];
  const settings = {
    EVIDENCE_LIBRARY_DIR: LIBRARY,
    EVIDENCE_BOOTSTRAP_KEY: generateApiKey('production'),
    EVIDENCE_MASTER_KEY: randomBytes(32).toString('base64'),
  };

  const step = stepsOf(context, COVERED);

  const early = await step('an earlier day', () => ordersOfAnEarlierDay(data, settings));
  const before = early.orders.slice(0, EXPIRING).filter(isAcknowledged);
  let service = await startService(data, settings);
  context.after(() => service.kill());
  await step('erasure', () => untilErased(service, before));

  const writers = await startWriters(service, 3 * COVERED + 3_000);
  await step(`writing ${COVERED}`, () => writers.untilAcknowledged(COVERED));
  const covered = [...early.orders, ...writers.orders].filter(isAcknowledged);
  const begun = performance.now();
  const made = await step('backup', () =>
    succeeded(data, ['backup', join(folder.path, 'backups')], { environment: settings }),
  );
  const backup = made.stdout.trim();
  context.diagnostic(`a POST before: ${inShort(writers.latencies(0, begun))}`);
  context.diagnostic(`a POST beside the backup: ${inShort(writers.latencies(begun, performance.now()))}`);
  await service.kill();
  await writers.end();
  const orders = [...early.orders, ...writers.orders];
  const checked = await step('check', () => succeeded(data, ['backup', 'check', backup], { environment: settings }));
  assert.match(checked.stdout, /audit trail {4}\d+ records follow from the log/);

  await step('restore', () => succeeded(restored, ['restore', backup], { environment: settings }));
  const after = covered.filter(({ zeroRetention }) => !zeroRetention).slice(-EXPIRING);
  const lateKeys = await makeDue(restored, after);
  service = await step('start on what was restored', () => startService(restored, settings));
  const lasting = covered.filter((order) => !order.zeroRetention && !before.includes(order) && !after.includes(order));
  await step('erasure of what expired since', () => untilErased(service, [...before, ...after]));
  assert.deepEqual(await step('reading some', () => missingOf(service, lasting)), []);
  const jobs: string[] = [];
  for (let n = 0; n < DOCUMENTS; n++) jobs.push(acceptedJob(await sendDocument(service, n)));
  await service.kill();

  const environment = { ...settings, ...servers.environment };
  const moved = await step('move', () =>
    succeeded(restored, ['move', '--to', 'distributed', '--json'], { environment }),
  );
  const { events, replays } = JSON.parse(moved.stdout);
  context.diagnostic(`moved ${events} events, ${JSON.stringify(replays)}`);

  const { deployment, remove } = await step('start on the servers', () => deployDistributed(servers, settings));
  context.after(remove);
  await step('the documents', () => untilSucceeded(deployment, jobs));
  await step('until idle', () => untilIdle(deployment));
  assert.deepEqual(await step('reading some', () => missingOf(deployment, lasting)), []);
  await step('going on', () => assertGoesOn(deployment, lasting.at(-1)!));
  await step('until idle', () => untilIdle(deployment));
  await deployment.stop();

  await step('inspection', () => assertSound(context, deployment, [...orders, ...jobs.map(orderOfDocument)]));
  const stores = await deployment.openStores();
  try {
    const zero = covered.filter(({ zeroRetention }) => zeroRetention);
    await step('replay of each', () => assertReplays(stores, lasting, [...zero, ...before, ...after]));
  } finally {
    await stores.close();
  }
  await step('looking for destroyed keys', async () => {
    for (const each of [data, backup, restored]) assert.deepEqual(tracesIn(each, early.keys), []);
    assert.deepEqual(tracesIn(restored, lateKeys), []);
    assert.deepEqual(await tracesInServers(servers, { ...early.keys, ...lateKeys }), []);
  });
});

type Acknowledged = Order & { acknowledged: NonNullable<Order['acknowledged']> };
const isAcknowledged = (order: Order): order is Acknowledged => order.acknowledged !== null;

/** A first run of the service, and the keys of those of its verifications that are due at its next start. */
async function ordersOfAnEarlierDay(data: string, settings: Record<string, string>) {
  const service = await startService(data, settings);
  const orders = await ordersOf(service, 2 * EXPIRING).finally(() => service.stop());
  return { orders, keys: await makeDue(data, orders.slice(0, EXPIRING)) };
}

async function ordersOf(service: ServiceProcess, count: number): Promise<readonly Order[]> {
  const writers = await startWriters(service, count);
  await writers.untilAcknowledged(count).finally(() => writers.end());
  return writers.orders;
}

async function untilErased(service: ServiceProcess, orders: readonly Order[]): Promise<void> {
  for (const { acknowledged, key } of orders) {
    await eventually(
      'its erasure',
      async () => (await service.request('GET', `/v1/verifications/${acknowledged!.id}`, { key })).status === 410,
      PATIENCE_MS,
    );
  }
}

/** Of some, spread over all. */
function missingOf(service: Parameters<typeof missing>[0], orders: readonly Order[]): Promise<string[]> {
  const step = Math.ceil(orders.length / READ);
  return missing(
    service,
    orders.filter((_, index) => index % step === 0),
  );
}

/** What was answered once is answered alike, by the key of then; and a new text is verified. */
async function assertGoesOn(service: Parameters<typeof send>[0], order: Acknowledged): Promise<void> {
  const again = await send(service, { ...order, acknowledged: null });
  assert.ok(again !== null);
  assert.equal(again.headers.get('idempotency-replayed'), 'true', again.text);
  assert.deepEqual(again.body.result, order.acknowledged.result);
  const more = await send(service, { ...order, idempotencyKey: 'another', acknowledged: null });
  assert.equal(more?.status, 201, String(more?.text));
}

/** Every one is there once, by its stream, and is replayed as it was answered; of an erased one nothing is opened. */
async function assertReplays(
  { events, vault }: Stores,
  lasting: readonly Acknowledged[],
  erased: readonly Acknowledged[],
): Promise<void> {
  const sealer = createSealer();
  const replay = (id: string) => wholeReplay({ events, vault, sealer }, id);
  const compare = async ({ acknowledged }: Acknowledged) => {
    const { result = null } = (await replay(acknowledged.id)) ?? {};
    assert.deepEqual(JSON.parse(JSON.stringify(result)), acknowledged.result, VERIFICATION.stream(acknowledged.id));
  };
  await pMap(lasting, compare, { concurrency: REPLAYS_AT_ONCE });
  for (const { acknowledged } of erased) {
    const replayed = await replay(acknowledged.id);
    assert.deepEqual([replayed?.result, replayed?.no_result], [null, 'erased'], acknowledged.id);
  }
}

function orderOfDocument(job: string): Order {
  return { idempotencyKey: job, key: '', content: '', zeroRetention: false, acknowledged: null };
}

/** `latencies` in milliseconds, ascending. */
function inShort(latencies: readonly number[]): string {
  const [median, p99] = [0.5, 0.99].map((share) => latencies[Math.floor(latencies.length * share)]?.toFixed(0));
  return `median ${median} ms, p99 ${p99} ms of ${latencies.length}`;
}

/** Fails unless it ends with 0. */
async function succeeded(...what: Parameters<typeof evidence>): Promise<Ended> {
  const ended = await evidence(...what);
  assert.equal(ended.code, 0, `${what[1].join(' ')}: ${ended.stderr}`);
  return ended;
}
