/** The models of an organization's own provider connections. */
import { LRUCache } from 'lru-cache';
import { FairSlots, type ShareOf } from '#common/fair-slots.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { type LanguageModel, MOST_WAITING_COMPLETIONS } from '#contracts/ports/language-model.ts';
import type { UsableModel } from '#contracts/ports/organization-models.ts';
import type { Provider } from '#contracts/vocabulary.ts';
import type { ProviderConnection } from '#domain/provider-connection/decider.ts';
import { CATALOGUE } from '#platform/models/catalogue.ts';
import { listPrice } from '#platform/models/prices.ts';
import type { OutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { type ConnectionReader, findConnection, listConnections } from '#streams/provider-connections.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import { clientTimes, withFailuresLogged } from './model-client.ts';
import { type OpeningDependencies, openToAsk } from './opened-credential.ts';

export interface ConnectedModelsDependencies extends ConnectionReader, OpeningDependencies {
  clock: Clock;
  guard: Pick<OutboundGuard, 'dispatcher'>;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  configuration: Pick<ServiceConfiguration, 'providers' | 'syncTimeoutMs'>;
}

type ModelProviderName = keyof typeof CATALOGUE;

/** Concurrent questions of a process to all providers, and those of one organization. */
const SLOTS = { slots: 48, perKey: 6, waitingPerKey: 5_000 };
/** Chat completions that are written concurrently, in addition to the questions. */
const CHAT_SLOTS = { slots: 24, perKey: 3, waitingPerKey: MOST_WAITING_COMPLETIONS };
/** Clients that are cached, one for each recently used credential, with their state about their servers. */
const MOST_CLIENTS = 1_000;

/** Models of the connections; those of the first connection first. */
export function createConnectedModels(
  dependencies: ConnectedModelsDependencies,
): (organizationId: string) => Promise<UsableModel[]> {
  const { clock, configuration, logger } = dependencies;
  const clients = createClients(dependencies);
  return async (organizationId) => {
    const connections = await listConnections(dependencies, organizationId);
    const now = new Date(clock.now()).toISOString();
    return connections.flatMap(({ connection_id, provider }) => {
      if (!isModelProvider(provider)) return [];
      const client = withFailuresLogged(clients.of(connection_id), logger, { connection_id, provider });
      return CATALOGUE[provider]
        .filter(({ shutdown }) => shutdown === null || shutdown > now)
        .map(({ id, published, shutdown }) => ({
          id,
          provider,
          connection_id,
          kind: 'general' as const,
          is_external: configuration.providers[provider].isExternal,
          server: configuration.providers[provider].url,
          prices: listPrice(provider, id),
          created: Date.parse(published) / 1_000,
          shutdown_date: shutdown === null ? null : `${shutdown}T00:00:00.000Z`,
          client,
        }));
    });
  };
}

function isModelProvider(provider: Provider): provider is ModelProviderName {
  return provider in CATALOGUE;
}

function createClients(dependencies: ConnectedModelsDependencies) {
  const { events, configuration, guard, shareOf } = dependencies;
  const cache = new LRUCache<string, Promise<LanguageModel>>({ max: MOST_CLIENTS });
  const slots = new FairSlots({ ...SLOTS, shareOf });
  const chatSlots = new FairSlots({ ...CHAT_SLOTS, shareOf });

  /** A new credential gets a new client, because failures of the old one say nothing about it. */
  function clientOf(provider: ModelProviderName, connection: ProviderConnection): Promise<LanguageModel> {
    const { key_id } = connection.credential;
    let client = cache.get(key_id);
    if (client === undefined) {
      client = open(provider, connection);
      cache.set(key_id, client);
    }
    return client;
  }

  async function open(
    provider: ModelProviderName,
    { organization_id, connection_id, credential }: ProviderConnection,
  ): Promise<LanguageModel> {
    // The formats are loaded on the first question.
    const [{ createModelClient }, { MODEL_PROVIDERS }] = await Promise.all([
      import('#platform/models/client.ts'),
      import('#platform/models/providers.ts'),
    ]);
    return createModelClient({
      wire: MODEL_PROVIDERS[provider],
      baseUrl: configuration.providers[provider].url,
      // Every try, including retries, reads the connection again.
      async credential() {
        const current = await findConnection(events, organization_id, connection_id);
        return current?.credential.key_id === credential.key_id
          ? openToAsk(dependencies, connection_id, credential)
          : null;
      },
      dispatcher: () => guard.dispatcher(),
      slots,
      chatSlots,
      shareOf,
      ...clientTimes(configuration),
    });
  }

  return {
    of(connectionId: string): LanguageModel {
      return {
        async ask(request, occasion) {
          for (;;) {
            const connection = await findConnection(events, occasion.organization_id, connectionId);
            if (connection === null || !isModelProvider(connection.provider)) {
              return { ok: false, failure: { kind: 'disconnected' }, usage: null };
            }
            const outcome = await (await clientOf(connection.provider, connection)).ask(request, occasion);
            if (outcome.ok || outcome.failure.kind !== 'disconnected') return outcome;
            // The credential was replaced or removed meanwhile.
            const next = await findConnection(events, occasion.organization_id, connectionId);
            if (next?.credential.key_id === connection.credential.key_id) return outcome;
          }
        },
      };
    },
  };
}
