import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { mock, test } from 'node:test';
import '#platform/kafka/request-queue.ts';

interface Queue {
  inflight: Map<number, unknown>;
  pending: { correlationId: number }[];
  throttledUntil: number;
  checkPendingRequests(): void;
  sendSocketRequest(request: { correlationId: number }): void;
  destroy(): void;
}

const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as new (
  options: object,
) => Queue;

function newQueue(): Queue {
  const logger = { namespace: () => logger, debug() {} };
  return new RequestQueue({
    instrumentationEmitter: null,
    maxInFlightRequests: 1,
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'none',
    logger,
    isConnected: () => true,
  });
}

/** Delays passed to setTimeout while `work` runs. Node warns about negative ones. */
function delaysOf(work: () => void): number[] {
  const timeout = mock.method(globalThis, 'setTimeout', () => 1 as never);
  try {
    work();
    return timeout.mock.calls.map(({ arguments: [, delay] }) => Number(delay));
  } finally {
    timeout.mock.restore();
  }
}

test('a connection on which nothing waits to be sent sets no timer', () => {
  assert.deepEqual(
    delaysOf(() => newQueue().checkPendingRequests()),
    [],
  );
});

test('requests that wait for others or a throttle are checked again later', () => {
  const queue = newQueue();
  queue.pending.push({ correlationId: 2 });
  queue.inflight.set(1, {});
  const behindOthers = delaysOf(() => queue.checkPendingRequests());
  assert.equal(behindOthers.length, 1);
  assert.ok(behindOthers[0]! > 0);

  const throttled = newQueue();
  throttled.pending.push({ correlationId: 1 });
  throttled.throttledUntil = Date.now() + 60_000;
  const [delay] = delaysOf(() => throttled.checkPendingRequests());
  assert.ok(delay! > 1_000 && delay! <= 60_000);
});
