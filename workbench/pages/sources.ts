/** Source sets with their resources; and the library, to the operator's own. */
import { callerOf } from '#command-api/caller.ts';
import { addResource, createSourceSet, disableResource } from '#command-api/source-sets/commands.ts';
import { ApiError } from '#contracts/errors.ts';
import { ACCESS, type Access } from '#contracts/http/operations/access.ts';
import { SourceResourceCreateRequest, SourceSetCreateRequest } from '#contracts/http/source-set.ts';
import { SOURCE_SET } from '#domain/source-set/decider.ts';
import { libraryPage, librarySearch } from '#query-api/pages/library.ts';
import { sourceSetsPage } from '#query-api/pages/lists.ts';
import { recordedLibrary } from '#streams/recorded-library.ts';
import { load } from '#streams/repository.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { PageCall, RegisterPage } from '../http/page.ts';
import { parsed } from '../http/parsed.ts';
import { mayCall } from '../may-call.ts';
import { once } from '../once.ts';
import { LIBRARY_PATH, SOURCES_PATH } from '../paths.ts';
import { libraryListPage } from '../views/library.ts';
import { sourceResourcePage } from '../views/source-resource.ts';
import { sourcesPage } from '../views/sources.ts';

const PER_PAGE = 20;
const DOCUMENTS_PER_PAGE = 50;
const PATH = `${SOURCES_PATH}/:source_set_id`;
/** And of the operator's own organization: to everybody else there is no library. */
const LIBRARY: Access = { roles: ['owner', 'admin'], scope: 'sources:write' };

export function registerSources(
  page: RegisterPage,
  { commands, queries, library, lastRead }: WorkbenchDependencies,
): void {
  /** The library belongs to whoever runs the service: to others it is as if there were none. Throws ApiError not_found. */
  const requireOperator = async ({ context }: PageCall) => {
    if (!(await commands.roots.isOperator(callerOf(context)))) throw new ApiError('not_found');
  };

  page({ name: 'showSources', method: 'GET', path: SOURCES_PATH, ...ACCESS.listSourceSets }, async (call) => {
    const { principal } = call.context;
    const after = call.query.get('after');
    const [sets, isOperator] = await Promise.all([
      sourceSetsPage(queries, principal.organization_id, { limit: PER_PAGE, after }),
      commands.roots.isOperator(callerOf(call.context)),
    ]);
    const mayChange = mayCall('createSourceSet', principal);
    return sourcesPage(call.viewer, sets, { after, mayChange, hasLibrary: isOperator && mayChange });
  });

  page(
    { name: 'createSourceSet', method: 'POST', path: SOURCES_PATH, ...ACCESS.createSourceSet },
    async ({ context, form }) => {
      const { name, description } = form;
      const request = parsed(SourceSetCreateRequest, { name, description });
      const caller = callerOf(context);
      const sent = { key: form.key, endpoint: `POST ${SOURCES_PATH}`, body: request };
      await once(commands, caller, sent, () => createSourceSet(commands, caller, request));
      return { redirect: SOURCES_PATH };
    },
  );

  page(
    { name: 'addSourceResource', method: 'POST', path: `${PATH}/resources`, ...ACCESS.addSourceResource },
    async ({ context, form, params }) => {
      const { url, label } = form;
      const request = parsed(SourceResourceCreateRequest, { url, label });
      const set = params.source_set_id!;
      const caller = callerOf(context);
      const sent = { key: form.key, endpoint: `POST ${SOURCES_PATH}/${set}/resources`, body: request };
      await once(commands, caller, sent, () => addResource(commands, caller, set, request));
      return { redirect: SOURCES_PATH };
    },
  );

  page(
    { name: 'showSourceResource', method: 'GET', path: `${PATH}/resources/:resource_id`, ...ACCESS.listSourceSets },
    async ({ context, params }) => {
      const { organization_id } = context.principal;
      const { state } = await load(queries.events, SOURCE_SET, params.source_set_id!);
      const named = state.resources.find(({ resource }) => resource.resource_id === params.resource_id);
      if (state.source_set?.organization_id !== organization_id || !named?.enabled) throw new ApiError('not_found');
      return sourceResourcePage(named.resource, await lastRead(organization_id, named.resource.url));
    },
  );

  page(
    {
      name: 'disableSourceResource',
      method: 'POST',
      path: `${PATH}/resources/:resource_id/disable`,
      ...ACCESS.disableSourceResource,
    },
    async ({ context, params }) => {
      await disableResource(commands, callerOf(context), params.source_set_id!, params.resource_id!);
      return { redirect: SOURCES_PATH };
    },
  );

  page({ name: 'showLibrary', method: 'GET', path: LIBRARY_PATH, ...LIBRARY }, async (call) => {
    await requireOperator(call);
    const after = call.query.get('after');
    const words = call.query.get('words')?.trim() ?? '';
    const [documents, found] = await Promise.all([
      libraryPage(library, { limit: DOCUMENTS_PER_PAGE, after }),
      words === '' ? null : librarySearch(library, words),
    ]);
    return libraryListPage(call.viewer, documents, { after, words, found });
  });

  page({ name: 'removeFromLibrary', method: 'POST', path: `${LIBRARY_PATH}/remove`, ...LIBRARY }, async (call) => {
    await requireOperator(call);
    const { organization_id, metadata } = callerOf(call.context);
    const recorded = recordedLibrary({ ...commands, library }, organization_id, metadata);
    if ((await recorded.remove([call.form.path ?? ''])) === 0) throw new ApiError('not_found');
    return { redirect: LIBRARY_PATH };
  });
}
