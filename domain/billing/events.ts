/** Stream `billing-<organization id>`: an organization's plan and the usage reported for it. No names, no addresses. */
import { z } from 'zod';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';
import { PAYMENT_PROVIDERS, PLANS, SUBSCRIPTION_STATUSES } from './plans.ts';

export const CheckoutStarted = defineEvent(
  'CheckoutStarted',
  1,
  z.object({
    organization_id: z.string(),
    checkout_id: z.string(),
    plan: z.enum(PLANS),
    payment_provider: z.enum(PAYMENT_PROVIDERS),
    /** Where the person pays. */
    url: z.string(),
    started_at: Timestamp,
  }),
);

/** The state of the organization's subscription as the payment provider reports it. */
export const SubscriptionChanged = defineEvent(
  'SubscriptionChanged',
  1,
  z.object({
    organization_id: z.string(),
    payment_provider: z.enum(PAYMENT_PROVIDERS),
    /** The provider's ids. */
    customer_id: z.string(),
    subscription_id: z.string(),
    plan: z.enum(PLANS),
    status: z.enum(SUBSCRIPTION_STATUSES),
    changed_at: Timestamp,
  }),
);

/** The bytes verified on a day of UTC were reported to the payment provider. */
export const UsageReported = defineEvent(
  'UsageReported',
  1,
  z.object({
    organization_id: z.string(),
    subscription_id: z.string(),
    /** YYYY-MM-DD. */
    day: z.string(),
    verified_bytes: z.int(),
    reported_at: Timestamp,
  }),
);

export const BILLING_EVENTS = [CheckoutStarted, SubscriptionChanged, UsageReported] as const;
export type BillingEvent = EventOf<(typeof BILLING_EVENTS)[number]>;
