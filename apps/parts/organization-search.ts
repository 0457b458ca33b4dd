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
  /** null: the operator's own, which is reached directly and wants no credential. */
  connection_id: string | null;
  /**
   * Reads the connection again, on any instance, and opens the credential that is in force; null once the provider has
   * been disconnected. To be called for each request.
   */
  credential: (() => Promise<string | null>) | null;
  /** List price of a search; 0 for the operator's own. */
  cents_per_search: number;
}

export type OrganizationSearch = (organizationId: string) => Promise<UsableSearch | null>;

/** That of the organization's oldest connection to a provider of search. Null: there is none, nor one of the operator. */
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
