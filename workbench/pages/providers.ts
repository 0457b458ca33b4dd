/** Connections to providers, the models that may be asked, and a test call of one. */
import { callerOf } from '#command-api/caller.ts';
import { connectProvider, disconnectProvider, rotateCredential } from '#command-api/provider-connections/commands.ts';
import { ApiError } from '#contracts/errors.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { ProviderConnectionRequest, ProviderCredentialRotateRequest } from '#contracts/http/provider-connection.ts';
import { ClientGoneError } from '#http/client.ts';
import { countHourly } from '#http/rate-limit.ts';
import { providerConnectionsOf } from '#query-api/routes/provider-connections.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterPage } from '../http/page.ts';
import { parsed } from '../http/parsed.ts';
import { once } from '../once.ts';
import { PROVIDERS_PATH } from '../paths.ts';
import { TESTS_PER_HOUR, testCall } from '../test-call.ts';
import { providersPage, testedPage } from '../views/providers.ts';

const PATH = `${PROVIDERS_PATH}/:connection_id`;
/** Provider of the model that only writes. */
const EMBEDDED = 'embedded';

export function registerProviders(page: RegisterPage, { commands, queries }: WorkbenchDependencies): void {
  /** Those that judge: the one that comes with the service only writes. */
  const modelsOf = async (organizationId: string) =>
    (await commands.chatModels.usable(organizationId)).filter(({ provider }) => provider !== EMBEDDED);

  page(
    { name: 'showProviders', method: 'GET', path: PROVIDERS_PATH, ...ACCESS.listProviderConnections },
    async ({ context, viewer }) => {
      const { organization_id } = context.principal;
      const [connections, models] = await Promise.all([
        providerConnectionsOf(queries, organization_id),
        modelsOf(organization_id),
      ]);
      return providersPage(viewer, connections, models);
    },
  );

  page(
    { name: 'connectProvider', method: 'POST', path: PROVIDERS_PATH, ...ACCESS.connectProvider },
    async ({ context, form }) => {
      const { provider, label, credential } = form;
      const request = parsed(ProviderConnectionRequest, { provider, label, credential });
      const caller = callerOf(context);
      const sent = { key: form.key, endpoint: `POST ${PROVIDERS_PATH}`, body: request };
      await once(commands, caller, sent, () => connectProvider(commands, caller, request));
      return { redirect: PROVIDERS_PATH };
    },
  );

  page(
    { name: 'rotateProviderCredential', method: 'POST', path: `${PATH}/rotate`, ...ACCESS.rotateProviderCredential },
    async ({ context, params, form }) => {
      const { credential } = parsed(ProviderCredentialRotateRequest, { credential: form.credential });
      await rotateCredential(commands, callerOf(context), params.connection_id!, credential);
      return { redirect: PROVIDERS_PATH };
    },
  );

  page(
    { name: 'disconnectProvider', method: 'POST', path: `${PATH}/disconnect`, ...ACCESS.disconnectProvider },
    async ({ context, params }) => {
      await disconnectProvider(commands, callerOf(context), params.connection_id!);
      return { redirect: PROVIDERS_PATH };
    },
  );

  page(
    { name: 'testModel', method: 'POST', path: `${PROVIDERS_PATH}/test`, ...ACCESS.connectProvider },
    async ({ context, form, reply }) => {
      const { organization_id } = context.principal;
      const model = (await modelsOf(organization_id)).find(({ id }) => id === form.model);
      if (model === undefined) throw new ApiError('not_found', { message: 'There is no such model any more.' });
      await countHourly(commands, `model-tests:${organization_id}`, TESTS_PER_HOUR, 'test calls of models per hour');
      const left = new AbortController();
      reply.raw.once('close', () => left.abort(new ClientGoneError()));
      return testedPage(model, await testCall(model, organization_id, left.signal));
    },
  );
}
