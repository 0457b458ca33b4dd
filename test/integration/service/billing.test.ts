/** Billing over HTTP, with the local provider and with a stand-in of Stripe, in the shape under test. */
import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { PaymentSettings } from '#apps/payment-settings.ts';
import { openStripeDouble, STRIPE_KEY, type StripeDouble, WEBHOOK_SECRET } from '#test/doubles/stripe/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

const FREE_CENTS = 4;
const NOTIFICATIONS = '//billing/notifications';

let stripe: StripeDouble;
let local: TestService;
let service: TestService;
before(async () => {
  stripe = await openStripeDouble();
  const payments: PaymentSettings = {
    provider: 'stripe',
    secretKey: STRIPE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    priceId: 'price_1',
    meterEvent: 'verified_bytes',
    url: stripe.url,
  };
  local = await openTestService();
  service = await openTestService({ payments, publicUrl: 'https://evidence.example/', freeMonthlyCents: FREE_CENTS });
});
after(async () => {
  await service.close();
  await local.close();
  await stripe.close();
});

/** The page of a link, which is outside of /v1. */
const pathOf = (url: string) => `/${new URL(url).pathname}${new URL(url).search}`;

test('local: the links lead to pages that subscribe and cancel', async () => {
  assert.equal((await local.call('POST', '/billing/portal')).status, 404);
  const { status, body } = await local.call('POST', '/billing/checkout', { body: {} });
  assert.equal(status, 200, JSON.stringify(body));
  const checkout = pathOf(body.url);
  const shown = await local.call('GET', checkout, { key: null });
  assert.equal(shown.status, 200);
  assert.match(shown.text, /<button>Subscribe<\/button>/);
  assert.match(shown.headers['content-security-policy']!, /default-src 'none'/);

  const forgery = checkout.replace(/signature=(.)/, (_, first) => `signature=${first === '0' ? '1' : '0'}`);
  assert.equal((await local.call('POST', forgery, { key: null })).status, 404);
  for (const time of ['once', 'twice']) {
    const pressed = await local.call('POST', checkout, { key: null });
    assert.equal(pressed.status, 303, time);
  }
  assert.equal((await local.call('POST', '/billing/checkout', { body: {} })).body.error.code, 'already_exists');

  const portal = await local.call('POST', '/billing/portal');
  assert.equal(portal.status, 200);
  const page = pathOf(portal.body.url);
  assert.match((await local.call('GET', page, { key: null })).text, /Cancel the plan/);
  await local.call('POST', page, { key: null });
  assert.match((await local.call('GET', page, { key: null })).text, /was cancelled/);
  assert.equal((await local.call('POST', '/billing/checkout', { body: {} })).status, 200);
});

test('local: a link expires', async () => {
  const { url } = (await local.call('POST', '/billing/portal')).body;
  local.advance(3_600_001);
  assert.equal((await local.call('GET', pathOf(url), { key: null })).status, 404);
});

test('a repeated checkout under one idempotency key is one checkout', async () => {
  const headers = { 'idempotency-key': 'checkout-1' };
  stripe.trouble.push(503);
  const failed = await service.call('POST', '/billing/checkout', { body: {}, headers });
  assert.equal(failed.body.error.code, 'provider_error');
  const first = await service.call('POST', '/billing/checkout', { body: {}, headers });
  const second = await service.call('POST', '/billing/checkout', { body: {}, headers });
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(second.body, first.body);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal(stripe.requests.filter(({ path }) => path === '/v1/checkout/sessions').length, 1);
  const { form } = stripe.requests[0]!;
  assert.equal(form.client_reference_id, service.organization_id);
  assert.equal(form['line_items[0][price]'], 'price_1');
  assert.equal(form.success_url, 'https://evidence.example/');
});

test('the free allowance limits organizations without a subscription', async () => {
  const verify = async () =>
    (await service.call('POST', '/claims/verify', { body: { claim: 'Iron is a metal.' } })).status;
  assert.deepEqual([await verify(), await verify(), await verify()], [201, 201, 429]);
  const limit = async () => {
    const usage = await service.call('GET', `/organizations/${service.organization_id}/usage`);
    return usage.body.limits.monthly_cost_limit_cents;
  };
  assert.equal(await limit(), FREE_CENTS, 'without a plan');

  const checkout = await service.call('POST', '/billing/checkout', { body: {} });
  const subscription = stripe.pay(checkout.body.url);
  const { body, headers } = stripe.message('checkout.session.completed', { id: 'cs_1', subscription });
  const tampered = await service.call('POST', NOTIFICATIONS, {
    key: null,
    headers,
    body: body.replace('cs_1', 'cs_2'),
  });
  assert.equal(tampered.status, 400);
  for (const _ of ['first', 'again']) {
    assert.equal((await service.call('POST', NOTIFICATIONS, { key: null, headers, body })).status, 200);
  }
  assert.equal(await verify(), 201);
  assert.equal(await limit(), null);
  const portal = await service.call('POST', '/billing/portal');
  assert.match(portal.body.url, /^https:\/\/billing\.stripe\.test\/p\/cus_/);

  // A message that is older than what the provider says now.
  stripe.setStatus(subscription, 'canceled');
  const late = stripe.message('customer.subscription.updated', { id: subscription, status: 'active' });
  assert.equal((await service.call('POST', NOTIFICATIONS, { key: null, ...late })).status, 200);
  assert.equal(await verify(), 429);
});

test('of two paid checkouts, one subscription is kept and the other cancelled', async () => {
  const tenant = await service.newTenant();
  const paid = async () => {
    const { body } = await service.call('POST', '/billing/checkout', { body: {}, key: tenant.key });
    return body.url as string;
  };
  const urls = [await paid(), await paid()];
  const [first, second] = urls.map((url) => stripe.pay(url)) as [string, string];
  const tell = async (subscription: string) => {
    const message = stripe.message('customer.subscription.created', { id: subscription });
    assert.equal((await service.call('POST', NOTIFICATIONS, { key: null, ...message })).status, 200);
    return [first, second].map((id) => stripe.statusOf(id));
  };
  assert.deepEqual(await tell(first), ['active', 'active']);
  assert.deepEqual(await tell(second), ['active', 'canceled']);
  assert.deepEqual(await tell(second), ['active', 'canceled'], 'a repeated message');

  const checkout = await service.call('POST', '/billing/checkout', { body: {}, key: tenant.key });
  assert.equal(checkout.body.error.code, 'already_exists');
});

test('a subscription replaces one that ended at the provider without a message', async () => {
  const tenant = await service.newTenant();
  const urls = await Promise.all(
    [1, 2].map(async () => {
      const { body } = await service.call('POST', '/billing/checkout', { body: {}, key: tenant.key });
      return body.url as string;
    }),
  );
  const [first, second] = urls.map((url) => stripe.pay(url)) as [string, string];
  const tell = (subscription: string) =>
    service.call('POST', NOTIFICATIONS, {
      key: null,
      ...stripe.message('customer.subscription.created', { id: subscription }),
    });
  await tell(first);
  stripe.setStatus(first, 'canceled');
  await tell(second);
  assert.equal(stripe.statusOf(second), 'active');
  const checkout = await service.call('POST', '/billing/checkout', { body: {}, key: tenant.key });
  assert.equal(checkout.body.error.code, 'already_exists');
});

test('checkouts are limited per organization and hour', async () => {
  const tenant = await service.newTenant();
  const checkout = () => service.call('POST', '/billing/checkout', { body: {}, key: tenant.key });
  for (let n = 0; n < 20; n++) assert.equal((await checkout()).status, 200);
  const refused = await checkout();
  assert.equal(refused.status, 429);
  assert.equal(refused.body.error.code, 'rate_limit_exceeded');
  assert.match(
    refused.body.error.message,
    /^The limit of 20 checkouts per hour and organization is reached\. Try again in \d+ seconds\.$/,
  );
  const elsewhere = await service.newTenant();
  assert.equal((await service.call('POST', '/billing/checkout', { body: {}, key: elsewhere.key })).status, 200);
  service.advance(3_600_000);
  assert.equal((await checkout()).status, 200);
});

test('a message about something else, or of another service, changes nothing', async () => {
  for (const [type, object] of [
    ['invoice.paid', { id: 'in_1' }],
    ['customer.created', { id: 'cus_9' }],
  ] as const) {
    const message = stripe.message(type, object);
    assert.equal((await service.call('POST', NOTIFICATIONS, { key: null, ...message })).status, 200);
  }
  assert.equal((await service.call('POST', NOTIFICATIONS, { key: null, body: 'x' })).status, 400);
  const headers = { 'stripe-signature': 't=1,v1=00' };
  const big = await service.call('POST', NOTIFICATIONS, { key: null, headers, body: 'x'.repeat(300_000) });
  assert.equal(big.status, 413);
});

test('unverified messages hold 8 MiB in total; further ones wait', async (context) => {
  const { app } = service.service;
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'stripe-signature': 't=1,v1=00' };
  const message = async () => (await service.call('POST', NOTIFICATIONS, { key: null, headers, body: '{}' })).status;
  // Each may become 256 KiB, so 32 of them are read.
  const senders = Array.from({ length: 40 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    context.after(() => socket.destroy());
    socket.write(
      `POST ${NOTIFICATIONS.slice(1)} HTTP/1.1\r\nHost: x\r\nStripe-Signature: t=1,v1=00\r\n` +
        'Content-Type: application/json\r\nContent-Length: 200000\r\n\r\n{',
    );
    return socket;
  });
  await eventually('as many as there may be', async () => (await message()) === 503);
  const refused = await service.call('POST', NOTIFICATIONS, { key: null, headers, body: '{}' });
  assert.equal(refused.headers['retry-after'], '5');
  assert.equal((await service.call('GET', '/policies')).status, 200);
  assert.equal((await service.call('POST', NOTIFICATIONS, { key: null, body: '{}' })).status, 400);
  for (const socket of senders) socket.destroy();
  await eventually('room', async () => (await message()) === 400);
});
