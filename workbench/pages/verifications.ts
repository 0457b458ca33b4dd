/** The list of verifications, page by page. */
import { verificationsPage } from '#query-api/pages/lists.ts';
import { titlesOf } from '#query-api/pages/titles.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterPage } from '../http/page.ts';
import { READS_VERIFICATIONS } from '../navigation.ts';
import { VERIFICATIONS_PATH } from '../paths.ts';
import { verificationsListPage } from '../views/verifications.ts';

const PER_PAGE = 50;

export function registerVerifications(page: RegisterPage, { queries }: WorkbenchDependencies): void {
  page(
    { name: 'showVerifications', method: 'GET', path: VERIFICATIONS_PATH, ...READS_VERIFICATIONS },
    async ({ context, query }) => {
      const { organization_id } = context.principal;
      const after = query.get('after');
      const listed = await verificationsPage(queries, organization_id, { limit: PER_PAGE, after });
      return verificationsListPage(listed, await titlesOf(queries, listed.data), after);
    },
  );
}
