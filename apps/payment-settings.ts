/** What the environment says of the payment provider. */
import { AllowedHosts, portOf } from '#platform/outbound/outbound-url.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { Environment } from './environment.ts';

export type PaymentSettings =
  | { provider: 'local' }
  | {
      provider: 'stripe';
      secretKey: string;
      webhookSecret: string;
      priceId: string;
      meterEvent: string;
      /** Base URL of its API, without a path. */
      url: string;
    };

/** Stripe's pages lead people back to the service, so its public URL must be known. Throws ConfigurationError. */
export function paymentSettings(env: Environment): PaymentSettings {
  if (env.PAYMENT_PROVIDER === 'local') return { provider: 'local' };
  const names = ['PAYMENT_SECRET_KEY', 'PAYMENT_WEBHOOK_SECRET', 'PAYMENT_PRICE_ID', 'EVIDENCE_PUBLIC_URL'] as const;
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length > 0) {
    throw new ConfigurationError(missing.map((name) => `${name} must be set for PAYMENT_PROVIDER=stripe`));
  }
  const { hostname, protocol, port } = new URL(env.PAYMENT_URL);
  const allowed = new AllowedHosts(env.EVIDENCE_ALLOW_HOSTS);
  if (protocol !== 'https:' && !allowed.has(hostname, portOf({ protocol, port }))) {
    throw new ConfigurationError([
      'PAYMENT_URL must be https, or its host:port must be listed in EVIDENCE_ALLOW_HOSTS',
    ]);
  }
  return {
    provider: 'stripe',
    secretKey: env.PAYMENT_SECRET_KEY!,
    webhookSecret: env.PAYMENT_WEBHOOK_SECRET!,
    priceId: env.PAYMENT_PRICE_ID!,
    meterEvent: env.PAYMENT_METER_EVENT,
    url: env.PAYMENT_URL,
  };
}
