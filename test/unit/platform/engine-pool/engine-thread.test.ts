import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { EngineThread } from '#platform/engine-pool/engine-thread.ts';
import type { EngineCall } from '#platform/engine-pool/worker-calls.ts';
import { eventually } from '#test/support/eventually.ts';

/** More than after which an idle thread collects, and less than a loaded machine takes for it at worst. */
const IDLE_MS = 1_500;

function threadOf(context: TestContext, module: string, { idleMs = Number.POSITIVE_INFINITY } = {}): EngineThread {
  const worker = new URL(module, import.meta.url);
  const thread = new EngineThread({ worker, heapMb: 512, youngMb: 6, startTimeoutMs: 30_000, idleMs });
  context.after(() => thread.close());
  return thread;
}

test('a thread starts once for all who wait for it, and is ready afterwards', async (context) => {
  const thread = threadOf(context, './slow-start.ts');
  const order: string[] = [];
  const first = thread.start().then(() => order.push('first'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(thread.isReady, false, 'it loads its model');
  const second = thread.start().then(() => order.push('second'));
  await Promise.all([first, second]);
  assert.deepEqual(order, ['first', 'second']);
  assert.equal(thread.isReady, true);
});

async function heapAfter(thread: EngineThread, method: EngineCall['method']): Promise<number> {
  const limits = { processorMs: 30_000, longMs: 30_000, onLong: () => {} };
  const outcome = await thread.execute({ method, args: '[]' }, limits);
  assert.ok('value' in outcome);
  return Number(outcome.value);
}

test('an idle thread gives back the memory that its calls left behind', async (context) => {
  const thread = threadOf(context, './littering.ts');
  await thread.start();
  const littered = await heapAfter(thread, 'extract');
  assert.ok(littered > 36e6, `the call took ${littered} bytes`);
  assert.equal(thread.isCollecting, false, 'it may go on with the next call');
  let size = littered;
  for (let tries = 0; tries < 10 && size > littered / 2; tries++) {
    await pause(IDLE_MS);
    size = await heapAfter(thread, 'planQueries');
  }
  assert.ok(size < littered / 2, `${size} bytes of ${littered} are left`);
});

test('a thread whose calls have left much gives it back before the next call', async (context) => {
  const thread = threadOf(context, './littering.ts');
  await thread.start();
  const littered = await heapAfter(thread, 'mainName');
  assert.ok(littered > 64e6, `the call took ${littered} bytes`);
  assert.equal(thread.isCollecting, true, 'others may use another thread meanwhile');
  const size = await heapAfter(thread, 'planQueries');
  assert.ok(size < littered / 2, `${size} bytes of ${littered} are left`);
});

test('a thread gives back less than it would by itself when it is asked to', async (context) => {
  const thread = threadOf(context, './littering.ts');
  await thread.start();
  const littered = await heapAfter(thread, 'summarise');
  assert.ok(littered > 20e6, `the call took ${littered} bytes`);
  thread.collect();
  const kept = await heapAfter(thread, 'planQueries');
  assert.ok(kept > littered / 2, `of ${littered} bytes ${kept} are left, which is not worth a collection`);
  thread.collect(12);
  assert.equal(thread.isCollecting, true, 'others may use another thread meanwhile');
  const left = await heapAfter(thread, 'planQueries');
  assert.ok(left < littered / 2, `of ${littered} bytes ${left} are left`);
});

test('no thread is started to give back memory', async (context) => {
  const thread = threadOf(context, './littering.ts', { idleMs: 20 });
  await thread.start();
  await heapAfter(thread, 'planQueries');
  await eventually('its end', () => !thread.isReady);
  thread.collect(0);
  for (const end = performance.now() + IDLE_MS; performance.now() < end; await pause(5)) {
    assert.equal(thread.isReady, false);
  }
});
