/** The payment port: where people subscribe, manage their subscription, and what they are charged for. */

/** Paths of the local provider's pages, and of the messages that providers send. */
export const LOCAL_BILLING_PATH = '/billing/local';
export const PAYMENT_MESSAGES_PATH = '/billing/notifications';

export interface CheckoutOrder {
  /** Repeating a checkout with the same id returns the same link. */
  checkout_id: string;
  organization_id: string;
  plan: string;
  /** The provider's id of the organization, if it has been a customer before. */
  customer_id: string | null;
  /** Where the person returns afterwards. */
  return_url: string;
}

export interface PortalOrder {
  organization_id: string;
  customer_id: string;
  return_url: string;
}

/** A page of the payment provider for a person to visit. */
export interface PaymentLink {
  id: string;
  url: string;
}

/** A subscription in its present state at the provider. */
export interface ProvidedSubscription {
  organization_id: string;
  customer_id: string;
  subscription_id: string;
  plan: string;
  status: 'active' | 'past_due' | 'ended';
}

export interface UsageReport {
  customer_id: string;
  organization_id: string;
  /** YYYY-MM-DD, UTC. A day is charged once, however often it is reported. */
  day: string;
  verified_bytes: number;
}

/** `refused`: the provider rejects the request, so repeating it does not help. */
export type PaymentFailure = 'unavailable' | 'refused';

export class PaymentError extends Error {
  readonly code: PaymentFailure;
  constructor(code: PaymentFailure, cause?: unknown) {
    super(`the payment provider: ${code}`, { cause });
    this.name = 'PaymentError';
    this.code = code;
  }
}

/** All methods but `notified` throw PaymentError. */
export interface Payments {
  readonly name: 'local' | 'stripe';
  checkout(order: CheckoutOrder): Promise<PaymentLink>;
  portal(order: PortalOrder): Promise<PaymentLink>;
  /**
   * Checks a message of the provider and returns the id of the subscription that it is about; null if it is about
   * something else, undefined if the signature is wrong or too old.
   */
  notified(body: Uint8Array, signature: string | null): string | null | undefined;
  /** The subscription in its present state; null if it belongs to no organization of this service. */
  subscription(subscriptionId: string): Promise<ProvidedSubscription | null>;
  /** Ends a subscription at once, without a charge. Idempotent. */
  cancel(subscriptionId: string): Promise<void>;
  reportUsage(report: UsageReport): Promise<void>;
}
