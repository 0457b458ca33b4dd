/** Six writers that go on until they are told to end, whatever happens to the service meanwhile. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceProcess } from '#test/support/service.ts';
import { makeKeys, makeOrders, type Order, send } from '../load.ts';

const WRITERS = 6;
/** Of a key in an hour. */
const QUOTA = 10_000;
const ZERO_RETENTION_EVERY = 20;

export interface Writers {
  /** Everything that was asked for, in the order in which it was sent. */
  orders: readonly Order[];
  /** Resolves once so many are acknowledged. Throws if the writers ended before. */
  untilAcknowledged(count: number): Promise<void>;
  /** Milliseconds that each answer took which came after `from` and before `to`, both by performance.now(), ascending. */
  latencies(from: number, to: number): number[];
  /** Each sends nothing more after its present order. */
  end(): Promise<void>;
}

/** Writes at most `most` orders. */
export async function startWriters(service: ServiceProcess, most: number): Promise<Writers> {
  const keys = await makeKeys(service, WRITERS * Math.ceil(most / (WRITERS * QUOTA)));
  const orders = makeOrders(keys, most, ZERO_RETENTION_EVERY);
  let sent = 0;
  let acknowledged = 0;
  const answers: { ended: number; took: number }[] = [];
  let isEnding = false;
  let hasEnded = false;
  const write = async () => {
    while (!isEnding && sent < most) {
      const order = orders[sent++]!;
      const began = performance.now();
      await send(service, order);
      if (order.acknowledged === null) continue;
      acknowledged++;
      const ended = performance.now();
      answers.push({ ended, took: ended - began });
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, write)).finally(() => (hasEnded = true));
  return {
    get orders() {
      return orders.slice(0, sent);
    },
    async untilAcknowledged(count) {
      while (acknowledged < count) {
        if (hasEnded) throw new Error(`only ${acknowledged} of ${sent} orders were acknowledged`);
        await delay(20);
      }
    },
    latencies(from, to) {
      const within = answers.filter(({ ended }) => ended > from && ended < to);
      return within.map(({ took }) => took).sort((a, b) => a - b);
    },
    async end() {
      isEnding = true;
      await writing;
    },
  };
}
