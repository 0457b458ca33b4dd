import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { aborted, LEASE_TIMING, type LeaseDependencies, whileHolding } from '#common/leases.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

/** Leases in memory, as defined by the port. */
function createLeases() {
  const held = new Map<string, { holder: string; until: number }>();
  return {
    held,
    down: false,
    async acquire(name: string, holder: string, ttl: number, now: number) {
      if (this.down) throw new Error('down');
      const lease = held.get(name);
      if (lease !== undefined && lease.holder !== holder && lease.until > now) return false;
      held.set(name, { holder, until: now + ttl });
      return true;
    },
    async release(name: string, holder: string) {
      if (held.get(name)?.holder === holder) held.delete(name);
    },
  };
}

const LEASE_MS = LEASE_TIMING.lease_ms;

let clock: ManualClock;
let leases: ReturnType<typeof createLeases>;
let stops: (() => Promise<void>)[];
beforeEach(() => {
  clock = new ManualClock();
  leases = createLeases();
  stops = [];
});
afterEach(() => Promise.all(stops.map((stop) => stop())));

/** Some turns of the event loop, so that all pending work continues. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await turn();
}

/** Advances the time in small steps. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 500) {
    clock.advance(500);
    await settle();
  }
}

function contender(holder: string, store: LeaseDependencies['leases'] = leases) {
  const state = { working: false, begun: 0 };
  const stop = whileHolding(
    'work',
    async (signal) => {
      state.working = true;
      state.begun++;
      await aborted(signal);
      state.working = false;
    },
    { leases: store, clock, timers: clock, logger: { warn() {}, debug() {} }, holder },
  );
  stops.push(stop);
  return { state, stop };
}

test('of two holders, one works and keeps the lease', async () => {
  const one = contender('one');
  await settle();
  const two = contender('two');
  await pass(10 * LEASE_MS);
  assert.deepEqual(
    [one.state, two.state],
    [
      { working: true, begun: 1 },
      { working: false, begun: 0 },
    ],
  );
});

test('a holder that stops hands over at once', async () => {
  const one = contender('one');
  await settle();
  const two = contender('two');
  await one.stop();
  assert.equal(leases.held.size, 0);
  await pass(1_000);
  assert.deepEqual([one.state.working, two.state.working], [false, true]);
});

test('a dead holder is replaced when its lease has ended, not before', async () => {
  leases.held.set('work', { holder: 'dead', until: clock.now() + LEASE_MS });
  const two = contender('two');
  await pass(LEASE_MS - 1_000);
  assert.equal(two.state.working, false);
  await pass(2_000);
  assert.equal(two.state.working, true);
});

test('a holder that lost its lease stops, and starts again when the lease is free', async () => {
  const one = contender('one');
  await settle();
  leases.held.set('work', { holder: 'other', until: clock.now() + LEASE_MS });
  await pass(5_000);
  assert.equal(one.state.working, false);
  await pass(LEASE_MS);
  assert.deepEqual(one.state, { working: true, begun: 2 });
});

test('an outage shorter than the lease is survived; a longer one ends the work', async () => {
  const one = contender('one');
  await settle();
  leases.down = true;
  await pass(6_000);
  assert.deepEqual(one.state, { working: true, begun: 1 });
  await pass(LEASE_MS);
  assert.equal(one.state.working, false);
  leases.down = false;
  await pass(2_000);
  assert.deepEqual(one.state, { working: true, begun: 2 });
});

test('a renewal without an answer ends the work when the lease is over', async () => {
  const one = contender('one');
  await settle();
  leases.acquire = () => new Promise(() => {});
  await pass(LEASE_MS - 500);
  assert.equal(one.state.working, true);
  await pass(500);
  assert.equal(one.state.working, false);
});

test('a renewal that fails just before the lease is over does not prolong it', async () => {
  const one = contender('one');
  await settle();
  const failing = Promise.withResolvers<boolean>();
  leases.acquire = () => failing.promise;
  await pass(LEASE_MS - 500);
  failing.reject(new Error('down'));
  await settle();
  await pass(500);
  assert.equal(one.state.working, false);
});

test('a lease that was granted too late is requested again', async () => {
  const granted = Promise.withResolvers<boolean>();
  const { acquire } = leases;
  leases.acquire = () => granted.promise;
  const one = contender('one');
  await pass(LEASE_MS);
  leases.acquire = acquire;
  granted.resolve(true);
  await settle();
  assert.deepEqual(one.state, { working: false, begun: 0 });
  await pass(1_000);
  assert.deepEqual(one.state, { working: true, begun: 1 });
});

test('work that resolves is done; work that rejects is restarted', async () => {
  let begun = 0;
  const dependencies = { leases, clock, timers: clock, logger: { warn() {}, debug() {} }, holder: 'one' };
  stops.push(
    whileHolding(
      'work',
      async () => {
        if (++begun === 1) throw new Error('told to fail');
      },
      dependencies,
    ),
  );
  await pass(5_000);
  assert.equal(begun, 2);
  assert.equal(leases.held.size, 0);
});

test('the lease is renewed until work that was asked to stop has ended', async () => {
  const ending = Promise.withResolvers<void>();
  const stop = whileHolding('work', () => ending.promise, {
    leases,
    clock,
    timers: clock,
    logger: { warn() {}, debug() {} },
    holder: 'first',
  });
  await settle();
  const stopped = stop();
  await pass(3 * LEASE_MS);
  const other = contender('second');
  await pass(LEASE_MS);
  assert.equal(other.state.working, false);
  ending.resolve();
  await stopped;
  await pass(LEASE_MS);
  assert.equal(other.state.working, true);
});
