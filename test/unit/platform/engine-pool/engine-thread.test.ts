import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineThread } from '#platform/engine-pool/engine-thread.ts';

test('a thread starts once for all who wait for it, and is ready afterwards', async (context) => {
  const thread = new EngineThread({
    worker: new URL('./slow-start.ts', import.meta.url),
    heapMb: 64,
    youngMb: 6,
    startTimeoutMs: 30_000,
    idleMs: Number.POSITIVE_INFINITY,
  });
  context.after(() => thread.close());
  const order: string[] = [];
  const first = thread.start().then(() => order.push('first'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(thread.isReady, false, 'it loads its model');
  const second = thread.start().then(() => order.push('second'));
  await Promise.all([first, second]);
  assert.deepEqual(order, ['first', 'second']);
  assert.equal(thread.isReady, true);
});
