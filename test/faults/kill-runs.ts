/** Kills processes of the service at random moments under load, starts them again, and looks at what is left. */
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { numbersFor, type RandomNumbers } from '#test/support/random-numbers.ts';
import { makeKeys, makeOrders, type Order, send } from './load.ts';
import { missing, repeatUntilAnswered, untilIdle } from './rest.ts';

export interface KillRuns {
  orders: Order[];
  /** Acknowledged, and gone or different after a restart. */
  lost: string[];
}

export interface KillOptions {
  kills: number;
  ordersPerRun: number;
  /** Names of the processes to kill in the n-th run. */
  victims?(run: number): readonly string[];
  /** Stop as soon as something was lost. */
  untilLost?: boolean;
}

const KEYS = 25;
/** Between the first request of a run and the kill. */
const KILL_AFTER_MS = { least: 20, most: 2_000 };

/** Leaves the service stopped. */
export async function runKills(context: TestContext, service: Deployment, options: KillOptions): Promise<KillRuns> {
  try {
    return await killAgainAndAgain(service, options, numbersFor(context));
  } finally {
    await service.stop();
  }
}

async function killAgainAndAgain(service: Deployment, options: KillOptions, random: RandomNumbers): Promise<KillRuns> {
  const { kills, ordersPerRun, victims = () => service.processes } = options;
  const orders: Order[] = [];
  const lost: string[] = [];
  const keys = await makeKeys(service, KEYS);

  for (let run = 0; run < kills; run++) {
    const batch = makeOrders(keys, ordersPerRun);
    orders.push(...batch);
    const sending = Promise.all(batch.map((order) => send(service, order)));
    await delay(KILL_AFTER_MS.least + random(KILL_AFTER_MS.most - KILL_AFTER_MS.least));
    await service.kill(victims(run));
    await sending;
    await service.restart();
    lost.push(...(await missing(service, batch)));
    if (options.untilLost && lost.length > 0) break;
  }

  if (lost.length === 0) {
    await repeatUntilAnswered(service, orders);
    await untilIdle(service);
    lost.push(...(await missing(service, orders)));
  }
  return { orders, lost: [...new Set(lost)] };
}
