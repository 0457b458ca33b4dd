/** The web search of an organization: the provider that it has connected, else the operator's SearXNG. */
import type { Provider } from '#contracts/vocabulary.ts';
import { SEARCH_PRICES } from '#platform/web-sources/search-prices.ts';
import { OPERATOR_SEARCH, SEARCH_PROVIDERS } from '#platform/web-sources/search-providers.ts';
import type { SourceWire } from '#platform/web-sources/wire.ts';
import { type ConnectionReader, findConnection, listConnections } from '#streams/provider-connections.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import { type OpeningDependencies, openToAsk } from './opened-credential.ts';

export interface OrganizationSearchDependencies extends ConnectionReader, OpeningDependencies {
  configuration: Pick<ServiceConfiguration, 'connectedSearch' | 'searchUrl'>;
}

export interface UsableSearch {
  wire: SourceWire;
  /** null: the operator's own search, which is called directly and without a credential. */
  connection_id: string | null;
  /**
   * Reads the connection again and opens its present credential; null once the provider has been disconnected on any
   * instance. Call it for each request.
   */
  credential: (() => Promise<string | null>) | null;
  /** List price of a search; 0 for the operator's own. */
  cents_per_search: number;
}

export type OrganizationSearch = (organizationId: string) => Promise<UsableSearch | null>;

/**
 * The search of the organization's oldest connection to a search provider, else the operator's; null if there is
 * neither.
 */
export function createOrganizationSearch(dependencies: OrganizationSearchDependencies): OrganizationSearch {
  const { events, configuration } = dependencies;
  return async (organizationId) => {
    const connections = configuration.connectedSearch ? await listConnections(dependencies, organizationId) : [];
    for (const { connection_id, provider } of connections) {
      if (!isSearchProvider(provider)) continue;
      return {
        wire: SEARCH_PROVIDERS[provider],
        connection_id,
        cents_per_search: SEARCH_PRICES[provider],
        async credential() {
          const connection = await findConnection(events, organizationId, connection_id);
          return connection && openToAsk(dependencies, connection_id, connection.credential);
        },
      };
    }
    if (configuration.searchUrl === undefined) return null;
    return { wire: OPERATOR_SEARCH, connection_id: null, credential: null, cents_per_search: 0 };
  };
}

function isSearchProvider(provider: Provider): provider is keyof typeof SEARCH_PROVIDERS {
  return provider in SEARCH_PROVIDERS;
}
