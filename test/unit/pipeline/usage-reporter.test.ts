import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Payments, UsageReport } from '#contracts/ports/payments.ts';
import { BILLING, type Subscription } from '#domain/billing/decider.ts';
import { createUsageReporter } from '#pipeline/periodic/usage-reporter.ts';
import { execute } from '#streams/repository.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { METADATA } from '#test/support/verification-history.ts';

const USED = ['2026-11-01', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07'];

/** A provider that counts each day once, and fails as often as `trouble` says. */
function scene() {
  const events = createMemoryEventStore();
  const counted = new Map<string, number>();
  const reports: string[] = [];
  const trouble = { times: 0 };
  const now = { ms: Date.parse('2026-11-06T01:00:00Z') };
  const payments = {
    name: 'stripe',
    async reportUsage({ day, verified_bytes, customer_id }: UsageReport) {
      reports.push(day);
      counted.set(`${customer_id} ${day}`, verified_bytes);
      // It was counted, and the answer is lost.
      if (trouble.times-- > 0) throw new Error('the connection broke');
    },
  } as Payments;
  const failures: unknown[] = [];
  const current = { is: true, waits: false };
  const reporter = createUsageReporter({
    async isCurrent(signal) {
      if (current.waits) await once(signal, 'abort');
      return current.is;
    },
    onFailure: (_, error) => failures.push(error),
    events,
    payments,
    clock: { now: () => now.ms },
    usedFrom: async (_, first, last) =>
      USED.filter((day) => day >= first && day <= last).map((day) => ({ day, verified_bytes: 10 })),
  });
  const run = (signal = new AbortController().signal) => reporter.run(signal);
  const change = async (data: Partial<Subscription>) => {
    const subscription: Subscription = {
      organization_id: 'org_1',
      payment_provider: 'stripe',
      customer_id: 'cus_1',
      subscription_id: 'sub_1',
      plan: 'developer',
      status: 'active',
      changed_at: '2026-11-03T12:00:00.000Z',
      ...data,
    };
    const command = { type: 'ChangeSubscription', data: subscription } as const;
    await execute(events, BILLING, 'org_1', command, { metadata: METADATA });
  };
  return { run, change, counted, reports, trouble, now, failures, current };
}

test('each day since the subscription is reported once, when it is final', async () => {
  const { run, change, reports, now } = scene();
  await run();
  assert.deepEqual(reports, []);
  await change({});
  await run();
  await run();
  assert.deepEqual(reports, ['2026-11-03', '2026-11-04']);
  now.ms = Date.parse('2026-11-06T03:00:00Z');
  await run();
  assert.deepEqual(reports, ['2026-11-03', '2026-11-04', '2026-11-05']);
});

test('a report whose response is lost is repeated, and no day is skipped', async () => {
  const { run, change, counted, reports, trouble, failures } = scene();
  await change({});
  trouble.times = 1;
  await run();
  assert.equal(failures.length, 1);
  await run();
  assert.deepEqual(reports, ['2026-11-03', '2026-11-03', '2026-11-04']);
  assert.deepEqual(
    [...counted],
    [
      ['cus_1 2026-11-03', 10],
      ['cus_1 2026-11-04', 10],
    ],
  );
});

test('an ended subscription is charged until its last day, a new one from its first', async () => {
  const { run, change, reports, now } = scene();
  await change({});
  await change({ status: 'ended', changed_at: '2026-11-04T09:00:00.000Z' });
  now.ms = Date.parse('2026-11-10T00:00:00Z');
  await change({ subscription_id: 'sub_2', changed_at: '2026-11-06T09:00:00.000Z' });
  await run();
  assert.deepEqual(reports, ['2026-11-03', '2026-11-04', '2026-11-06', '2026-11-07']);
});

test('nothing is reported while the usage view is behind', async () => {
  const { run, change, reports, current } = scene();
  await change({});
  current.is = false;
  await run();
  assert.deepEqual(reports, []);
  current.is = true;
  await run();
  assert.deepEqual(reports, ['2026-11-03', '2026-11-04']);
});

test('a round that waits for the view ends when the process stops', async () => {
  const { run, current } = scene();
  Object.assign(current, { is: false, waits: true });
  const stopping = new AbortController();
  const ended = run(stopping.signal);
  stopping.abort();
  await ended;
});
