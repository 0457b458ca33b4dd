/** What an organization may do with and without a plan: the single table of it. */
export const PLANS = ['developer'] as const;
export type Plan = (typeof PLANS)[number];

/**
 * States of a subscription in the terms of payment providers. `past_due`: a payment failed and is being retried.
 * `ended`: cancelled, unpaid for good, or never paid.
 */
export const SUBSCRIPTION_STATUSES = ['active', 'past_due', 'ended'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Supported payment providers; `local` charges nobody. */
export const PAYMENT_PROVIDERS = ['local', 'stripe'] as const;
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number];

/** What organizations may spend in a month without a plan at the payment provider in use. */
export interface FreeAllowance {
  cents: number;
  payment_provider: PaymentProviderName;
}

/** What limits an organization's cost in a month, besides its own settings. */
export type MonthlyAllowance = 'free_allowance' | 'unlimited';

/** While a payment is being retried, nothing is restricted; the retries end in `active` or `ended`. */
export const ALLOWANCES: Readonly<Record<'no_plan' | `${Plan}_${SubscriptionStatus}`, MonthlyAllowance>> = {
  no_plan: 'free_allowance',
  developer_active: 'unlimited',
  developer_past_due: 'unlimited',
  developer_ended: 'free_allowance',
};

/** Whether usage is charged to a subscription with this status. */
export function isCharged(status: SubscriptionStatus): boolean {
  return status !== 'ended';
}
