/**
 * The payment provider that is included in the service, for operators who charge nobody: its pages are served by the
 * service itself, and what it would charge is logged.
 */
import { randomUUID } from 'node:crypto';
import { signLink } from '#common/signed-links.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { LOCAL_BILLING_PATH, type Payments } from '#contracts/ports/payments.ts';

/** Life of a link: long enough to read the page. */
const LINK_MS = 3_600_000;

export interface LocalPaymentsOptions {
  clock: Clock;
  /** Key that signs the links. */
  key: Uint8Array;
  /** Called with what a real provider would charge. */
  charge(report: { organization_id: string; day: string; verified_bytes: number }): void;
}

/** Links lead to LOCAL_BILLING_PATH of the service from whose page the person comes (`return_url`). */
export function createLocalPayments({ clock, key, charge }: LocalPaymentsOptions): Payments {
  const link = (page: string, organization_id: string, id: string, returnUrl: string) => {
    const expires_ms = clock.now() + LINK_MS;
    const query = signLink(key, { page, organization_id, id, expires_ms });
    return { id, url: new URL(`${LOCAL_BILLING_PATH}?${query}`, returnUrl).href };
  };
  return {
    name: 'local',
    checkout: async ({ checkout_id, organization_id, return_url }) =>
      link('checkout', organization_id, checkout_id, return_url),
    portal: async ({ organization_id, return_url }) =>
      link('portal', organization_id, `prt_${randomUUID().replaceAll('-', '')}`, return_url),
    notified: () => undefined,
    subscription: async () => null,
    cancel: async () => {},
    reportUsage: async ({ organization_id, day, verified_bytes }) => charge({ organization_id, day, verified_bytes }),
  };
}
