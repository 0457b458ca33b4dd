/** The monthly cost limits in force of a key and its organization. */
import type { EventStore } from '#contracts/ports/event-store.ts';
import { apiKeyDecider, apiKeyStream } from '#domain/api-key/decider.ts';
import { organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import { loadStream } from './repository.ts';

/** In cents; null: no limit. */
export interface CostLimits {
  key_monthly_limit_cents: number | null;
  organization_monthly_limit_cents: number | null;
}

export async function costLimits(
  events: Pick<EventStore, 'readStream'>,
  { key_id, organization_id }: { key_id: string; organization_id: string },
): Promise<CostLimits> {
  const [key, organization] = await Promise.all([
    loadStream(events, apiKeyDecider, apiKeyStream(key_id)),
    loadStream(events, organizationDecider, organizationStream(organization_id)),
  ]);
  return {
    key_monthly_limit_cents: key.state.key?.monthly_cost_limit_cents ?? null,
    organization_monthly_limit_cents: organization.state.settings.monthly_cost_limit_cents,
  };
}
