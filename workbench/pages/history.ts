/** The events of a verification, and how far it was after any of them. */
import { ApiError } from '#contracts/errors.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { historyPage, progressAfter } from '#query-api/pages/history.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterPage } from '../http/page.ts';
import { VERIFICATIONS_PATH } from '../paths.ts';
import { historyView } from '../views/history.ts';

const PER_PAGE = 50;
const REVISION = /^\d{1,9}$/;

export function registerHistory(page: RegisterPage, { queries }: WorkbenchDependencies): void {
  const path = `${VERIFICATIONS_PATH}/:verification_id/history`;
  page(
    { name: 'showHistory', method: 'GET', path, ...ACCESS.getVerification },
    async ({ context, params, query, client }) => {
      const { organization_id } = context.principal;
      const id = params.verification_id!;
      const after = query.get('after');
      const at = query.get('at');
      if (at !== null && !REVISION.test(at)) throw new ApiError('not_found');
      // How far it was is read from its whole stream.
      await client.takeResponseSlot('read');
      const history = await historyPage(queries, organization_id, id, { limit: PER_PAGE, after });
      const revision = at === null ? history.data.at(-1)?.revision : Number(at);
      const past = revision === undefined ? null : await progressAfter(queries, organization_id, id, revision);
      return historyView(id, history, past, after);
    },
  );
}
