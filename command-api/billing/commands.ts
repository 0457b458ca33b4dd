/** Billing: links to the payment provider's pages, and what the provider says of an organization's subscription. */
import { timestamp } from '#common/time.ts';
import { newTraceparent } from '#common/traceparent.ts';
import { ApiError } from '#contracts/errors.ts';
import type { PaymentPage } from '#contracts/http/billing.ts';
import { PaymentError } from '#contracts/ports/payments.ts';
import { BILLING, checkoutOf, type Subscription } from '#domain/billing/decider.ts';
import { isCharged, PLANS, type Plan } from '#domain/billing/plans.ts';
import { newId } from '#domain/ids.ts';
import { countHourly } from '#http/rate-limit.ts';
import { execute, load } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { BillingDependencies } from '../dependencies.ts';
import { executeCommand, refusal } from '../execute-command.ts';
import { allowRetry, holdKey, idempotentCall, rememberSuccess } from '../verification/idempotency.ts';

/** A call to the payment provider is tried three times, each with a limit of ten seconds. */
const HOLD_LEASE_MS = 45_000;

const MOST_LOOKS = 5;

/** Checkouts of one organization. They are limited, as each adds an event to a stream that is read whole. */
const CHECKOUTS_PER_HOUR = 20;

const CHECKOUT_ENDPOINT = 'POST /billing/checkout';

export interface BillingCall {
  caller: Caller;
  idempotencyKey: string | null;
  /** Base URL of the service as the person's browser reaches it. */
  serviceUrl: string;
}

/** Throws ApiError already_exists if the organization is already on the plan. */
export async function startCheckout(
  dependencies: BillingDependencies,
  call: BillingCall,
  plan: Plan,
): Promise<{ page: PaymentPage; replayed: boolean }> {
  const { operations, secrets } = dependencies;
  const { caller, idempotencyKey } = call;
  if (idempotencyKey === null) {
    return { page: await newCheckout(dependencies, call, plan, newId('chk')), replayed: false };
  }
  const keyed = idempotentCall(secrets.fingerprint, caller, CHECKOUT_ENDPOINT, idempotencyKey, { plan });
  const { hold, expires_at } = await holdKey(dependencies, keyed, newId('chk'), HOLD_LEASE_MS);
  switch (hold.outcome) {
    case 'conflict':
      throw new ApiError('idempotency_key_conflict');
    case 'in_progress':
      throw new ApiError('idempotency_in_progress', { retryAfter: 2 });
    case 'completed':
      return { page: await earlierCheckout(dependencies, caller, hold.record.target_id), replayed: true };
    case 'held':
    case 'taken_over': {
      const { target_id } = hold;
      try {
        const page = await newCheckout(dependencies, call, plan, target_id);
        await rememberSuccess(operations.idempotency, keyed, target_id, 200, expires_at);
        return { page, replayed: false };
      } catch (error) {
        // A retry continues with the same id, for which the payment provider makes no second checkout.
        await allowRetry(operations.idempotency, keyed, target_id);
        throw error;
      }
    }
  }
}

async function newCheckout(
  dependencies: BillingDependencies,
  { caller, serviceUrl }: BillingCall,
  plan: Plan,
  checkout_id: string,
): Promise<PaymentPage> {
  const { events, payments, clock } = dependencies;
  const { organization_id } = caller;
  const loaded = await load(events, BILLING, organization_id);
  const { subscription } = loaded.state;
  const isHere = subscription?.payment_provider === payments.name;
  if (isHere && isCharged(subscription.status) && subscription.plan === plan) {
    throw refusal('already_exists', 'the organization has this plan', 'plan');
  }
  const counter = `checkouts:${organization_id}`;
  await countHourly(dependencies, counter, CHECKOUTS_PER_HOUR, 'checkouts per hour and organization');
  const customer_id = isHere ? subscription.customer_id : null;
  const order = { checkout_id, organization_id, plan, customer_id, return_url: serviceUrl };
  const { url } = await asked(payments.checkout(order));
  const started_at = timestamp(clock);
  const data = { organization_id, checkout_id, plan, payment_provider: payments.name, url, started_at };
  const command = { type: 'StartCheckout', data } as const;
  await executeCommand(events, BILLING, organization_id, command, caller, loaded);
  return { id: checkout_id, url };
}

async function earlierCheckout(
  dependencies: BillingDependencies,
  { organization_id }: Caller,
  checkoutId: string,
): Promise<PaymentPage> {
  const checkout = checkoutOf((await load(dependencies.events, BILLING, organization_id)).state, checkoutId);
  if (checkout === null) throw new ApiError('idempotency_result_not_retained');
  return { id: checkoutId, url: checkout.url };
}

/** Throws ApiError not_found for an organization that never subscribed. */
export async function openPortal(
  dependencies: BillingDependencies,
  { caller, serviceUrl }: BillingCall,
): Promise<PaymentPage> {
  const { organization_id } = caller;
  const { subscription } = (await load(dependencies.events, BILLING, organization_id)).state;
  if (subscription === null || subscription.payment_provider !== dependencies.payments.name) {
    const message = 'The organization has no subscription yet; POST /billing/checkout starts one.';
    throw new ApiError('not_found', { message });
  }
  const { customer_id } = subscription;
  const { id, url } = await asked(
    dependencies.payments.portal({ organization_id, customer_id, return_url: serviceUrl }),
  );
  return { id, url };
}

/**
 * Reads a subscription from the payment provider after a message about it, and records its present state. The messages
 * themselves may arrive late, twice or out of order.
 */
export async function refreshSubscription(
  dependencies: BillingDependencies,
  subscriptionId: string,
  requestId: string,
): Promise<void> {
  const { payments, clock } = dependencies;
  // Of two concurrent messages, the one that read first may record last. So read again until nothing has changed.
  for (let look = 1; look <= MOST_LOOKS; look++) {
    const provided = await asked(payments.subscription(subscriptionId));
    const plan = PLANS.find((known) => known === provided?.plan);
    // A subscription of another service that uses the same account.
    if (provided === null || plan === undefined) return;
    const told = { ...provided, plan, payment_provider: payments.name, changed_at: timestamp(clock) };
    const recorded = await recordSubscription(dependencies, told, requestId);
    if (recorded === 'known') return;
    if (recorded === 'already_exists') await endSecond(dependencies, told, requestId);
  }
}

/**
 * Handles two paid checkouts, which make two subscriptions at the provider: cancels the one that is not in force here,
 * unless the other one has meanwhile ended at the provider.
 */
async function endSecond(
  dependencies: BillingDependencies,
  { organization_id, subscription_id }: Subscription,
  requestId: string,
): Promise<void> {
  const { events, payments, clock } = dependencies;
  const inForce = (await load(events, BILLING, organization_id)).state.subscription!;
  // Meanwhile, another message has recorded the other subscription.
  if (inForce.subscription_id === subscription_id) return;
  const now = await asked(payments.subscription(inForce.subscription_id));
  if (now !== null && isCharged(now.status)) return asked(payments.cancel(subscription_id));
  await recordSubscription(dependencies, { ...inForce, status: 'ended', changed_at: timestamp(clock) }, requestId);
}

/**
 * Records the state of a subscription as the payment provider reports it. Returns `already_exists`, and records
 * nothing, if another subscription is in force.
 */
export async function recordSubscription(
  { events, payments }: Pick<BillingDependencies, 'events' | 'payments'>,
  data: Subscription,
  requestId: string,
): Promise<'recorded' | 'known' | 'already_exists'> {
  const { organization_id } = data;
  const metadata = {
    actor: { type: 'system' as const, id: `payments:${payments.name}` },
    ip: null,
    request_id: requestId,
    correlation_id: requestId,
    causation_id: requestId,
    traceparent: newTraceparent(),
    organization_id,
  };
  const command = { type: 'ChangeSubscription', data } as const;
  const executed = await execute(events, BILLING, organization_id, command, { metadata });
  if (!executed.accepted) return executed.code;
  return executed.changed ? 'recorded' : 'known';
}

async function asked<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    if (error.code === 'unavailable') {
      const message = 'The payment provider could not be reached, or failed.';
      throw new ApiError('provider_error', { message, retryAfter: 5 });
    }
    const message = 'The payment provider does not take this request.';
    throw new ApiError('provider_error', { message, headers: { 'x-should-retry': 'false' } });
  }
}
