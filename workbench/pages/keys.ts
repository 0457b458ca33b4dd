/** API keys: the list, making one, rotating and revoking. */
import { callerOf } from '#command-api/caller.ts';
import { createKey, revoke, rotate } from '#command-api/keys/commands.ts';
import { ApiKeyCreateRequest } from '#contracts/http/api-key.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { apiKeysPage } from '#query-api/pages/lists.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterPage } from '../http/page.ts';
import { parsed } from '../http/parsed.ts';
import { once } from '../once.ts';
import { KEYS_PATH } from '../paths.ts';
import { keysPage, secretPage } from '../views/keys.ts';

const PER_PAGE = 50;
/** Parameter of the list's address. */
const TWICE = 'twice';

export function registerKeys(page: RegisterPage, { commands, queries }: WorkbenchDependencies): void {
  page(
    { name: 'showKeys', method: 'GET', path: KEYS_PATH, ...ACCESS.createApiKey },
    async ({ context, query, viewer }) => {
      const { organization_id } = context.principal;
      const after = query.get('after');
      const keys = await apiKeysPage(queries, organization_id, { limit: PER_PAGE, after });
      return keysPage(keys, { after, wasSentTwice: query.has(TWICE), viewer });
    },
  );

  page({ name: 'createApiKey', method: 'POST', path: KEYS_PATH, ...ACCESS.createApiKey }, async ({ context, form }) => {
    const { name, environment, quota_per_hour } = form;
    const quota = quota_per_hour ? Number(quota_per_hour) : undefined;
    const request = parsed(ApiKeyCreateRequest, { name, environment, quota_per_hour: quota });
    const caller = callerOf(context);
    const sent = { key: form.key, endpoint: `POST ${KEYS_PATH}`, body: request };
    const made = await once(commands, caller, sent, () => createKey(commands, caller, request));
    return made === null ? { redirect: `${KEYS_PATH}?${TWICE}` } : secretPage(made);
  });

  page(
    { name: 'rotateApiKey', method: 'POST', path: `${KEYS_PATH}/:key_id/rotate`, ...ACCESS.rotateApiKey },
    async ({ context, params }) => secretPage(await rotate(commands, callerOf(context), params.key_id!)),
  );

  page(
    { name: 'revokeApiKey', method: 'POST', path: `${KEYS_PATH}/:key_id/revoke`, ...ACCESS.revokeApiKey },
    async ({ context, params }) => {
      await revoke(commands, callerOf(context), params.key_id!);
      return { redirect: KEYS_PATH };
    },
  );
}
