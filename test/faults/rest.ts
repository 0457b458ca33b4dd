/** What is asked of a service after a fault: is everything there, does it finish what it took, does it come to rest. */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { type Order, send } from './load.ts';

const REPEATED = 100;
const PATIENCE_MS = 240_000;

/** Ids of acknowledged verifications that are not there any more, or not as they were. */
export async function missing(service: Pick<Deployment, 'request'>, orders: readonly Order[]): Promise<string[]> {
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
async function readPatiently(service: Pick<Deployment, 'request'>, id: string, key: string) {
  for (;;) {
    const answer = await service.request('GET', `/v1/verifications/${id}`, { key });
    if (answer.status !== 429) return answer;
    await delay(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}

/** Repeats some orders under their keys until they are answered: nothing may be made a second time by that. */
export async function repeatUntilAnswered(service: Deployment, orders: readonly Order[]): Promise<void> {
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

/** Waits until no stage and no projector has anything left to do. */
export async function untilIdle(service: Deployment): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let idle = 0; idle < 3; ) {
    const text = await service.metrics();
    const left = [...text.matchAll(/^(?:pipeline_stage_pending|subscription_lag_seconds)\{.*\} (\S+)$/gm)];
    if (left.length === 0) throw new Error('the service does not tell what is left to do');
    idle = left.every(([, count]) => Number(count) === 0) ? idle + 1 : 0;
    if (Date.now() > deadline) {
      const busy = left.filter(([, count]) => Number(count) > 0).map(([line]) => line);
      throw new Error(`the service did not come to rest: ${busy}\n${lastLines(service)}`);
    }
    await delay(100);
  }
}

const LINES = 15;

/** What the processes logged last, to see what they wait for; without the requests that this file sends all the time. */
function lastLines(service: Deployment): string {
  const names = [...service.pids().keys()];
  return names
    .flatMap((name) => [
      `${name}:`,
      ...service
        .logsOf(name)
        .filter((line) => line.route !== '/metrics')
        .slice(-LINES)
        .map((line) => JSON.stringify(line)),
    ])
    .join('\n');
}
