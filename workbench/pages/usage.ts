/** What was used and what it cost, by day and by key. */
import { ACCESS } from '#contracts/http/operations/access.ts';
import { API_KEYS, type ApiKeyDocument } from '#projectors/api-keys/document.ts';
import { organizationUsage } from '#query-api/routes/organization-usage.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterPage } from '../http/page.ts';
import { USAGE_PATH } from '../paths.ts';
import { PERIODS, usagePage } from '../views/usage.ts';

/** Further keys are summed up. */
const MOST_KEYS = 20;

export function registerUsage(page: RegisterPage, { queries }: WorkbenchDependencies): void {
  page({ name: 'showUsage', method: 'GET', path: USAGE_PATH, ...ACCESS.getUsage }, async ({ context, query }) => {
    const { principal } = context;
    const days = PERIODS.find((each) => String(each) === query.get('days')) ?? PERIODS[0];
    const usage = await organizationUsage(queries, principal, days);
    const ids = usage.keys.flatMap(({ key_id }) => key_id ?? []).slice(0, MOST_KEYS);
    const stored = await Promise.all(ids.map((id) => queries.views.get(API_KEYS, id)));
    const keys = stored.flatMap((each) => (each === null ? [] : (each.document as unknown as ApiKeyDocument)));
    const own = keys.filter(({ organization_id }) => organization_id === principal.organization_id);
    return usagePage(usage, new Map(own.map(({ key_id, name }) => [key_id, name])), MOST_KEYS);
  });
}
