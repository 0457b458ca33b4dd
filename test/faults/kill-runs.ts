/** Kills the service at random moments under load, starts it again on the same folder, and looks at what is left. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { makeKeys, makeOrders, type Order, send } from './load.ts';

export interface KillRuns {
  orders: Order[];
  /** Acknowledged, and gone or different after a restart. */
  lost: string[];
}

export interface KillOptions {
  folder: string;
  kills: number;
  ordersPerRun: number;
  environment?: Record<string, string>;
  /** Stop as soon as something was lost. */
  untilLost?: boolean;
}

const KEYS = 25;
const REPEATED = 100;
const PATIENCE_MS = 240_000;
/** Between the first request of a run and the kill. */
const KILL_AFTER_MS = { least: 20, most: 2_000 };

export async function runKills(options: KillOptions): Promise<KillRuns> {
  const { folder, kills, ordersPerRun, environment = {} } = options;
  const orders: Order[] = [];
  const lost: string[] = [];
  let service = await startService(folder, environment);
  const keys = await makeKeys(service, KEYS);

  for (let kill = 0; kill < kills; kill++) {
    const batch = makeOrders(keys, ordersPerRun);
    orders.push(...batch);
    const sending = Promise.all(batch.map((order) => send(service, order)));
    await delay(randomInt(KILL_AFTER_MS.least, KILL_AFTER_MS.most));
    await service.kill();
    await sending;
    service = await startService(folder, environment);
    lost.push(...(await missing(service, batch)));
    if (options.untilLost && lost.length > 0) break;
  }

  if (lost.length === 0) {
    await repeatSome(service, orders);
    await untilIdle(service);
    lost.push(...(await missing(service, orders)));
  }
  await service.stop();
  return { orders, lost: [...new Set(lost)] };
}

/** Ids of acknowledged verifications that are not there any more, or not as they were. */
async function missing(service: ServiceProcess, orders: readonly Order[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { acknowledged, key, zeroRetention } of orders) {
    if (acknowledged === null || zeroRetention) continue;
    const answer = await readPatiently(service, acknowledged.id, key);
    const same = answer.status === 200 && isDeepStrictEqual(answer.body.result, acknowledged.result);
    if (!same) lost.push(acknowledged.id);
  }
  return lost;
}

/** The limit of 60 reads a minute and key is not what is tested here. */
async function readPatiently(service: ServiceProcess, id: string, key: string) {
  for (;;) {
    const answer = await service.request('GET', `/v1/verifications/${id}`, { key });
    if (answer.status !== 429) return answer;
    await delay(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}

/** Repeats some orders under their keys until they are answered: nothing may be made a second time by that. */
async function repeatSome(service: ServiceProcess, orders: readonly Order[]): Promise<void> {
  const open = orders.filter((order) => order.acknowledged === null);
  const some = open.filter((_, index) => index % Math.ceil(open.length / REPEATED) === 0);
  const deadline = Date.now() + PATIENCE_MS;
  await Promise.all(
    some.map(async (order) => {
      while (order.acknowledged === null) {
        const answer = await send(service, order);
        // A zero-retention verification whose key went with the process has failed for good.
        if (answer?.body?.error?.code === 'idempotency_result_not_retained') return;
        if (Date.now() > deadline) throw new Error(`an order was not finished in time: ${answer?.text}`);
        if (order.acknowledged === null) await delay(200);
      }
    }),
  );
}

/** Waits until the pipeline has nothing left to do. */
async function untilIdle(service: ServiceProcess): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let idle = 0; idle < 3; ) {
    const { text } = await service.request('GET', '/metrics', { key: null });
    const pending = [...text.matchAll(/^pipeline_stage_pending\{.*\} (\d+)$/gm)].map((match) => Number(match[1]));
    if (pending.length === 0) throw new Error('the service does not tell what is pending');
    idle = pending.every((count) => count === 0) ? idle + 1 : 0;
    if (Date.now() > deadline) throw new Error(`the pipeline did not come to rest: ${pending}`);
    await delay(100);
  }
}
