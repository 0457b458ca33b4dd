import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Leases } from '#contracts/ports/leases.ts';
import { startPeriodic } from '#pipeline/periodic/periodic.ts';
import { eventually } from '#test/support/eventually.ts';
import { ManualClock } from '#test/support/manual-clock.ts';
import { recorder } from '#test/support/pipeline/harness.ts';

function setUp(leader = true) {
  const calls: string[] = [];
  const warnings: object[] = [];
  const clock = new ManualClock();
  const leases = recorder<Leases>('leases', calls, { acquire: leader, release: undefined });
  const logger = { debug() {}, info() {}, warn: (fields: object) => void warnings.push(fields), error() {} };
  return { calls, warnings, clock, dependencies: { leases, clock, timers: clock, logger, holder: 'me' } };
}

test('a task runs at once, then after every interval, until it is stopped', async () => {
  const { calls, clock, dependencies } = setUp();
  let rounds = 0;
  const stop = startPeriodic({ name: 'task', interval_ms: 1_000, run: async () => void rounds++ }, dependencies);
  await eventually('the first round', () => rounds === 1);
  await eventually('the second round', () => {
    clock.advance(1_000);
    return rounds >= 2;
  });
  await stop();
  const done = rounds;
  clock.advance(60_000);
  assert.equal(rounds, done);
  assert.equal(calls.at(-1), 'leases.release(task, me)');
});

test('a failed round is logged and followed by another', async () => {
  const { warnings, clock, dependencies } = setUp();
  let rounds = 0;
  const run = async () => {
    if (rounds++ === 0) throw Object.assign(new Error('some text'), { code: 'SQLITE_BUSY' });
  };
  const stop = startPeriodic({ name: 'task', interval_ms: 1_000, run }, dependencies);
  await eventually('another round', () => {
    clock.advance(1_000);
    return rounds >= 2;
  });
  await stop();
  assert.deepEqual(warnings, [{ task: 'task', error_class: 'Error', error_code: 'SQLITE_BUSY' }]);
});

test('only the holder of the lease runs the task', async () => {
  for (const leader of [true, false]) {
    const { calls, clock, dependencies } = setUp(leader);
    let rounds = 0;
    const stop = startPeriodic({ name: 'task', interval_ms: 1_000, run: async () => void rounds++ }, dependencies);
    assert.deepEqual(calls, [`leases.acquire(task, me, 5000, ${clock.now()})`]);
    await eventually('it has asked again', () => {
      clock.advance(1_000);
      return calls.length > 2;
    });
    await stop();
    assert.equal(rounds > 0, leader);
  }
});

test('stopping aborts a running round and waits for it', async () => {
  const { dependencies } = setUp();
  let ended = false;
  const working = Promise.withResolvers<void>();
  const run = async (signal: AbortSignal) => {
    working.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    ended = true;
  };
  const stop = startPeriodic({ name: 'task', interval_ms: 1_000, run }, dependencies);
  await working.promise;
  await stop();
  assert(ended);
});
