import { getUsage } from '#contracts/http/operations/usage.ts';
import type { OrganizationUsage, UsageAmounts } from '#contracts/http/organization-usage.ts';
import { organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import type { OrganizationSettings } from '#domain/organization/events.ts';
import type { Principal } from '#http/context.ts';
import { addUsage, noUsage, OTHER_KEYS, USAGE, type UsageDayDocument } from '#projectors/usage/document.ts';
import { loadStream } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import type { RegisterOperation } from '../register.ts';

const DAY_MS = 86_400_000;

export function registerOrganizationUsageRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  const { events, views, clock } = dependencies;
  register(getUsage, async ({ params: { organization_id }, query: { days }, context }) => {
    const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
    const [stored, { state }] = await Promise.all([
      views.find(USAGE, {
        where: { organization_id },
        sort: { field: 'date', direction: 'descending' },
        // A day that the clock of another process has begun may come first.
        limit: days + 1,
      }),
      loadStream(events, organizationDecider, organizationStream(organization_id)),
    ]);
    const documents = stored.map(({ document }) => document as unknown as UsageDayDocument);
    return { body: usageOf(organization_id, documents, today, days, limitsOf(state.settings, context.principal)) };
  });
}

/** The use of `days` days up to the one that begins at `today`, in milliseconds since the Unix epoch. */
export function usageOf(
  organization_id: string,
  documents: readonly UsageDayDocument[],
  today: number,
  days: number,
  limits: OrganizationUsage['limits'],
): OrganizationUsage {
  const byDate = new Map(documents.map((document) => [document.date, document]));
  const start = today - (days - 1) * DAY_MS;
  const keys = new Map<string, UsageAmounts>();
  const daily: OrganizationUsage['daily'] = [];
  for (let day = start; day <= today; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 'yyyy-mm-dd'.length);
    const known = byDate.get(date);
    daily.push({ date, ...(known?.totals ?? noUsage()) });
    for (const [key, used] of Object.entries(known?.keys ?? {})) {
      keys.set(key, addUsage(keys.get(key) ?? noUsage(), used));
    }
  }
  return {
    organization_id,
    period: { start: new Date(start).toISOString(), end: new Date(today + DAY_MS).toISOString(), days },
    totals: daily.reduce(addUsage, noUsage()),
    daily,
    keys: [...keys]
      .map(([key, used]) => ({ key_id: key === OTHER_KEYS ? null : key, ...used }))
      .sort((a, b) => b.verified_bytes - a.verified_bytes || b.requests - a.requests),
    limits,
  };
}

function limitsOf(
  { monthly_cost_limit_cents }: OrganizationSettings,
  principal: Pick<Principal, 'key_id' | 'quota_per_hour' | 'monthly_cost_limit_cents'>,
): OrganizationUsage['limits'] {
  const { key_id, quota_per_hour } = principal;
  const key = { key_id, quota_per_hour, monthly_cost_limit_cents: principal.monthly_cost_limit_cents };
  return { monthly_cost_limit_cents, key };
}
