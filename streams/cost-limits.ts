/** The monthly cost limits that apply to a key and its organization. */
import type { SharedAllowance } from '#contracts/ports/admission.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { API_KEY } from '#domain/api-key/decider.ts';
import { allowanceOf, BILLING } from '#domain/billing/decider.ts';
import type { FreeAllowance } from '#domain/billing/plans.ts';
import { ORGANIZATION, type OrganizationState } from '#domain/organization/decider.ts';
import { load } from './repository.ts';

type Events = Pick<EventStore, 'readStream'>;

/** In cents; null: no limit. */
export interface CostLimits {
  key_monthly_limit_cents: number | null;
  organization_monthly_limit_cents: number | null;
  /** null: no limit, or a plan. */
  allowance: SharedAllowance | null;
}

/** The free allowance, and whose it is. */
export interface RootsAllowance extends FreeAllowance {
  /** The root of an organization: all organizations with one root share one allowance. */
  rootOf(organizationId: string): Promise<string>;
}

/** `freeAllowance`: what an organization without a plan may spend; null: no limit. */
export async function costLimits(
  events: Events,
  { key_id, organization_id }: { key_id: string; organization_id: string },
  freeAllowance: RootsAllowance | null,
): Promise<CostLimits> {
  const [key, organization] = await Promise.all([
    load(events, API_KEY, key_id),
    load(events, ORGANIZATION, organization_id),
  ]);
  return {
    key_monthly_limit_cents: key.state.key?.monthly_cost_limit_cents ?? null,
    ...(await organizationLimits(events, organization.state, freeAllowance)),
  };
}

/** The limits of an organization, whichever key is used. */
export async function organizationLimits(
  events: Events,
  { organization, settings }: OrganizationState,
  freeAllowance: RootsAllowance | null,
): Promise<Omit<CostLimits, 'key_monthly_limit_cents'>> {
  const own = settings.monthly_cost_limit_cents;
  const none = { organization_monthly_limit_cents: own, allowance: null };
  if (freeAllowance === null || organization === null) return none;
  const billing = await load(events, BILLING, organization.id);
  const { cents, payment_provider, rootOf } = freeAllowance;
  if (allowanceOf(billing.state, payment_provider) === 'unlimited') return none;
  // What the organization spent in this month counts also where it was not counted for its root yet.
  const organization_monthly_limit_cents = Math.min(own ?? cents, cents);
  return { organization_monthly_limit_cents, allowance: { root_id: await rootOf(organization.id), cents } };
}

/** The organization's own limit or, without a plan, the free allowance if that is lower. In cents; null: no limit. */
export async function monthlyLimit(
  events: Events,
  organization: OrganizationState,
  freeAllowance: RootsAllowance | null,
): Promise<number | null> {
  return (await organizationLimits(events, organization, freeAllowance)).organization_monthly_limit_cents;
}
