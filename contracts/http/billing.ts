/** Billing: links to the pages of the payment provider. */
import { z } from 'zod';
import { Id, record } from './common.ts';
import { literal, model, withDefault } from './fields.ts';

export const CheckoutRequest = model('CheckoutRequest', { plan: withDefault(literal(['developer']), 'developer') });
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;

export const PaymentPage = record('PaymentPage', {
  id: Id,
  /** The page for a person to visit. */
  url: z.string(),
});
export type PaymentPage = z.infer<typeof PaymentPage>;
