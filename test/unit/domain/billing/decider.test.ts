import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowanceOf, BILLING, type Subscription } from '#domain/billing/decider.ts';
import type { BillingEvent } from '#domain/billing/events.ts';
import { given } from '#test/support/decider-spec.ts';

const SUBSCRIPTION: Subscription = {
  organization_id: 'org_1',
  payment_provider: 'stripe',
  customer_id: 'cus_1',
  subscription_id: 'sub_1',
  plan: 'developer',
  status: 'active',
  changed_at: '2026-11-01T00:00:00.000Z',
};
const changed = (data: Partial<Subscription>): BillingEvent => ({
  type: 'SubscriptionChanged',
  data: { ...SUBSCRIPTION, ...data },
});
const change = (data: Partial<Subscription>) =>
  ({ type: 'ChangeSubscription', data: { ...SUBSCRIPTION, ...data } }) as const;

test('the same message about a subscription is recorded once', () => {
  given(BILLING).when(change({})).then(changed({}));
  given(BILLING, changed({}))
    .when(change({ changed_at: '2026-11-02T00:00:00.000Z' }))
    .thenNothing();
  given(BILLING, changed({}))
    .when(change({ status: 'past_due' }))
    .then(changed({ status: 'past_due' }));
});

test('the end of an older subscription leaves the one in force', () => {
  const events = [changed({ status: 'ended' }), changed({ subscription_id: 'sub_2' })];
  given(BILLING, ...events)
    .when(change({ status: 'ended' }))
    .thenNothing();
});

test('a second subscription is refused while one is in force at the provider', () => {
  const second = change({ subscription_id: 'sub_2' });
  given(BILLING, changed({})).when(second).thenRefused('already_exists');
  given(BILLING, changed({ status: 'past_due' }))
    .when(second)
    .thenRefused('already_exists');
  given(BILLING, changed({ status: 'ended' }))
    .when(second)
    .then(changed({ subscription_id: 'sub_2' }));
  given(BILLING, changed({ payment_provider: 'local' }))
    .when(second)
    .then(changed({ subscription_id: 'sub_2' }));
});

test('a checkout and a day of usage are recorded once', () => {
  const data = {
    organization_id: 'org_1',
    checkout_id: 'chk_1',
    plan: 'developer',
    payment_provider: 'local',
    url: 'http://localhost/',
    started_at: SUBSCRIPTION.changed_at,
  } as const;
  const started: BillingEvent = { type: 'CheckoutStarted', data };
  given(BILLING).when({ type: 'StartCheckout', data }).then(started);
  given(BILLING, started).when({ type: 'StartCheckout', data }).thenNothing();

  const report = {
    organization_id: 'org_1',
    subscription_id: 'sub_1',
    day: '2026-11-02',
    verified_bytes: 12,
    reported_at: '2026-11-03T00:00:00.000Z',
  };
  const reported: BillingEvent = { type: 'UsageReported', data: report };
  given(BILLING).when({ type: 'RecordReportedUsage', data: report }).then(reported);
  given(BILLING, reported).when({ type: 'RecordReportedUsage', data: report }).thenNothing();
  given(BILLING, reported)
    .when({ type: 'RecordReportedUsage', data: { ...report, day: '2026-11-01' } })
    .thenNothing();
});

test('an organization has the free allowance unless a subscription is in force', () => {
  const allowance = (...events: BillingEvent[]) => allowanceOf(given(BILLING, ...events).state, 'stripe');
  assert.equal(allowance(), 'free_allowance');
  assert.equal(allowance(changed({})), 'unlimited');
  assert.equal(allowance(changed({ status: 'past_due' })), 'unlimited');
  assert.equal(allowance(changed({}), changed({ status: 'ended' })), 'free_allowance');
  assert.equal(allowance(changed({ payment_provider: 'local' })), 'free_allowance');
});
