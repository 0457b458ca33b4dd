import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { EngineThreads, type EngineThreadsOptions } from '#platform/engine-pool/engine-threads.ts';
import { eventually } from '#test/support/eventually.ts';

const LONG_MS = 50;

function createThreads(options: Partial<EngineThreadsOptions> = {}) {
  const started: unknown[] = [];
  const onWorker = (worker: unknown) => started.push(worker);
  process.on('worker', onWorker);
  const threads = new EngineThreads({
    worker: new URL('./misbehaving-engine.ts', import.meta.url),
    threads: 1,
    maxWaiting: 10,
    limitOf: () => 60_000,
    longMs: LONG_MS,
    heapMb: 64,
    youngMb: 6,
    onCall: () => {},
    ...options,
  });
  after(async () => {
    process.off('worker', onWorker);
    await threads.close();
  });
  return { threads, started };
}

/** Resolves once the call of another organization has computed for much longer than what counts as long. */
async function computesLong(threads: EngineThreads): Promise<void> {
  const hanging = threads.call('long', 'summarise', ['hang']).catch(() => {});
  void hanging;
  await new Promise((resolve) => setTimeout(resolve, 40 * LONG_MS));
}

test('a thread beside a call that takes long starts at once, or once somebody comes', async () => {
  const ahead = createThreads();
  await computesLong(ahead.threads);
  await eventually('two threads', () => ahead.started.length >= 2);
  await ahead.threads.close();

  const late = createThreads({ startsAhead: false });
  await computesLong(late.threads);
  assert.equal(late.started.length, 1);
  assert.equal((await late.threads.call('other', 'summarise', ['fine']))[0].text, 'fine');
  assert.equal(late.started.length, 2);
});

test('a call that takes long lets those pass who have waited since it began', async () => {
  const { threads } = createThreads({ startsAhead: false, longMs: 20 * LONG_MS });
  const hanging = threads.call('long', 'summarise', ['hang']).catch(() => {});
  void hanging;
  const waiting = threads.call('other', 'summarise', ['fine']);
  assert.equal((await waiting)[0].text, 'fine');
});
