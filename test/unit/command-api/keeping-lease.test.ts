import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepingLease } from '#command-api/verification/idempotency.ts';
import { eventually } from '#test/support/eventually.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

const CALL = {
  scope: { organization_id: 'org_1', principal_id: 'key_1', endpoint: 'POST /chat/completions', key: 'k' },
  fingerprint: 'f',
};

/** Work of forty seconds under a lease, with a store that answers a renewal as told. */
function working(answer: (until: string) => Promise<boolean>) {
  const clock = new ManualClock();
  const at = (ms: number) => new Date(clock.now() + ms).toISOString();
  const renewals: string[] = [];
  const idempotency = {
    renew: (_scope: object, _target: string, until: string) => {
      renewals.push(until);
      return answer(until);
    },
  };
  const lease = { until: at(15_000), isNew: true };
  const { promise, resolve } = Promise.withResolvers<string>();
  const dependencies = { operations: { idempotency }, clock, timers: clock };
  const done = keepingLease(dependencies, CALL, 'ver_1', lease, () => promise);
  const pass = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      clock.advance(1_000);
      await new Promise(setImmediate);
    }
  };
  return { clock, lease, renewals, done, resolve, pass };
}

test('the lease of a call is renewed as long as its work takes', async () => {
  const { clock, lease, renewals, done, resolve, pass } = working(async () => true);
  for (let second = 0; second < 40; second++) {
    await pass(1);
    assert.ok(Date.parse(lease.until) > clock.now());
  }
  resolve('written');
  assert.equal(await done, 'written');
  const { length } = renewals;
  assert.ok(length > 2);
  await pass(30);
  assert.equal(renewals.length, length, 'nothing is renewed after the work');
});

test('a renewal that fails is tried again, with the lease that is held', async () => {
  let fails = 1;
  const { clock, lease, done, resolve, pass } = working(async () => {
    if (fails-- > 0) throw new Error('the store is away');
    return true;
  });
  await pass(12);
  assert.ok(Date.parse(lease.until) > clock.now() + 5_000);
  resolve('written');
  await done;
});

test('a lease that was lost is not renewed again, and the work goes on', async () => {
  const { renewals, done, resolve, pass } = working(async () => false);
  await pass(20);
  await eventually('one renewal', () => renewals.length === 1);
  resolve('written');
  assert.equal(await done, 'written');
});
