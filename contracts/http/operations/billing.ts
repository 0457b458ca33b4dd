/** Billing. */

import { CheckoutRequest, PaymentPage } from '../billing.ts';
import { defineOperation } from '../operation.ts';
import { ACCESS } from './access.ts';

export const startCheckout = defineOperation({
  operationId: 'startCheckout',
  method: 'POST',
  path: '/billing/checkout',
  tag: 'Billing',
  summary: 'Subscribe to a plan',
  ...ACCESS.startCheckout,
  idempotent: true,
  body: CheckoutRequest,
  success: { status: 200, description: 'The page on which to pay', body: PaymentPage },
  errors: ['already_exists', 'idempotency_key_conflict', 'idempotency_in_progress', 'provider_error'],
});

export const openBillingPortal = defineOperation({
  operationId: 'openBillingPortal',
  method: 'POST',
  path: '/billing/portal',
  tag: 'Billing',
  summary: 'Manage the subscription',
  ...ACCESS.openBillingPortal,
  success: { status: 200, description: 'The page on which to change or cancel it', body: PaymentPage },
  errors: ['not_found', 'provider_error'],
});

export const BILLING_OPERATIONS = [startCheckout, openBillingPortal] as const;
