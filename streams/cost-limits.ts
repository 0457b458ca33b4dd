/** The monthly cost limits that apply to a key and its organization. */
import type { EventStore } from '#contracts/ports/event-store.ts';
import { apiKeyDecider, apiKeyStream } from '#domain/api-key/decider.ts';
import { allowanceOf, billingDecider, billingStream } from '#domain/billing/decider.ts';
import type { FreeAllowance } from '#domain/billing/plans.ts';
import { type OrganizationState, organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import { loadStream } from './repository.ts';

type Events = Pick<EventStore, 'readStream'>;

/** In cents; null: no limit. */
export interface CostLimits {
  key_monthly_limit_cents: number | null;
  organization_monthly_limit_cents: number | null;
}

/** `freeAllowance`: what an organization without a plan may spend; null: no limit. */
export async function costLimits(
  events: Events,
  { key_id, organization_id }: { key_id: string; organization_id: string },
  freeAllowance: FreeAllowance | null,
): Promise<CostLimits> {
  const [key, organization] = await Promise.all([
    loadStream(events, apiKeyDecider, apiKeyStream(key_id)),
    loadStream(events, organizationDecider, organizationStream(organization_id)),
  ]);
  return {
    key_monthly_limit_cents: key.state.key?.monthly_cost_limit_cents ?? null,
    organization_monthly_limit_cents: await monthlyLimit(events, organization.state, freeAllowance),
  };
}

/** The organization's own limit or, without a plan, the free allowance if that is lower. In cents; null: no limit. */
export async function monthlyLimit(
  events: Events,
  { organization, settings }: OrganizationState,
  freeAllowance: FreeAllowance | null,
): Promise<number | null> {
  const own = settings.monthly_cost_limit_cents;
  if (freeAllowance === null || organization === null) return own;
  const billing = await loadStream(events, billingDecider, billingStream(organization.id));
  if (allowanceOf(billing.state, freeAllowance.payment_provider) === 'unlimited') return own;
  return Math.min(own ?? freeAllowance.cents, freeAllowance.cents);
}
