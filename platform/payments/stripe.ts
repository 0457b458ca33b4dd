/** Payments by Stripe, through its own package. API: https://docs.stripe.com/api (in the package's version). */
import Stripe from 'stripe';
import { PaymentError, type Payments, type ProvidedSubscription } from '#contracts/ports/payments.ts';

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const DAY_SECONDS = 86_400;

export interface StripeOptions {
  secretKey: string;
  /** Secret with which Stripe signs its messages. */
  webhookSecret: string;
  /** Id of the metered price of the plan `developer`, `price_…`. */
  priceId: string;
  /** Name of the meter's events; its values are bytes. */
  meterEvent: string;
  /** Base URL of Stripe's API, without a path. */
  url: string;
}

/** States of Stripe's subscriptions. In all others, they have ended or were never paid. */
const STATUSES: Readonly<Record<string, ProvidedSubscription['status']>> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
};

export function createStripePayments(options: StripeOptions): Payments {
  const { protocol, hostname, port } = new URL(options.url);
  const stripe = new Stripe(options.secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port === '' ? {} : { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });

  return {
    name: 'stripe',

    async checkout({ checkout_id, organization_id, plan, customer_id, return_url }) {
      const about = { organization_id, plan };
      const session = await asked(
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            line_items: [{ price: options.priceId }],
            client_reference_id: organization_id,
            metadata: about,
            subscription_data: { metadata: about },
            ...(customer_id === null ? {} : { customer: customer_id }),
            success_url: return_url,
            cancel_url: return_url,
          },
          { idempotencyKey: checkout_id },
        ),
      );
      if (session.url === null) throw new PaymentError('refused');
      return { id: session.id, url: session.url };
    },

    async portal({ customer_id, return_url }) {
      const { id, url } = await asked(stripe.billingPortal.sessions.create({ customer: customer_id, return_url }));
      return { id, url };
    },

    notified(body, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(Buffer.from(body), signature ?? '', options.webhookSecret);
      } catch {
        return undefined;
      }
      switch (event.type) {
        case 'checkout.session.completed':
          return idOf(event.data.object.subscription);
        case 'customer.subscription.created':
        case 'customer.subscription.updated':
        case 'customer.subscription.deleted':
        case 'customer.subscription.paused':
        case 'customer.subscription.resumed':
          return event.data.object.id;
        default:
          return null;
      }
    },

    async subscription(subscriptionId) {
      const { id, customer, status, metadata } = await asked(stripe.subscriptions.retrieve(subscriptionId));
      const { organization_id, plan } = metadata;
      const customer_id = idOf(customer);
      if (organization_id === undefined || plan === undefined || customer_id === null) return null;
      return { organization_id, plan, customer_id, subscription_id: id, status: STATUSES[status] ?? 'ended' };
    },

    async cancel(subscriptionId) {
      const details = { comment: 'The organization has a subscription already.' };
      try {
        await stripe.subscriptions.cancel(subscriptionId, { invoice_now: false, cancellation_details: details });
      } catch (error) {
        // Stripe refuses to cancel what is already cancelled.
        const { status } = await asked(stripe.subscriptions.retrieve(subscriptionId));
        if (status !== 'canceled') return asked(Promise.reject(error));
      }
    },

    async reportUsage({ customer_id, organization_id, day, verified_bytes }) {
      const identifier = `${organization_id}:${day}`;
      const report = {
        event_name: options.meterEvent,
        identifier,
        // The last second of the day, so that it is charged in the month to which it belongs.
        timestamp: Date.parse(`${day}T00:00:00Z`) / 1_000 + DAY_SECONDS - 1,
        payload: { stripe_customer_id: customer_id, value: String(verified_bytes) },
      };
      // The key makes a repetition harmless for a day, the identifier for as long as Stripe remembers it.
      await asked(stripe.billing.meterEvents.create(report, { idempotencyKey: identifier }));
    },
  };
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' || reference === null ? reference : reference.id;
}

/** Throws PaymentError without the words of Stripe's own error, which may contain the customer's name. */
async function asked<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { statusCode } = error;
    const isRefused = statusCode !== undefined && statusCode < 500 && statusCode !== 429 && statusCode !== 409;
    throw new PaymentError(isRefused ? 'refused' : 'unavailable');
  }
}
