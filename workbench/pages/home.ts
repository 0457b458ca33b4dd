/** The first page: what was verified lately; when nothing was, what to do. */
import { verificationsPage } from '#query-api/pages/lists.ts';
import { titlesOf } from '#query-api/pages/titles.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterPage } from '../http/page.ts';
import { READS_VERIFICATIONS } from '../navigation.ts';
import { HOME_PATH } from '../paths.ts';
import { homePage } from '../views/home.ts';

const RECENT = 8;

export function registerHome(page: RegisterPage, { queries }: WorkbenchDependencies): void {
  page({ name: 'showHome', method: 'GET', path: HOME_PATH, ...READS_VERIFICATIONS }, async ({ context, viewer }) => {
    const { organization_id } = context.principal;
    const listed = await verificationsPage(queries, organization_id, { limit: RECENT });
    return homePage(viewer, listed, await titlesOf(queries, listed.data));
  });
}
