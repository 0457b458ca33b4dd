/** A fault in the middle of a steady load over the processes of the distributed shape, and what must hold after it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Deployment } from '#test/support/deployment/deployment.ts';
import { deployDistributed, WORKERS } from '#test/support/deployment/distributed.ts';
import { eventually } from '#test/support/eventually.ts';
import { type Servers, startServers } from '#test/support/servers/all.ts';
import { assertSound } from './inspect.ts';
import { makeKeys, makeOrders, type Order, send } from './load.ts';
import { missing, repeatUntilAnswered, untilIdle } from './rest.ts';

const LIBRARY = join(import.meta.dirname, '../../examples/library');
/** Orders come in one by one, before the fault, during it and after it. */
const ORDERS = 150;
const EVERY_MS = 120;
/** So many are acknowledged before the fault, which they are soon, but for a machine that has other work. */
const FAULT_AFTER = 10;
const FIRST_WITHIN_MS = 60_000;

export interface Scene {
  servers: Servers;
  service: Deployment;
  /** Secrets of the keys that the load uses. */
  keys: string[];
  orders: Order[];
  /** Aborts when the last order has been answered, or was cut off. */
  sent: AbortSignal;
}

export interface Fault {
  /** Before the first order. */
  beforehand?(scene: Scene): Promise<void>;
  fault(scene: Scene): Promise<void>;
  /** When all has come to rest, before the service is stopped. What it adds to the orders is looked at as well. */
  afterwards?(scene: Scene): Promise<void>;
  /** When the service has stopped, and was found sound. */
  stopped?(scene: Scene): Promise<void>;
  workers?: Record<string, string>;
  zeroRetentionEvery?: number;
  /** A Kafka broker of its own, because the fault stops it. */
  ownKafka?: boolean;
}

/** Skipped aloud without a broker. */
export async function underLoad(context: TestContext, { workers = WORKERS, ...faulty }: Fault): Promise<void> {
  const { ownKafka = false } = faulty;
  const servers = await startServers(context, undefined, { ownKafka });
  if (servers === null) return;
  // Tests look for the lines of leases, which are at this level.
  const environment = { EVIDENCE_LIBRARY_DIR: LIBRARY, LOG_LEVEL: 'debug' };
  const { deployment: service, remove } = await deployDistributed(servers, environment, workers);
  try {
    const keys = await makeKeys(service, 25);
    const orders = makeOrders(keys, ORDERS, faulty.zeroRetentionEvery);
    const sent = new AbortController();
    const scene = { servers, service, keys, orders, sent: sent.signal };
    await faulty.beforehand?.(scene);
    const sending = sendOneByOne(service, orders).finally(() => sent.abort());
    const acknowledged = () => orders.filter((order) => order.acknowledged !== null).length;
    await eventually('the first orders', () => acknowledged() >= FAULT_AFTER, FIRST_WITHIN_MS);
    await faulty.fault(scene);
    await sending;
    await repeatUntilAnswered(service, orders);
    await untilIdle(service);
    await faulty.afterwards?.(scene);
    assert.deepEqual(await missing(service, orders), []);
    await service.stop();
    await assertSound(context, service, orders);
    await faulty.stopped?.(scene);
  } finally {
    await remove();
  }
}

/** None waits for another. */
async function sendOneByOne(service: Deployment, orders: readonly Order[]): Promise<void> {
  await Promise.all(
    orders.map(async (order, index) => {
      await delay(index * EVERY_MS);
      await send(service, order);
    }),
  );
}
