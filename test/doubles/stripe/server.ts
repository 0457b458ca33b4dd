/**
 * A stand-in for Stripe's API, after https://docs.stripe.com/api as its package 23.1.0 calls it: checkout sessions,
 * portal sessions, subscriptions, meter events, idempotency keys, signed messages. It knows no prices, takes no money,
 * and checks only the parameters that the service sends.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

export const STRIPE_KEY = 'sk_test_standin';
export const WEBHOOK_SECRET = 'whsec_standin';

export interface StripeDouble {
  url: string;
  /** Method, path and form of every request that was handled, repetitions under one idempotency key left out. */
  readonly requests: { method: string; path: string; form: Record<string, string> }[];
  /** Bytes charged, by customer. */
  readonly charged: Map<string, number>;
  /** Status codes of the next responses, instead of the right ones. */
  readonly trouble: number[];
  /** A person pays on the page of the checkout: returns the id of the subscription that this makes. */
  pay(sessionUrl: string): string;
  setStatus(subscriptionId: string, status: string): void;
  statusOf(subscriptionId: string): string;
  /** A message as Stripe sends it, with its signature. */
  message(type: string, object: object): { body: string; headers: Record<string, string> };
  close(): Promise<void>;
}

interface Session {
  id: string;
  url: string;
  form: Record<string, string>;
}

export async function openStripeDouble(): Promise<StripeDouble> {
  const sessions: Session[] = [];
  const subscriptions = new Map<string, object & { status: string }>();
  const responses = new Map<string, object>();
  const identifiers = new Set<string>();
  const requests: StripeDouble['requests'] = [];
  const charged = new Map<string, number>();
  const trouble: number[] = [];

  function handle(method: string, path: string, form: Record<string, string>): object | null {
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const id = `cs_test_${sessions.length + 1}`;
      const session = { id, url: `https://checkout.stripe.test/c/${id}`, form };
      sessions.push(session);
      return { object: 'checkout.session', id, url: session.url };
    }
    if (method === 'POST' && path === '/v1/billing_portal/sessions') {
      return { object: 'billing_portal.session', id: 'bps_1', url: `https://billing.stripe.test/p/${form.customer}` };
    }
    if (method === 'GET' && path.startsWith('/v1/subscriptions/')) {
      return subscriptions.get(path.slice('/v1/subscriptions/'.length)) ?? null;
    }
    if (method === 'DELETE' && path.startsWith('/v1/subscriptions/')) {
      const subscription = subscriptions.get(path.slice('/v1/subscriptions/'.length));
      // What has been cancelled can not be cancelled again.
      if (subscription === undefined || subscription.status === 'canceled') return null;
      subscription.status = 'canceled';
      return subscription;
    }
    if (method === 'POST' && path === '/v1/billing/meter_events') {
      const { identifier = '', 'payload[stripe_customer_id]': customer = '', 'payload[value]': value } = form;
      if (!identifiers.has(identifier)) charged.set(customer, (charged.get(customer) ?? 0) + Number(value));
      identifiers.add(identifier);
      return { object: 'billing.meter_event', identifier };
    }
    return null;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
      response.end(JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
    const status = trouble.shift();
    if (status !== undefined) return reply(status, { error: { type: 'api_error', message: 'trouble' } });
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      return reply(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    }
    const key = request.headers['idempotency-key'];
    const known = key === undefined ? undefined : responses.get(String(key));
    if (known !== undefined) return reply(200, known);
    const path = request.url!.split('?')[0]!;
    const made = handle(request.method!, path, form);
    if (made === null) return reply(404, { error: { type: 'invalid_request_error', message: 'No such resource' } });
    requests.push({ method: request.method!, path, form });
    if (key !== undefined) responses.set(String(key), made);
    reply(200, made);
  }

  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stripe = new Stripe(STRIPE_KEY);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    charged,
    trouble,
    pay(sessionUrl) {
      const { form } = sessions.find(({ url }) => url === sessionUrl)!;
      const id = `sub_${subscriptions.size + 1}`;
      const metadata = {
        organization_id: form['subscription_data[metadata][organization_id]'],
        plan: form['subscription_data[metadata][plan]'],
      };
      const customer = form.customer ?? `cus_${subscriptions.size + 1}`;
      subscriptions.set(id, { object: 'subscription', id, customer, status: 'active', metadata } as never);
      return id;
    },
    setStatus(subscriptionId, status) {
      subscriptions.get(subscriptionId)!.status = status;
    },
    statusOf: (subscriptionId) => subscriptions.get(subscriptionId)!.status,
    message(type, object) {
      const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
      const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET });
      return { body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
