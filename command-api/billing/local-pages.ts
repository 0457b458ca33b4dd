/** The pages of the local payment provider, on which a person subscribes and cancels. Nothing is charged. */

import type { SignedLink } from '#common/signed-links.ts';
import { timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import { BILLING, checkoutOf, type Subscription } from '#domain/billing/decider.ts';
import { isCharged } from '#domain/billing/plans.ts';
import { html, type Markup } from '#markup/html.ts';
import { load } from '#streams/repository.ts';
import type { BillingDependencies } from '../dependencies.ts';
import { recordSubscription } from './commands.ts';

export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const STYLES = html`<style>body{font:1rem/1.6 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}
button{font:inherit;padding:.5rem 1.2rem}</style>`;

/** Returns the page of a link. Throws ApiError not_found if there is nothing to show. */
export async function showPage(dependencies: BillingDependencies, link: SignedLink): Promise<string> {
  const { state } = await load(dependencies.events, BILLING, link.organization_id);
  const price = `${dependencies.settings.tariff.cents_per_started_10_kb} cents for each started 10,000 bytes of verified text`;
  const note = html`<p>This service has no payment provider: it charges nobody, and writes to its log what would be
charged.</p>`;
  if (link.page === 'checkout') {
    const checkout = checkoutOf(state, link.id);
    if (checkout === null) throw new ApiError('not_found');
    if (isSubscribed(state.subscription)) return page('Subscribed', html`<p>The organization has the plan.</p>`);
    return page(
      `Subscribe to the plan “${checkout.plan}”`,
      html`<p>${price}.</p>${note}<form method="post"><button>Subscribe</button></form>`,
    );
  }
  const { subscription } = state;
  if (subscription === null) throw new ApiError('not_found');
  if (!isSubscribed(subscription)) return page('No subscription', html`<p>The plan was cancelled.</p>`);
  return page(
    `Plan “${subscription.plan}”`,
    html`<p>${price}.</p>${note}<form method="post"><button>Cancel the plan</button></form>`,
  );
}

/** Handles the page's button: subscribes or cancels. Pressing it twice has no further effect. */
export async function pressButton(
  dependencies: BillingDependencies,
  link: SignedLink,
  requestId: string,
): Promise<void> {
  const { organization_id } = link;
  const { state } = await load(dependencies.events, BILLING, organization_id);
  const changed_at = timestamp(dependencies.clock);
  if (link.page === 'portal') {
    const { subscription } = state;
    if (subscription === null) throw new ApiError('not_found');
    await recordSubscription(dependencies, { ...subscription, status: 'ended', changed_at }, requestId);
    return;
  }
  const checkout = checkoutOf(state, link.id);
  if (checkout === null) throw new ApiError('not_found');
  if (isSubscribed(state.subscription)) return;
  const subscription: Subscription = {
    organization_id,
    payment_provider: 'local',
    customer_id: `local_${organization_id}`,
    subscription_id: `local_${checkout.checkout_id}`,
    plan: checkout.plan,
    status: 'active',
    changed_at,
  };
  await recordSubscription(dependencies, subscription, requestId);
}

function isSubscribed(subscription: Subscription | null): boolean {
  return subscription !== null && isCharged(subscription.status);
}

function page(title: string, content: Markup): string {
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>${STYLES}
<h1>${title}</h1>${content}</html>
`.text;
}
