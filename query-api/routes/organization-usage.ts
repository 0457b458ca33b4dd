import { getUsage } from '#contracts/http/operations/usage.ts';
import type { OrganizationUsage, UsageAmounts } from '#contracts/http/organization-usage.ts';
import { ORGANIZATION, type OrganizationState } from '#domain/organization/decider.ts';
import type { Project } from '#domain/organization/events.ts';
import type { Principal } from '#http/context.ts';
import { addUsage, noUsage, OTHERS, USAGE, type UsageDayDocument } from '#projectors/usage/document.ts';
import { monthlyLimit } from '#streams/cost-limits.ts';
import { load } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import type { RegisterOperation } from '../register.ts';

const DAY_MS = 86_400_000;

export function registerOrganizationUsageRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  register(getUsage, async ({ query: { days }, context }) => ({
    body: await organizationUsage(dependencies, context.principal, days),
  }));
}

/** The usage of the caller's organization in the last `days` days, which end with today, and the caller's limits. */
export async function organizationUsage(
  dependencies: Pick<QueryDependencies, 'events' | 'views' | 'clock' | 'freeAllowance'>,
  principal: Principal,
  days: number,
): Promise<OrganizationUsage> {
  const { events, views, clock } = dependencies;
  const { organization_id } = principal;
  const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  const [stored, { state }] = await Promise.all([
    views.find(USAGE, {
      where: { organization_id },
      sort: { field: 'date', direction: 'descending' },
      // One more day, because the clock of another process may already have begun the next one.
      limit: days + 1,
    }),
    load(events, ORGANIZATION, organization_id),
  ]);
  const documents = stored.map(({ document }) => document as unknown as UsageDayDocument);
  const limits = await limitsOf(dependencies, state, principal);
  return { organization_id, ...usageOf(documents, today, days, state.projects), limits };
}

/** The usage of `days` days, the last of which begins at `today` (milliseconds since the Unix epoch). */
function usageOf(
  documents: readonly UsageDayDocument[],
  today: number,
  days: number,
  projects: readonly Project[],
): Omit<OrganizationUsage, 'organization_id' | 'limits'> {
  const byDate = new Map(documents.map((document) => [document.date, document]));
  const start = today - (days - 1) * DAY_MS;
  const byKey = new Map<string, UsageAmounts>();
  const byProject = new Map<string, UsageAmounts>();
  const daily: OrganizationUsage['daily'] = [];
  for (let day = start; day <= today; day += DAY_MS) {
    const date = new Date(day).toISOString().slice(0, 'yyyy-mm-dd'.length);
    const known = byDate.get(date);
    daily.push({ date, ...(known?.totals ?? noUsage()) });
    addEach(byKey, known?.keys ?? {});
    addEach(byProject, known?.projects ?? {});
  }
  const names = new Map(projects.map(({ project_id, name }) => [project_id, name]));
  return {
    period: { start: new Date(start).toISOString(), end: new Date(today + DAY_MS).toISOString(), days },
    totals: daily.reduce(addUsage, noUsage()),
    daily,
    keys: mostUsedFirst(byKey).map(([id, used]) => ({ key_id: id, ...used })),
    projects: mostUsedFirst(byProject).map(([id, used]) => ({
      project_id: id,
      name: names.get(id ?? '') ?? null,
      ...used,
    })),
  };
}

function addEach(sums: Map<string, UsageAmounts>, ofDay: Readonly<Record<string, UsageAmounts>>): void {
  for (const [id, used] of Object.entries(ofDay)) sums.set(id, addUsage(sums.get(id) ?? noUsage(), used));
}

/** A null id stands for the sum of the others. */
function mostUsedFirst(sums: ReadonlyMap<string, UsageAmounts>): [id: string | null, UsageAmounts][] {
  return [...sums]
    .sort(([, a], [, b]) => b.verified_bytes - a.verified_bytes || b.requests - a.requests)
    .map(([id, used]) => [id === OTHERS ? null : id, used]);
}

async function limitsOf(
  { events, freeAllowance }: Pick<QueryDependencies, 'events' | 'freeAllowance'>,
  organization: OrganizationState,
  principal: Pick<Principal, 'key_id' | 'quota_per_hour' | 'monthly_cost_limit_cents'>,
): Promise<OrganizationUsage['limits']> {
  const { key_id, quota_per_hour } = principal;
  const key = { key_id, quota_per_hour, monthly_cost_limit_cents: principal.monthly_cost_limit_cents };
  return { monthly_cost_limit_cents: await monthlyLimit(events, organization, freeAllowance), key };
}
