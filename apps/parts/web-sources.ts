/** Which outside sources a verification may use. */
import type { SourceFetcher } from '#contracts/ports/source-fetcher.ts';
import type { WebSources } from '#contracts/ports/web-sources.ts';
import type { BaseProfile } from '#contracts/vocabulary.ts';
import { CACHE_FOLDERS } from '#pipeline/periodic/cache-limits.ts';
import type { EnginePool } from '#platform/engine-pool/engine-pool.ts';
import { PUBLIC_SOURCES } from '#platform/web-sources/public-sources.ts';
import { createWebSource, type WebSourceDependencies } from '#platform/web-sources/web-source.ts';
import type { SourceWire } from '#platform/web-sources/wire.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { Core } from './core.ts';
import { createOrganizationSearch } from './organization-search.ts';
import { createSealedCache } from './sealed-cache.ts';
import { openSourceClients } from './source-clients.ts';

/** `pages` fetches the pages that a search names. `instance` identifies this process as a lease holder. */
export async function createWebSources(
  core: Core,
  { engine, pages, instance }: { engine: EnginePool; pages: SourceFetcher; instance: string },
  closing: AsyncDisposableStack,
): Promise<WebSources> {
  const { configuration, stores, sealer, logger } = core;
  const { blobs, clock, vault } = stores;
  const clients = openSourceClients(core, instance, closing);
  const searchOf = createOrganizationSearch({ ...stores, sealer, logger, configuration });
  const cache = createSealedCache(
    { blobs, sealer, clock, key: await vault.serverSecret('web-answers') },
    { folder: CACHE_FOLDERS.answers, kind: { verification_id: 'web-answers', field: 'answer' } },
  );
  const dependencies: Omit<WebSourceDependencies, 'client'> = {
    readers: engine,
    cache: {
      get: (organization, parts) => cache.get(cache.nameOf(organization, ...parts)),
      put: (organization, parts, value, ttl) => cache.put(cache.nameOf(organization, ...parts), value, ttl),
    },
    pages,
    now: () => new Date(clock.now()),
    onFailure: (source, failure, { verification_id, request_id }) =>
      logger.warn({ source, ...failure, verification_id, request_id }, 'an outside source gave no answer'),
  };
  logger.debug({ hosts: hostsOf(configuration) }, 'hosts that may be asked for evidence');
  return {
    async of(use) {
      const guarded = { ...dependencies, client: clients.guarded };
      const search = await searchOf(use.organization_id);
      // The operator's own search has no connection, and may be on any host.
      const own = search?.connection_id === null ? { ...dependencies, client: clients.direct } : guarded;
      return [
        ...(search === null ? [] : [createWebSource(own, search.wire, use, search)]),
        ...publicSources(configuration, use.base_profile).map((wire) => createWebSource(guarded, wire, use)),
      ];
    },
  };
}

function publicSources({ publicSources: on }: ServiceConfiguration, profile: BaseProfile): readonly SourceWire[] {
  return on ? PUBLIC_SOURCES[profile] : [];
}

/** The hosts that the operator has chosen, each once, sorted. Organizations may connect further ones. */
function hostsOf({ publicSources: on, searchUrl, sourceUrls }: ServiceConfiguration): string[] {
  const wires = on ? Object.values(PUBLIC_SOURCES).flat() : [];
  const urls = wires.map(
    ({ id, base_url }) => sourceUrls[id] ?? (typeof base_url === 'string' ? base_url : base_url('en')),
  );
  if (searchUrl !== undefined) urls.push(searchUrl);
  return [...new Set(urls.map((url) => new URL(url).host))].sort();
}
