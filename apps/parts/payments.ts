/** The configured payment provider. */
import type { Clock } from '#contracts/ports/clock.ts';
import type { Payments } from '#contracts/ports/payments.ts';
import { createLocalPayments } from '#platform/payments/local.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { Logger } from '../logger.ts';

/** Loads Stripe's package, which has some megabytes, only if it is used. */
export async function openPayments(
  { payments }: Pick<ServiceConfiguration, 'payments'>,
  clock: Clock,
  key: Uint8Array,
  logger: Logger,
): Promise<Payments> {
  if (payments.provider === 'stripe') {
    const { createStripePayments } = await import('#platform/payments/stripe.ts');
    return createStripePayments(payments);
  }
  const charge = (report: object) => logger.info(report, 'usage that a payment provider would charge');
  return createLocalPayments({ clock, key, charge });
}
